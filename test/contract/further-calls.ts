import {
  Call,
  Earlier,
  get,
  idOf,
  dischargesOf,
  listOf,
  patch,
  post,
  refused,
  put,
  receiptOf,
  remove,
  workedTally,
} from './example-calls';

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

/** A file with a column that no truck has, and a line with an unknown company. */
const REFUSED_IMPORT = '/imports?file_name=trucks.csv';
const visitOf = (earlier: Earlier): string => `/truck_visits/${earlier('POST /truck_visits').truck_visit.id}`;
const holdOf = (earlier: Earlier, name: string): string =>
  `/manifests/TDK-TP2610/bill_of_ladings/TDK7730019/holds/${idOf(earlier('GET /hold_types').hold_types, name)}`;
const containerHold = (earlier: Earlier): string =>
  `/containers/TDKU7315825/holds/${earlier('GET /containers/TDKU7315825/holds').holds[0].id}`;
const eventOf = (earlier: Earlier): string =>
  `/voyages/NT2613/voyage_events/${earlier('POST /voyages/NT2613/voyage_events').voyage_event.id}`;

const event = (body: object): Call =>
  post('/voyages/NT2613/voyage_events', (earlier) => ({
    voyage_event_type_id: idOf(
      earlier('GET /voyage_event_types?per_page=100').voyage_event_types,
      'Shifted along the quay',
    ),
    voyage_event: {
      service_boat_id: earlier('GET /service_boats').service_boats[0].id,
      from_berth_id: earlier('GET /berth_areas').berth_areas[0].id,
      to_berth_id: earlier('GET /berth_areas').berth_areas[0].id,
      pilot_id: earlier('GET /pilots').pilots[0].id,
      ...body,
    },
  }));

const loadingTally = (earlier: Earlier): string =>
  `/tallies/${earlier('GET /tallies?voyage_number=TH2612&tally_type=loading').tallies[0].id}`;

const EDI = {
  edi_partner: { name: 'Northquay Message Hub', edi_id: 'NQLHUB' },
  name: 'Gate messages',
  communication_mode: 'sftp',
};

/** What the examples leave out, after them: every object filled, and every list on a page between others. */
export const FURTHER_CALLS: Call[] = [
  // parties
  get('/shipping_lines/NBQ'),
  get('/shipping_lines?code=NBQ'),
  post('/shipping_lines', (earlier) => ({
    shipping_line: {
      code: 'NQR',
      parent_id: earlier('GET /shipping_lines/WHA').shipping_line.id,
      edi_settings: EDI,
    },
  })),
  put('/shipping_lines/NQR', { shipping_line: { code: 'NQR', edi_settings: EDI } }),
  // a truck brings a reefer with a genset on a chassis
  post('/pre_advices', {
    truck: 'KD-118-R',
    truck_driver: 'DL-5520398',
    purposes: [
      {
        purpose_type: 'drop off',
        cargo: {
          cargo_type: 'container',
          container_number: 'WHAU4200034',
          container_type: '40RH',
          container_status: 'full',
          shipping_line: 'WHA',
        },
        booking: 'WHA331057',
      },
    ],
  }),
  post('/truck_visits', (earlier) => ({
    pre_advice_number: earlier('POST /pre_advices').advice_number,
    gate: 'In 1',
  })),
  get(visitOf),
  patch((earlier) => `/interchanges/${earlier(`GET ${visitOf(earlier)}`).interchanges[0].id}`, {
    chassis: 'WHAZ4007607',
    genset: 'GS-202',
  }),
  post('/trucks/KD-118-R/gate_out'),
  get(visitOf),
  post('/truck_visits', {
    truck: 'WH-472-B',
    gate: 'In 1',
    out_gate: 'In 1',
    truck_driver_license: 'DL-5520147',
  }),
  ...[1, 2, 3].flatMap(() => [
    post((earlier) => `${visitOf(earlier)}/interchanges`, {
      purpose_type: 'pick up',
      cargo: { cargo_type: 'general cargo' },
    }),
    refused(post('/truck_visits', { truck: 'WH-472-B', gate: 'In 1' })),
  ]),
  get((earlier) => `${visitOf(earlier)}/interchanges?page=2&per=1`),
  get('/gate_refusals?page=2&per=1'),
  get(visitOf),
  get('/truck_visits?inside=true&per=100'),
  post('/pre_advices', { advice_number: 'PA-5001', truck: 'KD-118-R', trucking_company: 'EST' }),
  get('/pre_advices/PA-5001'),
  // holds of a bill of lading
  put((earlier) => holdOf(earlier, 'Freight unpaid')),
  put((earlier) => holdOf(earlier, 'Customs inspection')),
  get('/manifests/TDK-TP2610/bill_of_ladings/TDK7730019/holds'),
  get('/containers/TDKU7301950/holds'),
  remove((earlier) => holdOf(earlier, 'Freight unpaid'), { hold: { reference_number: 'PAY-77121' } }),
  put((earlier) => holdOf(earlier, 'Freight unpaid')),
  remove((earlier) => holdOf(earlier, 'Freight unpaid'), {
    hold: { reference_number: 'PAY-77122', lift_until: '2099-01-31' },
  }),
  put((earlier) => holdOf(earlier, 'Freight unpaid')),
  get((earlier) => `${holdOf(earlier, 'Freight unpaid')}/history?page=2&per=1`),
  get('/containers/TDKU7315825/holds'),
  put((earlier) => `${containerHold(earlier)}/lift`, { hold: { lift_until: '2099-01-31' } }),
  put((earlier) => `${containerHold(earlier)}/lift`, { hold: { lift_until: '2099-02-28' } }),
  get((earlier) => `${containerHold(earlier)}/history?page=2&per=1`),
  // a voyage that sails, with supervisors and events
  post('/voyages', (earlier) => ({
    voyage: {
      number: 'NT2614',
      vessel_name: 'Northquay Tern',
      discharge_destination_type: 'Terminal',
      discharge_destination_id: idOf(earlier('GET /terminals').terminals, 'North Quay'),
      stevedoring_supervisors: ['Dirk Vermaas'],
    },
  })),
  patch('/voyages/NT2614', () => ({ voyage: { at_of_departure: anHourAgo() } })),
  get('/voyages/NT2614'),
  get('/vessels/Northquay%20Tern'),
  get('/vessels?per=100'),
  get('/service_boats'),
  get('/berth_areas'),
  get('/pilots'),
  event({ notes: 'Forward' }),
  event({ notes: 'Aft' }),
  event({ notes: 'Back' }),
  patch(eventOf, { voyage_event: { notes: 'Back again' } }),
  // its cargo
  patch('/containers/WHAU4163360', {
    reefer_plug_movements: [{ plug_action: 'plug_in', plug_action_at: '2026-11-17T08:00:00Z' }],
  }),
  get('/voyages/WP2611/bill_of_ladings/WHA26110043'),
  get('/voyages/TP2610/bill_of_ladings/TDK7730019'),
  get('/voyages/TP2610/bill_of_ladings'),
  get('/containers/WHAU4119542'),
  post(
    (earlier) => `/load_lists/${listOf(earlier)}/load_list_items`,
    (earlier) => ({
      load_list_item_type: 'full',
      load_list_item: { container_id: earlier('GET /containers/WHAU4119542').container.id },
    }),
  ),
  remove((earlier) => {
    const path = `/load_lists/${listOf(earlier)}/load_list_items`;
    return `${path}/${earlier(`POST ${path}`).load_list_items[0].id}`;
  }),
  // its cranes load a vehicle and breakbulk, and take both off again
  get('/tallies?page=2&per=1'),
  get((earlier) => `/tallies/${workedTally(earlier)}/items?page=2&per=1`),
  get('/tallies?voyage_number=TH2612&tally_type=loading'),
  get((earlier) => `${loadingTally(earlier)}/items?per=100`),
  post((earlier) => `${loadingTally(earlier)}/moves`, {
    moves: [
      { crane: 'Mobile crane 3', vin: 'WHFX220L8FB031906' },
      { crane: 'Mobile crane 3', reference_number: 'BB-4404', quantity: 2 },
    ],
  }),
  get('/voyages/TH2612/progress'),
  ...[0, 1].map((at) =>
    post(
      (earlier) => {
        const moves = `${loadingTally(earlier)}/moves`;
        return `${moves}/${earlier(`POST ${moves}`).tally_moves[at].id}/undo`;
      },
      { reason: 'Goes with the next ship' },
    ),
  ),
  post((earlier) => `${loadingTally(earlier)}/close`),
  post((earlier) => `${loadingTally(earlier)}/reopen`),
  // invoices
  post('/invoices', (earlier) => ({
    number: 'INV-260418',
    customer: { customer_type: 'ShippingLine', code: 'WHA' },
    truck_visit_id: earlier('POST /truck_visits').truck_visit.id,
    line_items: [{ description: 'Weighing', quantity: 1, amount: 25 }],
  })),
  get('/invoices?per=100'),
  get('/invoices/INV-260418'),
  ...['bill_of_lading', 'voyage'].map((of) =>
    get(
      (earlier) =>
        `/invoices/${earlier('GET /invoices?per=100').invoices.find((each: object) => of in each).id}`,
    ),
  ),
  post('/nominations', {
    bill_of_lading: { manifest: 'WHA-WP2611', number: 'WHA26110041' },
    from: { type: 'consignee', key: 'Kestrel & Vane Coffee' },
    to: { type: 'freight_forwarder', key: 'Northlight Logistics' },
  }),
  post('/nominations', {
    booking: 'WHA331057',
    from: { type: 'shipping_line', key: 'WHA' },
    to: { type: 'trucking_company', key: 'EST' },
  }),
  // another chain for a container that the demonstration has given already
  post('/nominations', {
    container: 'WHAU4215084',
    from: { type: 'shipping_line', key: 'WHA' },
    to: { type: 'trucking_company', key: 'TOL' },
  }),
  get('/nominations'),
  // two more issues of a receipt
  ...['DL-5520398', 'DL-5520147'].map((truck_driver_license) =>
    patch((earlier) => receiptOf(earlier).replace(/\/interchanges.*/, ''), { truck_driver_license }),
  ),
  get((earlier) => `${receiptOf(earlier)}/receipts?page=2&per=1`),
  // pages between others
  ...[
    '/freight_forwarders',
    '/consignees',
    '/shipping_lines',
    '/trucks',
    '/voyages',
    '/gensets',
    '/vehicles',
    '/manifests',
    '/manifests/WHA-WP2611/bill_of_ladings',
    '/voyages/WP2611/bill_of_ladings',
    '/invoices',
    '/payments',
    '/till_closings',
    '/receipts',
    '/vessels',
    '/bill_of_ladings',
    '/pre_advices',
    '/nominations',
    '/holds',
    '/container_releases',
    '/damages',
    '/inspections',
    '/containers/WHAU4142033/damages',
    '/containers/WHAU4119542/inspections',
    '/containers/TDKU7357517/readings',
    '/reefers',
    '/movements',
    '/dangerous_goods',
  ].map((path) => get(`${path}?page=2&per=1`)),
  get('/container_releases?per=1'),
  ...['damages', 'inspections', 'containers/WHAU4142033/damages', 'containers/WHAU4119542/inspections'].map(
    (list) => get(`/${list}?per=1`),
  ),
  get((earlier) => `/load_lists/${listOf(earlier)}/load_list_items?page=2&per=1`),
  get((earlier) => `/discharge_lists/${dischargesOf(earlier)}/discharge_list_items?page=2&per=1`),
  get('/bookings/TDK770112/containers?page=2&per=1'),
  ...[1, 2].map((quantity) => post('/bookings/TDK770112/releases', { quantity })),
  get('/bookings/TDK770112/releases?page=2&per=1'),
  get('/voyages/WG2612/bayplan?page=2&per=1'),
  get('/voyages/WG2612/bayplan?dangerous=true'),
  ...['/voyage_event_types', '/voyages/NT2613/voyage_events'].map((path) => get(`${path}?page=2&per_page=1`)),
  get('/truck_visits?per=100'),
  get('/truck_visits?per=100&page=last'),
  // by each value of a count
  ...[
    'damages status severity damage_type shipping_line',
    'reefers state shipping_line',
    'container_stays status usage container_status shipping_line arrival_voyage departure_voyage booking',
    'containers container_status usage current_location_type shipping_line container_type arrival_voyage departure_voyage',
    'voyages status assigned_berth_area stage',
    'truck_visits inside gate trucking_company',
    'appointments status terminal gate slot_purpose',
    'bookings shipping_line voyage',
    'discharge_lists shipping_line voyage',
    'dangerous_goods imdg_class shipping_line arrival_voyage departure_voyage place terminal yard_area',
    'movements movement_type',
    'charges status charge_code customer',
    'payments way status',
    'receivables currency over_limit',
    'invoices status document_type',
  ].flatMap((counts) => {
    const [list, ...groups] = counts.split(' ');
    return groups.map((by) => get(`/${list}/counts?by=${by}`));
  }),
  get('/truck_visits?page=2&per=1'),
  get('/movements?per=100'),
  ...['trucking_company', 'hour', 'day'].map((by) =>
    get(`/reports/truck_turn_times?by=${by}&from=2026-11-01&until=2099-12-31`),
  ),
  ...['usage', 'size'].map((by) => get(`/reports/dwell?by=${by}`)),
  ...[
    'moves day week month hour shipping_line terminal size status',
    'gate day hour gate trucking_company',
    'vessels voyage vessel berth_area',
    'yard day yard_area shipping_line usage',
    'dwell month shipping_line usage size status',
    'revenue day month charge_code shipping_line customer terminal general_ledger_id',
    'line_cost month',
  ].flatMap((report) => {
    const [name, ...groups] = report.split(' ');
    const more = { revenue: '&currency=EUR', line_cost: '&currency=EUR&shipping_line=WHA' }[name!] ?? '';
    return groups.map((by) => get(`/reports/${name}?from=2026-11-01&until=2026-12-31&group_by=${by}${more}`));
  }),
  get('/interchanges'),
  get('/interchanges?page=2&per=1'),
  // every member of a stay: it came and went by truck and voyage, for everything that a container can be here for
  get('/containers/WHAU4142033/stays?per=1&page=1'),
  patch(
    (earlier) => `/container_stays/${earlier('GET /containers/WHAU4142033/stays?per=1&page=1').stays[0].id}`,
    {
      reason: 'Shown whole',
      booking: 'WHA331057',
      departure_voyage: 'TH2612',
      reefer_temperature: 4,
      reefer_set_point_temperature: 4,
      supply_temperature: 4,
    },
  ),
  get('/containers/WHAU4119901/stays?page=1&per=1'),
  get('/containers/WHAU4119901/stays?page=2&per=1'),
  get('/container_stays?page=2&per=1'),
  get('/container_stays?status=departed'),
  get('/container_stays?status=here&per=100'),
  get('/container_stays?usage=import&container_status=full&per=100'),
  ...['a', 'b', 'c'].map((name) =>
    post('/webhook_endpoints', { url: `https://${name}.example/`, types: ['port.*'] }),
  ),
  get('/webhook_endpoints?page=2&per=1'),
  post((earlier) => `/mails/${earlier('GET /mails?kind=invoice&per=1').mails[0].id}/resend`),
  get('/mails?page=2&per=1'),
  ...[1, 2, 3].map(() => post((earlier) => `${lastEndpoint(earlier)}/test`)),
  get((earlier) => `${lastEndpoint(earlier)}/deliveries?page=2&per=1`),
  ...['in', 'out', 'both'].map((direction) =>
    post('/edi_channels', { partner: EDI.edi_partner, direction, kind: 'mailbox', active: false }),
  ),
  get('/edi_channels?page=2&per=1'),
  get('/yard_slots/free?page=2&per=1'),
  get('/tokens?page=2&per=1'),
  ...['a', 'b', 'c'].map((name) =>
    post('/identity_issuers', { name, issuer: `https://${name}.example`, audience: 'wharfinger' }),
  ),
  get('/identity_issuers?page=2&per=1'),
  get('/audit_entries?record_type=truck_visits'),
  get('/audit_entries?record_type=trucks&page=2&per=1'),
  post(REFUSED_IMPORT, Buffer.from('license_plate;trucking_company;remark\nTS-100-B;NOPE;x\n')),
  get((earlier) => `/imports/${earlier(`POST ${REFUSED_IMPORT}`).import.id}`),
  post('/imports?kind=trucks', Buffer.from('license_plate\nTS-100-C\n')),
  get('/imports?page=2&per=1'),
];

function lastEndpoint(earlier: Earlier): string {
  return `/webhook_endpoints/${earlier('POST /webhook_endpoints').webhook_endpoint.id}`;
}
