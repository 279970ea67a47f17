const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);

/** Set-up proper: whoever creates, updates or deletes a record of these kinds is an admin. */
const SET_UP =
  `users flex_field_definitions ports terminals berth_areas yard_areas yard_slots gates agents exporters
  pilots service_boats stevedoring_companies stevedoring_supervisors voyage_event_types container_types commodity_types
  package_types hold_types appointment_plans appointment_closures calendars taxes tax_rules charge_codes tariffs
  tariff_rates billing_accounts number_series tills segregation_rules edi_partners edi_flows edi_codes damage_types damage_components`.split(
    /\s+/,
  );

/** Set-up kinds that are daily work. */
const DAILY =
  `trucking_companies truck_drivers bookings dock_receipts delivery_orders containers chassis load_lists discharge_lists
  breakbulks packing_list_items appointments tally_moves free_time_agreements payer_nominations service_orders`.split(
    /\s+/,
  );

const writes = (kinds: string[]) =>
  kinds.flatMap((kind) => [`POST /${kind}`, `PATCH /${kind}/{}`, `DELETE /${kind}/{}`]);

const ADMIN = [
  ...writes(SET_UP),
  ...lines(`
    GET /audit_entries
    GET /imports
    GET /imports/{}
    POST /imports
    PATCH /container_stays/{}
    POST /containers/{}/renumber
    GET /organization
    PATCH /organization
    PATCH /billing_profile
    POST /tariffs/{}/publish
    POST /tariffs/{}/copy
    GET /tokens
    GET /tokens/{}
    POST /tokens
    PATCH /tokens/{}
    POST /tokens/{}/revoke
    GET /identity_issuers
    GET /identity_issuers/{}
    POST /identity_issuers
    PATCH /identity_issuers/{}
    DELETE /identity_issuers/{}
    POST /identity_issuers/{}/test
    POST /identity_issuers/{}/explain
    POST /users/{}/sign_out
    GET /users/{}/identities
    DELETE /users/{}/identities/{}
    GET /truck_drivers/{}/personal_data
    POST /truck_drivers/{}/erase
    GET /users/{}/personal_data
    POST /users/{}/erase
    GET /webhook_endpoints
    GET /webhook_endpoints/{}
    POST /webhook_endpoints
    PATCH /webhook_endpoints/{}
    DELETE /webhook_endpoints/{}
    POST /webhook_endpoints/{}/rotate_secret
    POST /webhook_endpoints/{}/test
    POST /webhook_endpoints/{}/replay
    GET /webhook_endpoints/{}/deliveries
    POST /webhook_endpoints/{}/deliveries/{}/redeliver
    GET /edi_channels
    GET /edi_channels/{}
    POST /edi_channels
    PATCH /edi_channels/{}
    DELETE /edi_channels/{}
    POST /edi_channels/{}/test
    POST /edi_channels/{}/rotate_key
    POST /tallies/{}/reopen
    DELETE /invoices/{}`),
];

const WRITE = [
  ...writes(DAILY),
  ...lines(`
  POST /vehicles
  DELETE /vehicles/{}
  PATCH /interchanges/{}
  PATCH /tallies/{}
  POST /tallies/{}/moves
  POST /tallies/{}/moves/{}/undo
  POST /tallies/{}/close
  POST /invoices
  POST /invoices/approve
  POST /invoices/{}/credit
  POST /invoices/{}/apply
  POST /payments
  POST /payments/{}/allocate
  POST /payments/{}/deallocate
  POST /payments/{}/reverse
  POST /tills/{}/open
  POST /tills/{}/close
  POST /invoice_drafts
  POST /packing_list_items/{}/strip
  POST /packing_list_items/{}/deliver
  POST /containers/{}/plug_in
  POST /containers/{}/empty
  PUT /containers/{}/vgm
  PUT /containers/{}/dangerous_goods
  DELETE /containers/{}/vgm
  POST /containers/{}/plug_out
  POST /containers/{}/moves
  POST /vehicles/{}/moves
  POST /breakbulks/{}/moves
  POST /vehicles/{}/deliver
  POST /breakbulks/{}/deliver
  POST /freight_forwarders
  PUT /freight_forwarders/{}
  DELETE /freight_forwarders/{}
  POST /consignees
  PUT /consignees/{}
  DELETE /consignees/{}
  POST /shipping_lines
  PUT /shipping_lines/{}
  POST /trucks
  PATCH /trucks/{}
  POST /vessels
  PUT /vessels/{}
  POST /voyages
  PATCH /voyages/{}
  POST /voyages/{}/voyage_events
  PATCH /voyages/{}/voyage_events/{}
  DELETE /voyages/{}/voyage_events/{}
  POST /voyages/{}/tallies
  POST /manifests
  DELETE /manifests/{}
  POST /manifests/{}/bill_of_ladings
  PATCH /manifests/{}/bill_of_ladings/{}
  PUT /manifests/{}/bill_of_ladings/{}/holds/{}
  DELETE /manifests/{}/bill_of_ladings/{}/holds/{}
  PUT /containers/{}/holds/{}/lift
  PUT /containers/{}/holds/{}/apply
  PATCH /vehicles/{}
  POST /gensets
  PATCH /gensets/{}
  POST /load_lists/{}/load_list_items
  DELETE /load_lists/{}/load_list_items/{}
  POST /discharge_lists/{}/discharge_list_items
  DELETE /discharge_lists/{}/discharge_list_items/{}
  POST /containers/{}/damages
  PATCH /containers/{}/damages/{}
  POST /containers/{}/damages/{}/repair
  POST /containers/{}/damages/{}/withdraw
  POST /containers/{}/readings
  POST /reefer_readings
  POST /containers/{}/inspections
  POST /truck_visits/{}/interchanges/{}/inspection
  POST /tallies/{}/moves/{}/inspection
  PATCH /truck_visits/{}/interchanges/{}/inspection
  PATCH /tallies/{}/moves/{}/inspection
  PATCH /inspections/{}
  POST /bookings/{}/releases
  PATCH /bookings/{}/releases/{}
  POST /bookings/{}/releases/{}/cancel
  POST /pre_advices
  POST /appointments/{}/cancel
  POST /nominations
  POST /nominations/{}/revoke
  POST /receivables/remind
  POST /invoices/{}/send
  POST /mails/{}/resend
  POST /billing_runs
  POST /charges/{}/waive
  POST /billing_runs/{}/cancel
  POST /service_orders/{}/complete
  POST /service_orders/{}/cancel
  PATCH /pre_advices/{}
  DELETE /pre_advices/{}
  POST /truck_visits
  PATCH /truck_visits/{}
  POST /truck_visits/{}/cancel
  POST /truck_visits/{}/interchanges
  PATCH /truck_visits/{}/interchanges/{}
  DELETE /truck_visits/{}/interchanges/{}
  POST /truck_visits/{}/interchanges/{}/reverse
  POST /trucks/{}/gate_out
  PUT /invoices/{}
  POST /files
  POST /edi_interchanges
  POST /edi_interchanges/{}/read
  POST /edi_messages/{}/apply
  POST /edi_messages/{}/preview
  POST /edi_messages/{}/dismiss
  POST /edi_interchanges/{}/resend
  POST /edi_interchanges/{}/recompose
  POST /edi_interchanges/{}/taken
  POST /edi_flows/{}/tell
  POST /edi_flows/{}/compose`),
];

/** What is no GET, and yet for every token. */
const READ = [
  'POST /events/stream_tickets',
  'POST /files/{}/link',
  'POST /charge_previews',
  'POST /me/revoke',
];

/**
 * The smallest role that may make a request, written down by hand: a GET reads unless it stands here; of whatever else
 * does not stand here nobody has said.
 * @param row as `POST /trucks/{}/gate_out`
 */
export function roleOf(row: string): 'read' | 'write' | 'admin' | undefined {
  if (ADMIN.includes(row)) return 'admin';
  if (WRITE.includes(row)) return 'write';
  return row.startsWith('GET ') || READ.includes(row) ? 'read' : undefined;
}

/** The rows that are no GET of everybody, to see that each of them is an operation. */
export const NAMED = [...ADMIN, ...WRITE, ...READ];
