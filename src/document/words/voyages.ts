/** Words of vessels and their calls. */
export const VOYAGES = {
  voyage: 'The voyage: one call of a vessel at the terminal, known by its number; null where none is named',
  voyages: 'Calls of vessels, past and to come',
  'Voyage.number':
    'The number of the voyage, one for each call of a vessel; unique in the organization, and what requests name the voyage by',
  'LastVoyage.number': 'The number of that voyage',
  voyage_number: 'The number of the voyage, as `number` of the voyage itself',
  vessel_name: 'The name of the vessel of this voyage',
  'Voyage.status':
    '`departed` once an actual time of departure is known, else `unknown`; the service sets it, and answers nothing between',
  cancelled:
    'Whether the call does not take place; its records stay. Nothing is received for a cancelled voyage',
  display_name: 'A name for lists and menus, made by the service',
  closing_comments: 'What is noted about the call when it is over',
  arrival_number_of_tug_boats: 'How many tugs helped the vessel in; null while nobody counted',
  departure_number_of_tug_boats: 'How many tugs helped the vessel out; null while nobody counted',
  number_of_tug_boats: 'Tugs of arrival and departure together; 0 while nobody counted',
  estimated_time_of_anchorage: 'When the vessel is expected at the anchorage; null while nobody expects it',
  actual_time_of_anchorage:
    'When the vessel dropped anchor outside, waiting for its berth; null where it did not, or not yet',
  actual_time_of_pilot_boarded: 'When the pilot of the arrival came on board; null before',
  actual_time_of_berth: 'When the vessel was all fast at the berth (ATB); null before',
  et_of_berth: 'When the vessel is expected at the berth (ETB); null while nobody expects it',
  actual_time_of_customs_clearance: 'When customs cleared the vessel; null before',
  actual_time_of_departure:
    'When the vessel left the port (ATD), which makes the voyage `departed`; null before',
  actual_time_of_departure_pilot_boarded: 'When the pilot of the departure came on board; null before',
  estimated_time_of_departure: 'When the vessel is expected to leave (ETD); null while nobody expects it',
  at_berth_departure:
    'When the vessel left the berth, which may be hours before it leaves the port; null before',
  receiving_cut_off_time:
    'Until when export cargo is received for the voyage; null where it is received until the vessel leaves',
  vgm_cut_off_time:
    'Until when the verified gross mass of what is loaded is taken; later ones only from an `admin`; null for no end',
  block_receiving_export_past_cut_off:
    'Whether the gate refuses export cargo after `receiving_cut_off_time`, instead of only showing it',
  departed_last_port_on:
    'The day on which the vessel left its last port before this one; null while nobody said',
  discharge_destination_type:
    'What kind of place cargo is discharged to: it says what `discharge_destination_id` is the id of',
  discharge_destination_id:
    'The id of the terminal, berth area or port that cargo is discharged to, as `discharge_destination_type` says',
  agent_id: 'The id of the ship agent of this call; null for none',
  arrival_pilot_id: 'The id of the pilot who brings the vessel in; null for none',
  departure_pilot_id: 'The id of the pilot who takes the vessel out; null for none',
  assigned_berth_area_id: 'The id of the berth area where the vessel is to lie; null while none is given',
  assigned_yard_area_id: 'The id of the yard area that its cargo is to go to; null while none is given',
  stevedoring_company_id: 'The id of the company that loads and discharges the vessel; null for none',
  stevedoring_company: 'The company that loads and discharges the vessel',
  stevedoring_companies: 'Companies that load and discharge vessels',
  stevedoring_supervisor: 'A person who leads the work on a vessel',
  stevedoring_supervisors: 'The people who lead the work on the vessel, by name',
  captain: 'The master of the vessel on this voyage, by name',
  assigned_berth_area: 'The berth area where the vessel is to lie',
  assigned_yard_area: 'The yard area that its cargo is to go to',
  arrival_pilot: 'The pilot who brings the vessel in',
  departure_pilot: 'The pilot who takes the vessel out',
  last_port_of_call: 'The port that the vessel comes from',
  next_port_of_call: 'The port that the vessel goes to',
  berth_start_position: 'Where along the quay the ship begins, in metres; null while no place is assigned',
  berth_end_position: 'Where along the quay the ship ends, in metres; null while no place is assigned',
  vessel: 'The ship, known by its name or its IMO number',
  vessels: 'Ships that call, or have called, at the terminal',
  'Vessel.name':
    'The name of the ship; unique in the organization, and what voyages name it by, spelt exactly so',
  imo: 'The IMO ship identification number, 7 digits that stay with the hull for life; null where the ship has none',
  imo_number:
    'The IMO ship identification number, 7 digits that stay with the hull for life; null where the ship has none',
  call_sign:
    'The radio call sign that the flag state gave the ship; unique in the organization; null while not known',
  vessel_type:
    'What the ship is built for, such as `container`, `general_cargo`, `dry_bulk` or `tanker`; any text is taken',
  flag: 'The flag state, as the country code of two letters that the vessel was entered with; null while not known',
  country_code: 'The flag state as a country code of two letters (ISO 3166-1); null while not known',
  gross_tonnage:
    'The gross tonnage (GT) of the tonnage certificate: a measure of volume without a unit, no weight',
  net_tonnage:
    'The net tonnage (NT) of the tonnage certificate: a measure of the volume for cargo, no weight',
  teu_capacity: 'How many TEU (20-foot lengths) the ship can carry; null while not known',
  scac: 'The Standard Carrier Alpha Code of who operates the ship: two to four letters',
  agent_name: 'The company that acts for the ship in the port, in whatever way it was written',
  max_draught: 'The largest depth of the hull below the waterline; kept as it was sent, like all dimensions',
  has_cranes:
    'Whether the ship has cranes of its own (geared), so that it can work without those of the quay',
  number_of_bays: 'How many bays (slices across the ship) its stowage plan has',
  number_of_rows: 'How many rows (side by side across the ship) its stowage plan has',
  number_of_tiers_below: 'How many tiers (layers) containers are stowed in below deck',
  above_deck_first_tier:
    'The number of the lowest tier on deck in its stowage plan: 82 on most ships, even as all tiers are',
  number_of_tiers_above:
    'How far tiers go on deck, counted as `above_deck_first_tier` is, which it is greater than',
  voyage_event:
    'Something that happened on a voyage, such as a survey, a shift of berth or a stop for weather',
  voyage_events: 'What happened on the voyage, those events of this page',
  voyage_event_type: 'A kind of thing that can happen on a voyage, and what is noted of it',
  voyage_event_types: 'The kinds of things that can happen on a voyage',
  voyage_event_type_id:
    'The id of the type of the event, from `GET /voyage_event_types`: it says which of the other fields belong to it',
  event_type_id: 'The id of its type among the voyage event types',
  started_at: 'When it happened, or began where it lasted; null while nobody said',
  'VoyageEvent.completed_at': 'When it ended; null while it lasts, and for what happens at one moment',
  service_boat: 'The tug, pilot boat or launch that served; null where none did',
  service_boats: 'Tugs, pilot boats and other boats that serve vessels',
  service_boat_id: 'The id of the boat that served; null for none',
  pilot: 'The person who guides vessels in and out; null where none was on board for it',
  pilots: 'People who guide vessels in and out',
  pilot_id: 'The id of the pilot who was on board for it; null for none',
  from_berth: 'The berth area that the vessel left; null where the event is no shift of berth',
  to_berth: 'The berth area that the vessel went to; null where the event is no shift of berth',
  custom_value: 'What its type asks for beside times, such as a draught; as text, also where it is a number',
  is_date_range: 'Whether it lasts, with a beginning and an end, instead of happening at one moment',
  uses_service_boat: 'Whether the boat that served is noted with it: a form then asks for `service_boat_id`',
  uses_pilot: 'Whether a pilot is noted with it: a form then asks for `pilot_id`',
  uses_berths:
    'Whether berths are noted with it, as of a shift: a form then asks for `from_berth_id` and `to_berth_id`',
  custom_value_identifier: 'What its custom value means, such as `mean_draught`; null where it has none',
  custom_value_type:
    'What its custom value has to be: any text (`string`) or a decimal number (`number`); null where it has none',
  loa: 'The length overall, from stem to stern, in the dimension unit of the organization; null while not known',
  woa: 'The width overall (the largest beam), in the dimension unit of the organization; null while not known',
} as const;
