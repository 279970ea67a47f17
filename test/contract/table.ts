/**
 * An endpoint with its statuses of failure and the keys of its answer: all of them, and no other. `a.b` is a key
 * inside an object, `a[].b` one inside the items of a list; `a?` may be left out, `a{}` is an object with any keys, or
 * null, and `a|null` an object that may be null although it has no id.
 */
export type Row = [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  statuses: number[],
  keys: string[],
  /** The statuses of failure that it has beyond those, and the decision that each follows from. */
  beyond?: Record<number, number>,
];

const under = (prefix: string, names: string): string[] =>
  names.split(/\s+/).map((name) => `${prefix}${name}`);

/** The keys of counts by each of these. */
const countedBy = (groups: string): string[] => [
  ...groups.split(/\s+/).map((group) => `counts[].${group}?`),
  'counts[].count',
  'counts[].more',
];

const DAMAGE = `id number container.id container.number damage_type.id damage_type.code component.id component.code
  location severity quantity length_cm width_cm depth_cm notes status found_at found_by.id found_by.name found_during
  inspection{} stay_id repaired_at repair_notes withdrawn_at withdraw_reason created_at updated_at files[]{}`;
const INSPECTION = `id container.id container.number of.type of.id stay_id condition is_clean seals_as_announced notes at
  by.id by.name known[]{} created_at updated_at files[]{} damages[]{}`;
const READING =
  'id container.id container.number stay_id at set_point supply return ambient humidity alarm is_plugged by created_at updated_at';
const REEFER = `id container.id container.number shipping_line.id shipping_line.code location.type location.id location.name
  yard_area.id yard_area.name terminal.id terminal.name in_at plugged_since reefer_set_point_temperature
  ${under('last_reading.', 'at set_point supply return ambient humidity alarm is_plugged by').join(' ')}
  minutes_since_reading deviation deviating_since unread_since unplugged_since`;
const FORWARDER =
  'id name email address vat_number general_ledger_id contact_person phone active listed created_at updated_at';
const CONSIGNEE =
  'id name address contact_person phone email customs_code vat_number general_ledger_id billing_contact_name billing_contact_email';
const MANIFEST =
  'client_identifier voyage_number shipping_line_voyage_number sailing_date arrival_date departure_date remarks shipping_line.code shipping_line.name shipping_line.synonyms shipping_line.carrier_type shipping_line.agent.name voyage.number';
const VOYAGE = `id number status display_name closing_comments tax_date time_labour_ashore time_labour_onboard
  number_of_tug_boats arrival_number_of_tug_boats departure_number_of_tug_boats created_at updated_at
  estimated_time_of_anchorage actual_time_of_anchorage actual_time_of_pilot_boarded actual_time_of_berth
  actual_time_of_customs_clearance actual_time_of_departure actual_time_of_departure_pilot_boarded
  estimated_time_of_departure receiving_cut_off_time vgm_cut_off_time agent.name stevedoring_company.name captain.name
  assigned_berth_area.name assigned_yard_area.name discharge_terminal.name arrival_pilot.name departure_pilot.name
  stevedoring_supervisors[].name last_port_of_call.name last_port_of_call.locode next_port_of_call.name
  next_port_of_call.locode vessel.name vessel.imo vessel.call_sign vessel.vessel_type vessel.loa vessel.flag
  vessel.gross_tonnage vessel.net_tonnage flex_fields[].label flex_fields[].value discharge_destination.name et_of_berth
  cancelled in_port`;
const VOYAGE_SHOWN = `${VOYAGE} ship.name ship.imo ship.call_sign ship.vessel_type ship.loa ship.flag ship.gross_tonnage
  ship.net_tonnage berth_end_position berth_start_position block_receiving_export_past_cut_off departed_last_port_on
  at_berth_departure discharge_destination_id discharge_destination_type`;
const EVENT = `id event_name event_type_id created_at updated_at started_at completed_at custom_value service_boat.id
  service_boat.name pilot.id pilot.name from_berth.id from_berth.name to_berth.id to_berth.name user.id user.name notes flex_fields[].label flex_fields[].value`;
const EVENT_TYPE =
  'id name description is_date_range uses_service_boat uses_pilot uses_berths custom_value_identifier custom_value_type';
const LINE_CREATED = `id code name synonyms carrier_type address empty_container_storage_teu_quota email contact_person phone
  receive_email_alerts_on_container_damages vat_number general_ledger_id dock_receipt_email parent?.id
  parent?.code parent?.name parent?.synonyms parent?.carrier_type`;
const LINE = `${LINE_CREATED} edi_settings.id edi_settings.edi_partner.id edi_settings.edi_partner.name
  edi_settings.edi_partner.edi_id edi_settings.name edi_settings.entity_edi_id edi_settings.communication_mode
  edi_settings.time_zone edi_settings.default_sender_id edi_settings.sender_edi_id edi_settings.edi_carrier_id
  edi_settings.edi_standard`;
const BILL = `id number remarks weight volume_in_cubic_meters goods_description type_of_contract destination_code usage
  consignee_address exporter_address shipping_marks manifest.client_identifier port_of_loading.locode
  port_of_discharge.locode port_of_delivery.locode consignee.name exporter.name package_type.code
  package_type.description`;
const BILL_OF_VOYAGE = `${BILL} consignee.id consignee.address exporter.id exporter.address quantity has_packing_list_items
  actions.show.method actions.show.url actions.index.method actions.index.url cargo[].id cargo[].cargo_type cargo[].number cargo[].reference_number cargo[].quantity cargo[].description
  cargo[].package_type_code cargo[].package_type cargo[].container_type.iso_type_code
  cargo[].container_type.description cargo[].container_type.code cargo[].actions.show.method
  cargo[].actions.show.url cargo[].actions.movements.method cargo[].actions.movements.url packing_list_items[].id
  packing_list_items[].reference_number packing_list_items[].bill_of_lading.number
  packing_list_items[].container.number packing_list_items[].consignee.name packing_list_items[].quantity
  packing_list_items[].weight packing_list_items[].volume packing_list_items[].package_type.code
  packing_list_items[].package_type.description packing_list_items[].description
  packing_list_items[].consignee_address packing_list_items[].shipping_marks packing_list_items[].dock_receipt_number
  packing_list_items[].has_been_stripped packing_list_items[].has_been_delivered packing_list_items[].stripped_quantity
  packing_list_items[].delivered_quantity packing_list_items[].stripped_at`;
const BILL_OF_VOYAGE_SHOWN = `${BILL_OF_VOYAGE} manifested_count cargo_at_terminal_destination_count
  cargo_at_terminal_count cargo_delivered_count packing_list_items_at_terminal_destination_count
  packing_list_items_at_terminal_count packing_list_items_delivered_count cargo[].size cargo[].is_reefer
  cargo[].reefer_plugged_in_time_in_hours cargo[].reefer_plugged_in_time_in_minutes
  cargo[].reefer_plug_movements[].plug_action cargo[].reefer_plug_movements[].plug_action_at cargo[].container_status
  cargo[].weight`;
const STACKED =
  'tier id number size container_status usage shipping_line held here_since weight imdg_classes';
const STACKS = [
  'yard_area.id yard_area.name bays[].bay bays[].rows[].row bays[].rows[].slot.id bays[].rows[].slot.name',
  'bays[].rows[].slot.tiers bays[].rows[].slot.teu bays[].rows[].slot.reefer_plug',
  ...under('bays[].rows[].containers[].', STACKED),
  ...under('unplaced[].', STACKED),
].join(' ');
const INVENTORY = `yard_area.id yard_area.name terminal.id terminal.name containers teu capacity_teu utilization by_status{}
  by_usage{} by_size{} by_shipping_line{} held reefers.total reefers.operating reefers.plugged reefers.plugs
  average_dwell_days`;
const YARD_SLOT = `id name yard_area.id yard_area.name bay row tiers teu reefer_plug maximum_weight created_at updated_at`;
const CARGO_MOVEMENT =
  'id movement_type from to from_location{} to_location{} moved_at reason user.id user.name';
const MOVEMENT =
  'id movement_type from to from_location{} to_location{} from_tier to_tier moved_at reason truck_visit_id truck_visit{} voyage{} user.id user.name';
const GENSET = `id number seal chassis has_battery created_by updated_by created_at updated_at equipment_condition fuel_level
  container current_location shipping_line active hours flex_fields[].label flex_fields[].value`;
const VEHICLE = `id reference_number quantity goods goods_description shipping_marks usage active_bill_of_ladings vin_number
  consignee current_location_type current_location current_location_id location{} weight_unit weight dimension_unit width height
  length volume pieces_per_package package_weight yard_slot package_type_code package_type shipping_line make model color
  year extra_attributes{}
  flex_fields[].label flex_fields[].value`;
const VEHICLE_LISTED = `${VEHICLE} arrival_voyage arrival_vessel departure_voyage departure_vessel commodity_type consignees
  dock_receipt booking{} stripped_from_container{} tags`;
const DRIVER = `id fullname license_number twic number active date_of_birth telephone_number email remarks trucking_company
  allowed_until created_at updated_at`;
const DRIVER_PERSONAL =
  'trucks[]{} truck_visits[]{} pre_advices[]{} appointments[]{} receipts[]{} gate_refusals[]{} events[]{} audit_entries[]{} more[]';
const USER_PERSONAL = 'tokens[]{} identities[]{} events[]{} audit_entries[]{} writes[]{} more[]';
const DRIVER_SHORT = 'id number license_number firstname lastname twic active discarded_at';
const PRE_ADVICE_DELETED = `id advice_number truck comments expected_at purposes used_at truck_visit_id truck_visit{} created_at updated_at
  trucking_company.id trucking_company.name trucking_company.code
  ${under('truck_driver.', DRIVER).join(' ')}`;
const PRE_ADVICE = `${PRE_ADVICE_DELETED} purposes[].purpose_type purposes[].cargo purposes[].booking
  purposes[].booking_line purposes[].release purposes[].dock_receipt
  purposes[].cargo_details.cargo_type purposes[].cargo_details.container_number
  purposes[].cargo_details.container_type purposes[].cargo_details.container_status
  purposes[].cargo_details.container_usage purposes[].cargo_details.shipping_line purposes[].cargo_details.goods
  purposes[].cargo_details.weight purposes[].cargo_details.chassis_number
  purposes[].bill_of_lading purposes[].delivery_order purposes[].interchange.seals purposes[].interchange.weight`;
const TRUCK = `id active license_plate number weight color is_mule allowed_until year make model created_at updated_at`;
const TRUCK_LISTED = `${TRUCK} display_name trucking_company.name trucking_company.code truck_driver?.fullname
  truck_driver?.id truck_driver?.license_number truck_driver?.number`;
const USER = 'id email firstname lastname name';
const TOKEN = `id prefix description ${under('user.', USER).join(' ')} role domains[] edi_partner{} limited parties[]{} state created_at created_by{}
  expires_at last_used_at revoked_at`;
const ISSUER = `id name issuer audience client_ids[] algorithms[] require_at_jwt max_token_minutes email_claim name_claims[]
  trusts_email provision active grants[].claim grants[].value grants[].role grants[].only[] grants[].parties{} last_fetched_at
  last_error keys[]{} created_at updated_at`;
const TRUCK_OF_VISIT = 'id license_plate number trucking_company_id active allowed_until';
const VISIT_SUMMARY = `id gated_in_at gated_out_at ${under('truck.', TRUCK_OF_VISIT).join(' ')}
  ${under('truck_driver.', DRIVER_SHORT).join(' ')}`;
const VISIT = `id gated_in_at gated_out_at duration ${under('truck.', TRUCK_OF_VISIT).join(' ')} ${under('truck_driver.', DRIVER).join(' ')} trucking_company.id trucking_company.name trucking_company.code gate.id
  gate.name ${under('gate_in_user.', USER).join(' ')} ${under('gate_out_user.', USER).join(' ')} interchanges[].id
  interchanges[].type interchanges[].completed interchanges[].container.id interchanges[].container.number
  interchanges[].container.goods interchanges[].container.container_type_label
  interchanges[].container.container_status interchanges[].container.operating_reefer?
  interchanges[].container.reefer_temperature? interchanges[].container.reefer_set_point_temperature?
  interchanges[].container.supply_temperature? interchanges[].chassis.id interchanges[].chassis.number
  interchanges[].genset.id interchanges[].genset.number interchanges[].meets_iso_standards
  interchanges[].other_terminal reason_for_incomplete force_reason off_slot other_terminal
  cancelled_at cancelled_by{} cancel_reason out_gate.id out_gate.name comment signature_file_id pre_advice_number appointment_number pre_advice{} appointment{}`;
const VISIT_CHANGED = `id gated_in_at gated_out_at duration truck{} truck_driver{} trucking_company{} gate{}
  gate_in_user{} gate_out_user{} interchanges[]{} reason_for_incomplete force_reason off_slot other_terminal cancelled_at cancelled_by{}
  cancel_reason out_gate{} comment signature_file_id pre_advice_number appointment_number pre_advice{} appointment{}`;
const INTERCHANGE = `id type completed container{} chassis{} genset{} meets_iso_standards other_terminal truck_visit_id truck_visit.id completed_at seals weight
  booking_line release dock_receipt{} purpose{}
  reversed_at reversed_by{} reverse_reason created_at updated_at`;
const RECEIPT = `id number issue status issued_at issued_by{} truck_visit.id interchange_id type driver_name driver_license signature_file_id document{}
  created_at updated_at`;
const BOOKING_RELEASE = `id booking.id booking.number number line container_type{} quantity valid_from valid_until trucking_company{}
  company_name remarks status released cancelled_at cancel_reason cancelled_by{} created_at updated_at`;
const CONTAINER_RELEASE = `id hold_type container{} bill_of_lading_number shipping_line.id shipping_line.code document_number reference
  valid_from valid_until freight_forwarder{} trucking_company{} party_name status applied_at cancelled_at cancel_reason
  cancelled_by{} nomination{} edi_message{} created_at updated_at`;
const GATE_REFUSAL = `id at action gate{} truck{} truck_driver{} pre_advice{} appointment{} reasons[]{} user{}`;
const NOMINATION = `id number container{} bill_of_lading{} booking{} from{} to{} parent{} valid_until reference status
  created_at created_by{} updated_at revoked_at revoke_reason ended_at`;
const HOLD = `id hold_type_id hold_type reference_number notes lifted applied_at applied_by lifted_at lifted_until lifted_by
  actions.lift.method actions.lift.url actions.apply.method actions.apply.url`;
const LISTED_HOLD = `${HOLD} subject.type subject.id subject.key`;
const REGISTERED = `${MOVEMENT} container.id container.number stay.id stay.number stay.status`;
const TURN_TIME = 'gate? trucking_company? hour? day? count median percentile_90 longest';
const DWELL = 'shipping_line? usage? size? count days{} average';
const REPORT = 'report from until time_zone as_of';
const MOVED = `moves teu ${'gate_in gate_out discharge load shift restow yard'
  .split(' ')
  .map((kind) => `${kind} ${kind}_teu`)
  .join(' ')}`;
const AT_GATE = `trucks turn_time_median turn_time_percentile_90 refusals appointments_kept appointments_missed off_slot
  refusals_by_code{}`;
const OF_CALLS = `calls berth_hours moves gross_crane_rate net_crane_rate restows over short berth_delay_hours
  departure_delay_hours`;
const IN_YARD = 'stays teu utilization days_0_2 days_3_5 days_6_10 days_11_20 days_above';
const LEFT = 'stays median_days percentile_90_days over_free_time';
const REVENUE = 'charged quantity not_yet_invoiced invoiced credited tax paid';
const COST = 'quantity boxes total invoiced not_yet_invoiced';
/** The keys of a report by these groups. */
const reportOf = (measures: string, groups: string, more = ''): string[] => [
  ...under('', `${REPORT}${more}`),
  ...under('rows[].', `${groups} ${measures}`),
  ...under('totals.', measures),
];
const HOLD_EVENT = 'id event at user.id user.name reference_number notes lifted_until';
const HOLD_OF_BILL = 'reference_number notes applied_at applied_by lifted_at lifted_until lifted_by';
const BILL_HOLDS = `number manifest.client_identifier unlifted_holds[].id unlifted_holds[].name
  ${under('unlifted_holds[].', HOLD_OF_BILL).join(' ')} ${under('applicable_holds[].', HOLD_OF_BILL).join(' ')}
  unlifted_holds[].description unlifted_holds[].actions.lift.method unlifted_holds[].actions.lift.url
  applicable_holds[].id applicable_holds[].name applicable_holds[].description applicable_holds[].actions.apply.method
  applicable_holds[].actions.apply.url`;
const DANGEROUS =
  'dangerous[].imdg_class dangerous[].un_number dangerous[].flashpoint dangerous[].packing_group';
const LOAD_LIST_ITEM = `id shipping_line.id shipping_line.name shipping_line.code container_type container_status
  container.id container.cargo_type container.container_type container.number container.display_name port_of_loading.id
  port_of_loading.locode port_of_discharge.id port_of_discharge.locode cell ${DANGEROUS} loaded loaded_at overshipped
  notes created_at`;
const INVOICE_OF_CARGO = `id number status general_ledger_id is_proforma paid approved approved_by approved_at created_at invoiced_at
  created_during creation_method movement_id subtotal taxes_and_fees total amount_paid amount_credited amount_open paid_at payments[]{}
  line_items[].description
  line_items[].quantity line_items[].unit line_items[].units line_items[].currency line_items[].amount line_items[].total line_items[].billed_by
  line_items[].billed_per line_items[].item line_items[].tariff_general_ledger_id line_items[].tariff_name
  line_items[].container line_items[].charge_code line_items[].tax line_items[].tax_percent line_items[].period_from
  line_items[].period_until document_type numbered_at due_on taxes[]{} credits{} reason credited_by[]{} billing_run{}
  totals_by_container{} customer.customer_type customer.id customer.name customer.address customer.general_ledger_id
  customer.email customer.contact_person customer.phone voyage?.id voyage?.number voyage?.vessel.imo_number
  voyage?.vessel.name voyage?.vessel.vessel_type bol_segment?.id bol_segment?.bl_number bol_segment?.containers
  bill_of_lading?.id bill_of_lading?.bl_number bill_of_lading?.containers bl_container_ids? bl_container_numbers?`;
const INVOICE = `${INVOICE_OF_CARGO} ${under('truck_visit?.', VISIT_SUMMARY).join(' ')}`;
/** With what pays it, which a new one has not yet. */
const INVOICE_PAID = INVOICE.replace(
  'payments[]{}',
  under('payments[].', 'id number way amount paid_at').join(' '),
);
const INVOICE_UPDATED = `id number general_ledger_id created_at invoiced_at approved approved_at approved_by paid total amount_paid amount_open paid_at status
  document_type numbered_at due_on`;
/** A payment of which nothing is allocated any more. */
const PAYMENT_BACK = `id number customer.customer_type customer.id customer.name currency amount direction way reference paid_at
  received_by{} till{} till_closing{} refunds{} status reversed_at reversed_by{} reverse_reason allocated unallocated
  allocations[]{} notes
  created_at updated_at`;
const PAYMENT = PAYMENT_BACK.replace(
  'allocations[]{}',
  under('allocations[].', 'invoice.id invoice.number amount container{}').join(' '),
);
const WAYS = 'cash card transfer cheque other';
const TILL = `id name terminal{} currency active opened_at opened_by float last_closing{} created_at updated_at`;
const TILL_CLOSING = `id number till.id till.name currency opened_at opened_by closed_at closed_by float
  ${['expected', 'counted', 'difference'].flatMap((each) => under(`${each}.`, WAYS)).join(' ')}
  payments[].number payments[].way payments[].entry payments[].amount payments[].reference payments[].customer
  payments[].at payments[].reversed created_at updated_at`;
const CONTAINER_STAY = `id number container.id container.number status usage
  arrived_by.type arrived_by.voyage{} arrived_by.truck_visit{} in_at
  departed_by.type departed_by.voyage{} departed_by.truck_visit{} out_at
  dwell_seconds arrival_status departure_status container_status emptied_at arrival_goods arrival_weight
  arrival_commodity_type{} delivered shipping_line.id shipping_line.code
  goods weight seals commodity_type.id commodity_type.name consignee{} bill_of_ladings[]{} booking{} booking_line
  dangerous_goods[]{} over{} vgm vgm_method vgm_responsible vgm_at vgm_reference vgm_source vgm_differs
  arrival_voyage{} departure_voyage{} operating_reefer reefer_temperature reefer_set_point_temperature
  supply_temperature reason created_at updated_at container_type size is_reefer current_location_type
  current_location_id current_location location{} yard_area{} terminal{} unlifted_holds
  hold_types`;
const DANGEROUS_HERE = `id container.id container.number container_status location{} yard_area{} terminal{} imdg_classes
  dangerous_goods[]{} shipping_line.id shipping_line.code arrival_voyage{} departure_voyage{} in_at in_area_since
  overdue_at conflicts[]{}`;
const AVAILABILITY = `container.id container.number available reasons[]{} warnings[]{}
  holds[]{} holds_lifted_for_a_time[]{} released_by{} released_until
  location{} stay{} expected{} announced{} appointment_needed buried_by last_free_day paid_through charges_due needs[] as_of`;
const APPOINTMENT =
  'id number truck{} truck_driver{} trucking_company{} expected_at starts_at ends_at terminal{} gate{} status reschedule_reason cancel_reason cancelled_at cancelled_by{} used_at truck_visit_id truck_visit{} comment purposes[]{} created_at updated_at';
const SLOT = 'starts_at ends_at capacity booked available purpose terminal{} gate{} closed{}';
const BILLING_PROFILE = `name street city postal_code country vat_number registration_number registration_scheme email phone iban bic
  endpoint_scheme endpoint_id note calendar{} release_needs_charges refunds_unused_units charge_ahead_days credit_limit_reached`;
const TARIFF = `id name currency valid_from valid_until customer{} shipping_line{} description published_at published_by
  created_at updated_at`;
const SERVICE_ORDER = `id number charge_code.id charge_code.code container{} bill_of_lading{} booking{} voyage{} vehicle{}
  breakbulk{} quantity ordered_by{} requested_at notes status done_at cancelled_at cancel_reason created_at updated_at`;
const CHARGE_PREVIEW = `container.id container.number stay{} voyage{} at last_free_day free_until free_units paid_through
  settled_until next{} payers[]{}
  problems[]{}`;
const AUDIT_ENTRY =
  'id created_at user.id user.name token_id identity_id client_id request_id operation action record_type record_id record_key before{} after{}';
const WEBHOOK_ENDPOINT =
  'id url types description limited parties[]{} active failing_since previous_secret_until created_at updated_at';
const MAIL = `id kind status to[] accepted[] refused[] subject language record.type record.id record.key message_id attempts send_after
  last_error attachments[] resent_of sent_at created_at updated_at`;
const WEBHOOK_DELIVERY = `id event_id type status tries next_try_at last_tried_at last_status last_error last_answer
  delivered_at created_at`;
const HAPPENED = `id type occurred_at recorded_at user.id user.name request_id subject.type subject.id subject.key
  subject.url data{} changes{} movement{}`;
const VESSEL_WRITTEN = `id name call_sign imo_number vessel_type loa woa gross_tonnage net_tonnage teu_capacity country_code
  scac agent_name max_draught has_cranes number_of_bays number_of_rows number_of_tiers_below above_deck_first_tier
  number_of_tiers_above bay_groups actions.show.method actions.show.url actions.update.method actions.update.url`;
const VESSEL = `${VESSEL_WRITTEN} length_overall
  last_voyage?.number last_voyage?.pilot_name last_voyage?.number_of_tug_boats last_voyage?.estimated_time_of_anchorage
  last_voyage?.actual_time_of_anchorage last_voyage?.actual_time_of_pilot_boarded last_voyage?.actual_time_of_berth
  last_voyage?.actual_time_of_customs_clearance last_voyage?.actual_time_of_departure last_voyage?.closing_comments
  last_voyage?.productivity`;
const TALLY = `voyage.number tally_type handsets closed_by closed_at cranes[].crane cranes[].tally[].number
  cranes[].tally[].status cranes[].tally[].usage cranes[].tally[].delivery_type cranes[].tally[].arrival_type
  cranes[].tally[].size cranes[].tally[].is_high_cube cranes[].tally[].is_reefer
  cranes[].tally[].container_type.code cranes[].tally[].container_type.description
  cranes[].tally[].container_type.iso_type_code cranes[].shifted_cargo[].number cranes[].shifted_cargo[].restow
  cranes[].shifted_cargo[].size cranes[].shifted_cargo[].is_high_cube cranes[].shifted_cargo[].is_reefer
  cranes[].shifted_cargo[].container_type.code cranes[].shifted_cargo[].container_type.description
  cranes[].shifted_cargo[].container_type.iso_type_code cranes[].special_lifts[].lift_type cranes[].special_lifts[].lifted_at
  cranes[].special_lifts[].containers?`;
const DISCHARGE_LIST_ITEM = `id container.id container.number container_type.id container_type.code shipping_line.id
  shipping_line.code container_status usage goods weight seals[] operating_reefer reefer_set_point_temperature bill_of_lading_number
  port_of_loading.id port_of_loading.locode port_of_discharge.id port_of_discharge.locode cell ${DANGEROUS} stay.id
  stay.status discharged discharged_at over from_bayplan created_at updated_at`;
const BAYPLAN = `leg document_number document_date port_of_departure next_port cells_count for_here_count edi_message`;
const BAYPLAN_CELL = `cell bay row tier container_number container.id size_type container_status weight port_of_loading
  port_of_discharge for_here shipping_line temperature ${DANGEROUS}`;
const IMPORT = `id kind format file_name dry_run strict status size bytes_read lines created updated unchanged warnings[] failure
  user{} created_at started_at finished_at actions.show.method actions.show.url`;
const EDI_INTERCHANGE = `id direction partner{} channel{} file_name control_reference sender recipient prepared_at character_set
  syntax_version test status size sha256 errors[]{} warnings[]{} messages_count duplicate_of{} acknowledgement{} overdue
  created_at read_at sent_at tries user{} actions{} updated_at`;
const EDI_MESSAGE = `id edi_interchange{} direction partner{} flow{} message directory association reference
  document_number function document_date subject voyage{} shipping_line{} status containers_count errors[]{}
  errors_count warnings[]{} warnings_count changes{} previewed_at applied_at applied_by{} dismiss_reason replaces{}
  replaced_by{} actions{} created_at updated_at`;
const EDI_ITEM = `id edi_flow{} status container.id container.number container_number code function short held
  shipping_line{} voyage{} event_id edi_message{} created_at updated_at`;
const TALLY_ITEM = `id status cargo_type container.id container.number vehicle.id vehicle.vin_number breakbulk.id
  breakbulk.reference_number container_type{} shipping_line.id shipping_line.code quantity done_quantity
  load_list_item.id`;
const TALLY_MOVE = `id reference voyage.id voyage.number tally_type crane kind container.id container.number vehicle.id
  vehicle.vin_number breakbulk.id breakbulk.reference_number quantity over restow delivery_type arrival_type status
  lift_type lifted_at containers[] undone_at undo_reason reason created_at updated_at`;
const CRANE_PROGRESS = 'crane moves first_lift_at last_lift_at hours moves_per_hour';
const PROGRESS = `expected done open over short vgm_missing moves restows special_lifts first_lift_at last_lift_at hours
  moves_per_hour last_hour estimated_completion_at`;
const TALLY_CREATED = 'id name tally_type voyage.number created_by.name created_at';
const TALLY_SHOWN = `${TALLY_CREATED} voyage.id handsets closed_by closed_at short updated_at`;
const MOVE_STATUSES = [404, 409, 422];
const links = (previous = 'previous', next = 'next') =>
  ['index', 'last', `${previous}?`, `${next}?`].flatMap((link) => under(`${link}.`, 'method url')).join(' ');
const LINKS = under('actions.', links());
/** Of a list that is whole unless a page is asked for. */
const LINKS_OF_WHOLE = under('actions?.', links());

const PARTY = [400, 404];
const VOYAGE_STATUSES = [400, 404, 422];
const EVENT_STATUSES = [404, 422];
const STAY_STATUSES = [404, 422];
const EDI_CHANNEL = `id partner.id partner.name direction kind description active host port username host_key in_folder
  out_folder done_folder poll_seconds file_name legacy_algorithms public_key previous_public_key failing_since last_error
  last_worked_at left_files[] created_at updated_at`;
const EDI_CHANNEL_STATUSES = [404, 409, 422];
const WEBHOOK_STATUSES = [400, 404, 409, 422];
const TOKEN_STATUSES = [400, 404, 409, 422];
const MANIFEST_STATUSES = [400, 403, 404, 422];
const MANIFEST_BILLS = '/manifests/{}/bill_of_ladings';

/** What the service promises its clients. */
export const TABLE: Row[] = [
  ['GET', '/freight_forwarders', PARTY, [...under('freight_forwarders[].', FORWARDER), ...LINKS]],
  ['GET', '/freight_forwarders/{}', PARTY, under('freight_forwarder.', FORWARDER)],
  ['POST', '/freight_forwarders', PARTY, under('freight_forwarder.', FORWARDER)],
  ['PUT', '/freight_forwarders/{}', PARTY, under('freight_forwarder.', FORWARDER)],
  ['DELETE', '/freight_forwarders/{}', PARTY, under('freight_forwarder.', FORWARDER)],
  ['GET', '/consignees', PARTY, [...under('consignees[].', CONSIGNEE), ...LINKS]],
  ['GET', '/consignees/{}', PARTY, under('consignee.', CONSIGNEE)],
  ['POST', '/consignees', PARTY, under('consignee.', CONSIGNEE)],
  ['PUT', '/consignees/{}', PARTY, under('consignee.', CONSIGNEE)],
  ['DELETE', '/consignees/{}', PARTY, under('consignee.', CONSIGNEE)],
  ['POST', '/manifests', MANIFEST_STATUSES, under('manifest.', MANIFEST)],
  ['GET', '/manifests/{}', MANIFEST_STATUSES, under('manifest.', MANIFEST)],
  ['DELETE', '/manifests/{}', MANIFEST_STATUSES, ['message']],
  [
    'GET',
    '/manifests',
    MANIFEST_STATUSES,
    [...under('manifests[].', MANIFEST), ...under('actions.', links('previous_page', 'next_page'))],
  ],
  ['GET', '/voyages', VOYAGE_STATUSES, [...under('voyages[].', VOYAGE), ...LINKS]],
  ['POST', '/voyages', VOYAGE_STATUSES, under('voyage.', VOYAGE_SHOWN)],
  [
    'GET',
    '/voyages/{}',
    VOYAGE_STATUSES,
    [...under('voyage.', VOYAGE_SHOWN), 'actions.index.method', 'actions.index.url'],
  ],
  ['PATCH', '/voyages/{}', VOYAGE_STATUSES, under('voyage.', VOYAGE_SHOWN)],
  [
    'GET',
    '/voyages/{}/voyage_events',
    EVENT_STATUSES,
    [...under('voyage_events[].', EVENT), ...under('voyage.', 'id voyage_number vessel_name'), ...LINKS],
  ],
  ['POST', '/voyages/{}/voyage_events', EVENT_STATUSES, under('voyage_event.', EVENT)],
  ['PATCH', '/voyages/{}/voyage_events/{}', EVENT_STATUSES, under('voyage_event.', EVENT)],
  ['DELETE', '/voyages/{}/voyage_events/{}', EVENT_STATUSES, ['message']],
  [
    'GET',
    '/voyage_event_types',
    [404],
    [...under('voyage_event_types[].', EVENT_TYPE), ...LINKS],
    { 422: 5 },
  ],
  ['GET', '/shipping_lines', PARTY, [...under('shipping_lines[].', LINE), ...LINKS]],
  ['GET', '/shipping_lines/{}', PARTY, under('shipping_line.', LINE)],
  ['POST', '/shipping_lines', PARTY, under('shipping_line.', LINE_CREATED)],
  ['PUT', '/shipping_lines/{}', PARTY, under('shipping_line.', LINE)],
  ['POST', MANIFEST_BILLS, VOYAGE_STATUSES, under('bill_of_lading.', BILL)],
  ['GET', MANIFEST_BILLS, VOYAGE_STATUSES, [...under('bill_of_ladings[].', BILL), ...LINKS_OF_WHOLE]],
  ['GET', `${MANIFEST_BILLS}/{}`, VOYAGE_STATUSES, under('bill_of_lading.', BILL)],
  [
    'GET',
    '/bill_of_ladings',
    EVENT_STATUSES,
    [
      ...under('bill_of_ladings[].', `${BILL} voyage.id voyage.number containers[].id containers[].number`),
      ...LINKS,
    ],
  ],
  ['PATCH', `${MANIFEST_BILLS}/{}`, VOYAGE_STATUSES, under('bill_of_lading.', BILL)],
  [
    'GET',
    '/voyages/{}/bill_of_ladings',
    PARTY,
    [...under('bill_of_ladings[].', BILL_OF_VOYAGE), ...LINKS_OF_WHOLE],
  ],
  ['GET', '/voyages/{}/bill_of_ladings/{}', PARTY, under('bill_of_lading.', BILL_OF_VOYAGE_SHOWN)],
  ['GET', '/gensets', PARTY, [...under('gensets[].', GENSET), ...LINKS]],
  ['GET', '/gensets/{}', PARTY, under('genset.', GENSET)],
  ['POST', '/gensets', PARTY, under('genset.', GENSET)],
  ['PATCH', '/gensets/{}', PARTY, under('genset.', GENSET)],
  ['GET', '/vehicles', VOYAGE_STATUSES, [...under('vehicles[].', VEHICLE_LISTED), ...LINKS]],
  ['GET', '/vehicles/{}', VOYAGE_STATUSES, under('vehicle.', VEHICLE)],
  ['PATCH', '/vehicles/{}', VOYAGE_STATUSES, under('vehicle.', VEHICLE)],
  ['GET', '/pre_advices', EVENT_STATUSES, [...under('pre_advices[].', PRE_ADVICE), ...LINKS]],
  ['PATCH', '/pre_advices/{}', EVENT_STATUSES, under('', PRE_ADVICE)],
  ['GET', '/pre_advices/{}', EVENT_STATUSES, under('', PRE_ADVICE)],
  ['POST', '/pre_advices', EVENT_STATUSES, under('', PRE_ADVICE)],
  ['DELETE', '/pre_advices/{}', EVENT_STATUSES, under('', PRE_ADVICE_DELETED)],
  ['GET', '/truck_visits', EVENT_STATUSES, [...under('truck_visits[].', VISIT), ...LINKS]],
  ['GET', '/truck_visits/{}', EVENT_STATUSES, under('', VISIT)],
  [
    'POST',
    '/truck_visits',
    EVENT_STATUSES,
    under(
      '',
      'truck_visit.id truck_visit.gated_in_at truck_visit.gated_out_at gate_name truck_driver truck comment',
    ),
  ],
  ['POST', '/trucks/{}/gate_out', PARTY, [...under('', VISIT_SUMMARY), 'warnings[]{}']],
  ['PATCH', '/truck_visits/{}', EVENT_STATUSES, under('', VISIT_CHANGED)],
  ['POST', '/truck_visits/{}/cancel', EVENT_STATUSES, under('', VISIT_CHANGED)],
  [
    'GET',
    '/truck_visits/{}/interchanges',
    EVENT_STATUSES,
    [...under('interchanges[].', INTERCHANGE), ...LINKS],
  ],
  ['GET', '/truck_visits/{}/interchanges/{}', EVENT_STATUSES, under('interchange.', INTERCHANGE)],
  ['POST', '/truck_visits/{}/interchanges', EVENT_STATUSES, under('interchange.', INTERCHANGE)],
  ['PATCH', '/truck_visits/{}/interchanges/{}', EVENT_STATUSES, under('interchange.', INTERCHANGE)],
  ['DELETE', '/truck_visits/{}/interchanges/{}', EVENT_STATUSES, ['message']],
  ['GET', '/receipts', EVENT_STATUSES, [...under('receipts[].', RECEIPT), ...LINKS]],
  ['GET', '/truck_visits/{}/interchanges/{}/receipt', EVENT_STATUSES, under('receipt.', RECEIPT)],
  [
    'GET',
    '/truck_visits/{}/interchanges/{}/receipts',
    EVENT_STATUSES,
    [...under('receipts[].', RECEIPT), ...LINKS],
  ],
  ['POST', '/truck_visits/{}/interchanges/{}/reverse', EVENT_STATUSES, under('interchange.', INTERCHANGE)],
  [
    'GET',
    '/interchanges',
    EVENT_STATUSES,
    [
      ...under(
        'interchanges[].',
        'id type completed completed_at container{} shipping_line{} booking{} chassis{} genset{} meets_iso_standards other_terminal truck_visit.id',
      ),
      ...LINKS,
    ],
  ],
  ['GET', '/gate_refusals', EVENT_STATUSES, [...under('gate_refusals[].', GATE_REFUSAL), ...LINKS]],
  ['GET', '/nominations', EVENT_STATUSES, [...under('nominations[].', NOMINATION), ...LINKS]],
  ['GET', '/nominations/{}', EVENT_STATUSES, under('nomination.', NOMINATION)],
  ['POST', '/nominations', MOVE_STATUSES, [...under('nomination.', NOMINATION), 'warnings[]{}']],
  ['POST', '/nominations/{}/revoke', MOVE_STATUSES, under('nomination.', NOMINATION)],
  ['GET', '/trucks', PARTY, [...under('trucks[].', TRUCK_LISTED), ...LINKS]],
  ['GET', '/trucks/{}', PARTY, under('truck.', TRUCK_LISTED)],
  ['POST', '/trucks', PARTY, under('truck.', TRUCK)],
  ['PATCH', '/trucks/{}', PARTY, under('truck.', TRUCK)],
  [
    'GET',
    '/containers/{}/holds',
    [404, 409],
    [...under('holds[].', HOLD), ...under('bill_of_lading_holds[].', `${HOLD} bill_of_lading{}`)],
    { 422: 5 },
  ],
  [
    'PUT',
    '/containers/{}/holds/{}/lift',
    [404, 409],
    under('', `${HOLD} actions.index.method actions.index.url`),
    { 422: 46 },
  ],
  [
    'GET',
    '/containers/{}/holds/{}/history',
    EVENT_STATUSES,
    [...under('histories[].', HOLD_EVENT), ...LINKS],
  ],
  ['PUT', '/containers/{}/holds/{}/apply', [404, 409], [], { 422: 5 }],
  ['GET', `${MANIFEST_BILLS}/{}/holds`, [404], under('bill_of_lading.', BILL_HOLDS), { 422: 5 }],
  [
    'DELETE',
    `${MANIFEST_BILLS}/{}/holds/{}`,
    [404],
    under('bill_of_lading.', BILL_HOLDS),
    { 409: 47, 422: 46 },
  ],
  [
    'GET',
    `${MANIFEST_BILLS}/{}/holds/{}/history`,
    EVENT_STATUSES,
    [...under('histories[].', HOLD_EVENT), ...LINKS],
  ],
  ['PUT', `${MANIFEST_BILLS}/{}/holds/{}`, [404], under('bill_of_lading.', BILL_HOLDS), { 409: 47, 422: 5 }],
  [
    'GET',
    '/load_lists/{}/load_list_items',
    EVENT_STATUSES,
    [...under('load_list_items[].', LOAD_LIST_ITEM), ...LINKS_OF_WHOLE],
  ],
  ['POST', '/load_lists/{}/load_list_items', EVENT_STATUSES, under('load_list_items[].', LOAD_LIST_ITEM)],
  ['DELETE', '/load_lists/{}/load_list_items/{}', EVENT_STATUSES, under('', LOAD_LIST_ITEM)],
  [
    'GET',
    '/discharge_lists/{}/discharge_list_items',
    EVENT_STATUSES,
    [...under('discharge_list_items[].', DISCHARGE_LIST_ITEM), ...LINKS],
  ],
  [
    'POST',
    '/discharge_lists/{}/discharge_list_items',
    EVENT_STATUSES,
    under('discharge_list_item.', DISCHARGE_LIST_ITEM),
  ],
  ['DELETE', '/discharge_lists/{}/discharge_list_items/{}', EVENT_STATUSES, under('', DISCHARGE_LIST_ITEM)],
  [
    'GET',
    '/bookings/{}/containers',
    EVENT_STATUSES,
    [...under('containers[].', 'container.id container.number stay.id stay.status edi_message'), ...LINKS],
  ],
  ['GET', '/bookings/{}/releases', EVENT_STATUSES, [...under('releases[].', BOOKING_RELEASE), ...LINKS]],
  ['GET', '/bookings/{}/releases/{}', EVENT_STATUSES, under('booking_release.', BOOKING_RELEASE)],
  ['POST', '/bookings/{}/releases', MOVE_STATUSES, under('booking_release.', BOOKING_RELEASE)],
  ['PATCH', '/bookings/{}/releases/{}', MOVE_STATUSES, under('booking_release.', BOOKING_RELEASE)],
  ['POST', '/bookings/{}/releases/{}/cancel', MOVE_STATUSES, under('booking_release.', BOOKING_RELEASE)],
  [
    'GET',
    '/voyages/{}/bayplan',
    EVENT_STATUSES,
    [...under('bayplan.', BAYPLAN), ...under('cells[].', BAYPLAN_CELL), ...LINKS],
  ],
  ['GET', '/imports', EVENT_STATUSES, [...under('imports[].', IMPORT), ...LINKS]],
  ['GET', '/imports/{}', EVENT_STATUSES, under('import.', `${IMPORT} findings[]{} more_findings`)],
  ['GET', '/edi_interchanges', EVENT_STATUSES, [...under('edi_interchanges[].', EDI_INTERCHANGE), ...LINKS]],
  ['GET', '/edi_interchanges/{}', EVENT_STATUSES, under('edi_interchange.', EDI_INTERCHANGE)],
  [
    'GET',
    '/edi_interchanges/{}/segments',
    EVENT_STATUSES,
    [...under('segments[].', 'number tag elements[] errors[]{}'), ...LINKS],
  ],
  ['POST', '/edi_interchanges/{}/read', [404, 409], under('edi_interchange.', EDI_INTERCHANGE)],
  ['POST', '/edi_interchanges/{}/resend', [404, 409], under('edi_interchange.', EDI_INTERCHANGE)],
  ['POST', '/edi_interchanges/{}/recompose', MOVE_STATUSES, under('edi_interchanges[].', EDI_INTERCHANGE)],
  ['POST', '/edi_interchanges/{}/taken', [404, 409], under('edi_interchange.', EDI_INTERCHANGE)],
  ['GET', '/edi_items', EVENT_STATUSES, [...under('edi_items[].', EDI_ITEM), ...LINKS]],
  ['POST', '/edi_flows/{}/tell', MOVE_STATUSES, under('edi_items[].', EDI_ITEM)],
  ['POST', '/edi_flows/{}/compose', MOVE_STATUSES, under('edi_interchanges[].', EDI_INTERCHANGE)],
  ['GET', '/edi_messages', EVENT_STATUSES, [...under('edi_messages[].', EDI_MESSAGE), ...LINKS]],
  ['GET', '/edi_messages/{}', EVENT_STATUSES, under('edi_message.', EDI_MESSAGE)],
  [
    'GET',
    '/edi_messages/{}/records',
    EVENT_STATUSES,
    [...under('records[].', 'segment type id key did'), ...LINKS],
  ],
  ['POST', '/edi_messages/{}/apply', MOVE_STATUSES, under('edi_message.', EDI_MESSAGE)],
  ['POST', '/edi_messages/{}/preview', [404, 409], under('edi_message.', EDI_MESSAGE)],
  ['POST', '/edi_messages/{}/dismiss', MOVE_STATUSES, under('edi_message.', EDI_MESSAGE)],
  ['GET', '/invoices', PARTY, [...under('invoices[].', INVOICE_PAID), ...LINKS]],
  ['GET', '/invoices/{}', PARTY, under('invoice.', INVOICE_PAID)],
  ['PUT', '/invoices/{}', PARTY, under('invoice.', INVOICE_UPDATED), { 409: 866 }],
  ['POST', '/invoices/approve', MOVE_STATUSES, under('invoices[].', INVOICE_UPDATED)],
  ['POST', '/invoices/{}/credit', MOVE_STATUSES, under('invoice.', INVOICE)],
  ['POST', '/invoices/{}/apply', MOVE_STATUSES, under('invoice.', INVOICE)],
  ['POST', '/invoices/{}/send', EVENT_STATUSES, under('mail.', MAIL)],
  ['GET', '/mails', [422], [...under('mails[].', MAIL), ...LINKS]],
  ['GET', '/mails/{}', EVENT_STATUSES, under('mail.', MAIL)],
  ['POST', '/mails/{}/resend', [404, 409], under('mail.', MAIL)],
  ['GET', '/payments', [422], [...under('payments[].', PAYMENT), ...LINKS]],
  ['GET', '/payments/{}', [404], under('payment.', PAYMENT)],
  ['POST', '/payments', MOVE_STATUSES, under('payment.', PAYMENT)],
  ['POST', '/payments/{}/allocate', MOVE_STATUSES, under('payment.', PAYMENT)],
  ['POST', '/payments/{}/deallocate', MOVE_STATUSES, under('payment.', PAYMENT_BACK)],
  ['POST', '/payments/{}/reverse', MOVE_STATUSES, under('payment.', PAYMENT_BACK)],
  ['POST', '/tills/{}/open', MOVE_STATUSES, under('till.', TILL)],
  ['POST', '/tills/{}/close', MOVE_STATUSES, under('till_closing.', TILL_CLOSING)],
  ['GET', '/till_closings', [422], [...under('till_closings[].', TILL_CLOSING), ...LINKS]],
  ['GET', '/till_closings/{}', [404, 422], under('till_closing.', TILL_CLOSING)],
  ['POST', '/invoice_drafts', MOVE_STATUSES, [...under('invoices[].', INVOICE), 'also_due[]{}']],
  ['GET', '/vessels', EVENT_STATUSES, [...under('vessels[].', VESSEL), ...LINKS]],
  ['GET', '/vessels/{}', [404], under('vessel.', VESSEL), { 422: 5 }],
  ['POST', '/vessels', [404], under('vessel.', VESSEL_WRITTEN), { 422: 5 }],
  ['PUT', '/vessels/{}', [404], under('vessel.', VESSEL_WRITTEN), { 422: 5 }],
  ['GET', '/voyages/{}/tallies', EVENT_STATUSES, under('', TALLY)],
  ['POST', '/voyages/{}/tallies', EVENT_STATUSES, under('tallies[].', TALLY_CREATED)],
  ['GET', '/tallies', EVENT_STATUSES, [...under('tallies[].', TALLY_SHOWN), ...LINKS]],
  ['GET', '/tallies/{}', EVENT_STATUSES, under('tally.', TALLY_SHOWN)],
  ['GET', '/tallies/{}/items', EVENT_STATUSES, [...under('items[].', TALLY_ITEM), ...LINKS]],
  ['PATCH', '/tallies/{}', [400, 404, 409, 422], under('tally.', TALLY_SHOWN)],
  // nobody has undone a new move
  [
    'POST',
    '/tallies/{}/moves',
    MOVE_STATUSES,
    [...under('tally_moves[].', `${TALLY_MOVE} undone_by{}`), 'warnings[]{}'],
  ],
  [
    'POST',
    '/tallies/{}/moves/{}/undo',
    MOVE_STATUSES,
    [...under('tally_move.', TALLY_MOVE), ...under('tally_move.undone_by.', USER)],
  ],
  [
    'POST',
    '/tallies/{}/close',
    EVENT_STATUSES,
    [...under('tally.', TALLY_SHOWN), ...under('short[].', TALLY_ITEM)],
  ],
  ['POST', '/tallies/{}/reopen', EVENT_STATUSES, under('tally.', TALLY_SHOWN)],
  [
    'GET',
    '/voyages/{}/progress',
    EVENT_STATUSES,
    [
      'voyage.id',
      'voyage.number',
      ...['discharge', 'loading'].flatMap((type) => [
        ...under(`${type}|null.`, PROGRESS),
        ...under(`${type}|null.cranes[].`, CRANE_PROGRESS),
      ]),
    ],
  ],
  ['GET', '/containers/{}/stays', STAY_STATUSES, [...under('stays[].', CONTAINER_STAY), ...LINKS]],
  ['GET', '/holds', [422], [...under('holds[].', LISTED_HOLD), ...LINKS]],
  ['GET', '/holds/{}', EVENT_STATUSES, under('hold.', LISTED_HOLD)],
  ['GET', '/container_releases', [422], [...under('container_releases[].', CONTAINER_RELEASE), ...LINKS]],
  ['GET', '/container_releases/{}', EVENT_STATUSES, under('container_release.', CONTAINER_RELEASE)],
  ['GET', '/containers/{}/damages', STAY_STATUSES, [...under('damages[].', DAMAGE), ...LINKS]],
  ['POST', '/containers/{}/damages', MOVE_STATUSES, under('damage.', DAMAGE)],
  ['GET', '/containers/{}/damages/{}', EVENT_STATUSES, under('damage.', DAMAGE)],
  ['PATCH', '/containers/{}/damages/{}', MOVE_STATUSES, under('damage.', DAMAGE)],
  ['POST', '/containers/{}/damages/{}/repair', MOVE_STATUSES, under('damage.', DAMAGE)],
  ['POST', '/containers/{}/damages/{}/withdraw', MOVE_STATUSES, under('damage.', DAMAGE)],
  ['GET', '/containers/{}/readings', EVENT_STATUSES, [...under('readings[].', READING), ...LINKS]],
  ['POST', '/containers/{}/readings', EVENT_STATUSES, under('reading.', READING)],
  ['POST', '/reefer_readings', [422], ['written', 'replaced']],
  ['GET', '/reefers', EVENT_STATUSES, [...under('reefers[].', REEFER), ...LINKS]],
  ['GET', '/reefers/counts', EVENT_STATUSES, countedBy('state shipping_line')],
  ['GET', '/damages', EVENT_STATUSES, [...under('damages[].', DAMAGE), ...LINKS]],
  ['GET', '/damages/counts', EVENT_STATUSES, countedBy('status severity damage_type shipping_line')],
  ['POST', '/truck_visits/{}/interchanges/{}/inspection', MOVE_STATUSES, under('inspection.', INSPECTION)],
  ['GET', '/truck_visits/{}/interchanges/{}/inspection', EVENT_STATUSES, under('inspection.', INSPECTION)],
  ['PATCH', '/truck_visits/{}/interchanges/{}/inspection', MOVE_STATUSES, under('inspection.', INSPECTION)],
  ['POST', '/tallies/{}/moves/{}/inspection', MOVE_STATUSES, under('inspection.', INSPECTION)],
  ['GET', '/tallies/{}/moves/{}/inspection', EVENT_STATUSES, under('inspection.', INSPECTION)],
  ['PATCH', '/tallies/{}/moves/{}/inspection', MOVE_STATUSES, under('inspection.', INSPECTION)],
  ['POST', '/containers/{}/inspections', MOVE_STATUSES, under('inspection.', INSPECTION)],
  ['GET', '/containers/{}/inspections', STAY_STATUSES, [...under('inspections[].', INSPECTION), ...LINKS]],
  ['GET', '/inspections', EVENT_STATUSES, [...under('inspections[].', INSPECTION), ...LINKS]],
  ['GET', '/inspections/{}', EVENT_STATUSES, under('inspection.', INSPECTION)],
  ['PATCH', '/inspections/{}', MOVE_STATUSES, under('inspection.', INSPECTION)],
  ['GET', '/movements', [422], [...under('movements[].', REGISTERED), ...LINKS]],
  ['GET', '/reports/truck_turn_times', [422], under('truck_turn_times[].', TURN_TIME)],
  [
    'GET',
    '/reports/dwell',
    [422],
    [
      ...under('dwell[]?.', DWELL),
      ...under('', REPORT.replaceAll(/\w+/g, '$&?')),
      ...under('rows[]?.', `month? shipping_line? usage? size? status? ${LEFT}`),
      ...under('totals?.', LEFT),
    ],
  ],
  [
    'GET',
    '/reports/moves',
    [422],
    reportOf(MOVED, 'day? week? month? hour? shipping_line? terminal? size? status?'),
  ],
  ['GET', '/reports/gate', [422], reportOf(AT_GATE, 'day? hour? gate? trucking_company?')],
  ['GET', '/reports/vessels', [422], reportOf(OF_CALLS, 'voyage? vessel? berth_area?')],
  ['GET', '/reports/yard', [422], reportOf(IN_YARD, 'day? yard_area? shipping_line? usage?')],
  [
    'GET',
    '/reports/revenue',
    [422],
    reportOf(
      REVENUE,
      'day? month? charge_code? shipping_line? customer? customer_type? terminal? general_ledger_id?',
      ' currency',
    ),
  ],
  ['GET', '/reports/line_cost', [422], reportOf(COST, 'month? charge_code amount', ' currency')],
  ['GET', '/container_stays', STAY_STATUSES, [...under('container_stays[].', CONTAINER_STAY), ...LINKS]],
  [
    'GET',
    '/container_stays/counts',
    STAY_STATUSES,
    countedBy('status usage container_status shipping_line arrival_voyage departure_voyage booking'),
  ],
  [
    'GET',
    '/containers/counts',
    VOYAGE_STATUSES,
    countedBy(
      'container_status usage current_location_type shipping_line container_type arrival_voyage departure_voyage',
    ),
  ],
  ['GET', '/voyages/counts', VOYAGE_STATUSES, countedBy('status assigned_berth_area stage')],
  ['GET', '/truck_visits/counts', EVENT_STATUSES, countedBy('inside gate trucking_company')],
  ['GET', '/appointments/counts', [400, 404, 409, 422], countedBy('status terminal gate slot_purpose')],
  ['GET', '/charges/counts', EVENT_STATUSES, countedBy('status charge_code customer')],
  ['GET', '/invoices/counts', PARTY, countedBy('status document_type')],
  ['GET', '/payments/counts', [422], countedBy('way status')],
  ['GET', '/receivables/counts', [422], countedBy('currency over_limit')],
  [
    'GET',
    '/receivables',
    [422],
    under(
      '',
      'receivables[].customer{} receivables[].currency receivables[].open receivables[].ages{} receivables[].oldest{} receivables[].credit_limit receivables[].over_limit as_of',
    ),
  ],
  [
    'GET',
    '/customers/{}/{}/statement',
    EVENT_STATUSES,
    under(
      '',
      'customer{} currency from until opening_balance rows[]{} closing_balance open_invoices open_credit_notes unallocated ages{} as_of',
    ),
  ],
  ['GET', '/ledger', [422], under('', 'from until rows[]{}')],
  ['GET', '/movements/counts', [422], countedBy('movement_type')],
  ['GET', '/bookings/counts', VOYAGE_STATUSES, countedBy('shipping_line voyage')],
  ['GET', '/discharge_lists/counts', VOYAGE_STATUSES, countedBy('shipping_line voyage')],
  ['GET', '/container_stays/{}', STAY_STATUSES, under('container_stay.', CONTAINER_STAY)],
  ['PATCH', '/container_stays/{}', STAY_STATUSES, under('container_stay.', CONTAINER_STAY)],
  ['PUT', '/containers/{}/vgm', STAY_STATUSES, under('container_stay.', CONTAINER_STAY)],
  ['DELETE', '/containers/{}/vgm', STAY_STATUSES, under('container_stay.', CONTAINER_STAY)],
  ['POST', '/containers/{}/moves', EVENT_STATUSES, [...under('movement.', MOVEMENT), 'warnings[]{}']],
  ['GET', '/dangerous_goods', EVENT_STATUSES, [...under('dangerous_goods[].', DANGEROUS_HERE), ...LINKS]],
  [
    'GET',
    '/dangerous_goods/counts',
    EVENT_STATUSES,
    countedBy('imdg_class shipping_line arrival_voyage departure_voyage place terminal yard_area'),
  ],
  [
    'PUT',
    '/containers/{}/dangerous_goods',
    EVENT_STATUSES,
    [...under('container_stay.', CONTAINER_STAY), 'warnings[]{}'],
  ],
  ['POST', '/vehicles/{}/moves', EVENT_STATUSES, under('movement.', CARGO_MOVEMENT)],
  ['POST', '/breakbulks/{}/moves', EVENT_STATUSES, under('movement.', `${CARGO_MOVEMENT} quantity`)],
  ['GET', '/yard_areas/{}/stacks', EVENT_STATUSES, under('', STACKS)],
  ['GET', '/yard_areas/{}/inventory', EVENT_STATUSES, under('', INVENTORY)],
  [
    'GET',
    '/terminals/{}/inventory',
    EVENT_STATUSES,
    under(
      '',
      'terminal.id terminal.name containers teu areas[]{} elsewhere.containers elsewhere.teu elsewhere.by_location_type{}',
    ),
  ],
  ['GET', '/yard_slots/free', EVENT_STATUSES, [...under('yard_slots[].', YARD_SLOT), ...LINKS]],
  ['GET', '/containers/{}/availability', EVENT_STATUSES, under('', AVAILABILITY)],
  ['GET', '/availability', EVENT_STATUSES, ['actions{}', ...under('availabilities[].', AVAILABILITY)]],
  ['GET', '/truck_visits/{}/obstacles', EVENT_STATUSES, under('', 'truck_visit.id may_leave reasons[]{}')],
  [
    'GET',
    '/truck_visits/{}/due',
    EVENT_STATUSES,
    under('', 'truck_visit.id payers[]{} totals[]{} problems[]{} as_of'),
  ],
  [
    'GET',
    '/bookings/{}/receiving',
    EVENT_STATUSES,
    under('', 'receives reasons[]{} received released inside inside_released quantity lines[]{} cut_off'),
  ],
  ['GET', '/billing_profile', EVENT_STATUSES, under('billing_profile.', BILLING_PROFILE)],
  ['PATCH', '/billing_profile', EVENT_STATUSES, under('billing_profile.', BILLING_PROFILE)],
  ['GET', '/containers/{}/charge_preview', EVENT_STATUSES, under('', CHARGE_PREVIEW)],
  ['POST', '/charge_previews', EVENT_STATUSES, under('charge_previews[].', CHARGE_PREVIEW)],
  ['POST', '/tariffs/{}/publish', [404, 409, 422], under('tariff.', TARIFF)],
  ['POST', '/tariffs/{}/copy', [404, 409, 422], under('tariff.', TARIFF)],
  ['POST', '/service_orders/{}/complete', [404, 409, 422], under('service_order.', SERVICE_ORDER)],
  ['POST', '/service_orders/{}/cancel', [404, 409, 422], under('service_order.', SERVICE_ORDER)],
  ['POST', '/appointments/{}/cancel', EVENT_STATUSES, under('appointment.', APPOINTMENT)],
  ['GET', '/party_directory', [422], under('party_directory[].', 'type id key name')],
  ['GET', '/appointment_slots', [422], ['actions{}', ...under('appointment_slots[].', SLOT)]],
  ['GET', '/edi_channels', EDI_CHANNEL_STATUSES, [...under('edi_channels[].', EDI_CHANNEL), ...LINKS]],
  ['POST', '/edi_channels', EDI_CHANNEL_STATUSES, under('edi_channel.', EDI_CHANNEL)],
  ['GET', '/edi_channels/{}', EDI_CHANNEL_STATUSES, under('edi_channel.', EDI_CHANNEL)],
  ['PATCH', '/edi_channels/{}', EDI_CHANNEL_STATUSES, under('edi_channel.', EDI_CHANNEL)],
  ['DELETE', '/edi_channels/{}', EDI_CHANNEL_STATUSES, ['message']],
  ['POST', '/edi_channels/{}/rotate_key', EDI_CHANNEL_STATUSES, under('edi_channel.', EDI_CHANNEL)],
  [
    'POST',
    '/edi_channels/{}/test',
    EDI_CHANNEL_STATUSES,
    under(
      '',
      'connected host_key folders.in.exists folders.in.files folders.out.exists folders.out.writable milliseconds error',
    ),
  ],
  ['GET', '/tokens', TOKEN_STATUSES, [...under('tokens[].', TOKEN), ...LINKS]],
  ['POST', '/tokens', TOKEN_STATUSES, under('token.', `${TOKEN} token`)],
  ['GET', '/tokens/{}', TOKEN_STATUSES, under('token.', TOKEN)],
  ['PATCH', '/tokens/{}', TOKEN_STATUSES, under('token.', TOKEN)],
  ['POST', '/tokens/{}/revoke', TOKEN_STATUSES, under('token.', TOKEN)],
  ['GET', '/identity_issuers', TOKEN_STATUSES, [...under('identity_issuers[].', ISSUER), ...LINKS]],
  ['GET', '/identity_issuers/{}', TOKEN_STATUSES, under('identity_issuer.', ISSUER)],
  ['PATCH', '/identity_issuers/{}', TOKEN_STATUSES, under('identity_issuer.', ISSUER)],
  ['DELETE', '/identity_issuers/{}', TOKEN_STATUSES, ['message']],
  ['POST', '/identity_issuers/{}/test', TOKEN_STATUSES, under('', 'reached keys[]{} error')],
  [
    'POST',
    '/identity_issuers/{}/explain',
    TOKEN_STATUSES,
    under('', 'accepted reason grant user{}|null parties[]{}'),
  ],
  [
    'GET',
    '/truck_drivers/{}/personal_data',
    TOKEN_STATUSES,
    under('personal_data.', `record{} ${DRIVER_PERSONAL}`),
  ],
  [
    'POST',
    '/truck_drivers/{}/erase',
    TOKEN_STATUSES,
    under('truck_driver.', `${DRIVER} firstname lastname erased_at`),
  ],
  ['GET', '/users/{}/personal_data', TOKEN_STATUSES, under('personal_data.', `record{} ${USER_PERSONAL}`)],
  [
    'POST',
    '/users/{}/erase',
    TOKEN_STATUSES,
    under(
      'user.',
      'id email firstname lastname active limited parties[]{} kind last_seen_at erased_at created_at updated_at',
    ),
  ],
  [
    'GET',
    '/webhook_endpoints',
    WEBHOOK_STATUSES,
    [...under('webhook_endpoints[].', WEBHOOK_ENDPOINT), ...LINKS],
  ],
  ['POST', '/webhook_endpoints', WEBHOOK_STATUSES, under('webhook_endpoint.', `${WEBHOOK_ENDPOINT} secret`)],
  ['GET', '/webhook_endpoints/{}', WEBHOOK_STATUSES, under('webhook_endpoint.', WEBHOOK_ENDPOINT)],
  ['PATCH', '/webhook_endpoints/{}', WEBHOOK_STATUSES, under('webhook_endpoint.', WEBHOOK_ENDPOINT)],
  ['DELETE', '/webhook_endpoints/{}', WEBHOOK_STATUSES, ['message']],
  [
    'POST',
    '/webhook_endpoints/{}/rotate_secret',
    WEBHOOK_STATUSES,
    under('webhook_endpoint.', `${WEBHOOK_ENDPOINT} secret`),
  ],
  ['POST', '/webhook_endpoints/{}/test', WEBHOOK_STATUSES, under('webhook_delivery.', WEBHOOK_DELIVERY)],
  [
    'POST',
    '/webhook_endpoints/{}/replay',
    WEBHOOK_STATUSES,
    under('webhook_replay.', 'after until deliveries'),
  ],
  [
    'GET',
    '/webhook_endpoints/{}/deliveries',
    WEBHOOK_STATUSES,
    [...under('webhook_deliveries[].', WEBHOOK_DELIVERY), ...LINKS],
  ],
  [
    'POST',
    '/webhook_endpoints/{}/deliveries/{}/redeliver',
    WEBHOOK_STATUSES,
    under('webhook_delivery.', WEBHOOK_DELIVERY),
  ],
  [
    'GET',
    '/events',
    [400, 410],
    [...under('events[].', `${HAPPENED} previous_id`), ...under('actions.', 'next.method next.url')],
  ],
  ['GET', '/events/{}', [400, 404], under('event.', HAPPENED)],
  ['GET', '/audit_entries', [400], [...under('audit_entries[].', AUDIT_ENTRY), ...LINKS]],
];
