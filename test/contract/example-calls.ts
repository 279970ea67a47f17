import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../setup/client';

/** A request that becomes an example of its operation; paths may speak of what came back earlier. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string | ((earlier: Earlier) => string);
  body?: object | ((earlier: Earlier) => object);
  /** It fails, which others show; it is no example itself. */
  fails?: boolean;
}

/** The bodies that came back, by method and path as they were asked for. */
export type Earlier = (request: string) => Answer['body'];

export const get = (path: Call['path']): Call => ({ method: 'GET', path });
export const post = (path: Call['path'], body?: Call['body']): Call => ({ method: 'POST', path, body });
export const put = (path: Call['path'], body?: Call['body']): Call => ({ method: 'PUT', path, body });
export const patch = (path: Call['path'], body?: Call['body']): Call => ({ method: 'PATCH', path, body });
export const remove = (path: Call['path'], body?: Call['body']): Call => ({ method: 'DELETE', path, body });
export const refused = (call: Call): Call => ({ ...call, fails: true });

/** Drafts of a run. */
const DRAFTS = '/invoices?status=draft&created_during=run&per=1';

/** A line of a pen, as PNG. */
const SIGNATURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADwAAAAUAQMAAADrzcxqAAAABlBMVEX9/f0tLS2dozq3AAAACXBIWXMAAAsTAAALEwEAmpwYAAAAS0lEQVQImWNgwA/kG6CM+gcQmvHDD0Ywg/mADTNYkp2Bv5+BgeEfAx8D+z8GBsb/DTYMDD8YGJibP/wAq2Rn+A/RzAczToaArfgBAH9CD/LduFdkAAAAAElFTkSuQmCC',
  'base64',
);

/** A day's work on the demonstration data, in the order in which it is done. */
export const CALLS: Call[] = [
  // parties
  get('/freight_forwarders.json?per=2'),
  post('/freight_forwarders', {
    name: 'Northquay Forwarding',
    contact_person: 'Ilse Brandt',
    email: 'desk@northquay.example',
    general_ledger_id: 'D-20417',
    listed: true,
  }),
  get('/party_directory?type=freight_forwarder&q=north'),
  get((earlier) => `/freight_forwarders/${earlier('POST /freight_forwarders').freight_forwarder.id}`),
  put((earlier) => `/freight_forwarders/${earlier('POST /freight_forwarders').freight_forwarder.id}`, {
    phone: '+31 113 000 417',
  }),
  remove((earlier) => `/freight_forwarders/${earlier('POST /freight_forwarders').freight_forwarder.id}`),
  get('/consignees?per=2'),
  post('/consignees', { name: 'Ravel Paper', customs_code: 'NL00417', email: 'inbound@ravel.example' }),
  get((earlier) => `/consignees/${earlier('POST /consignees').consignee.id}`),
  put((earlier) => `/consignees/${earlier('POST /consignees').consignee.id}`, {
    contact_person: 'Noor Ravel',
  }),
  remove((earlier) => `/consignees/${earlier('POST /consignees').consignee.id}`),
  get('/shipping_lines.json?per=2'),
  get('/shipping_lines/WHA'),
  post('/shipping_lines.json', {
    shipping_line: { code: 'NQL', name: 'Northquay Line', carrier_type: 'ocean', synonyms: ['Northquay'] },
  }),
  put('/shipping_lines/NQL', { shipping_line: { code: 'NQL', email: 'ops@northquay.example' } }),
  get('/trucks.json?per=2'),
  get('/trucks/WH-472-B.json'),
  post('/trucks.json', {
    truck: { license_plate: 'NQ-204-T', trucking_company: 'Estuary Haulage', allowed_until: 'June 2, 2027' },
  }),
  patch('/trucks/NQ-204-T.json', { truck: { color: '#1f6feb', make: 'Volta', model: 'Zero', year: 2025 } }),
  // a truck goes through the gate
  get('/pre_advices?used=false&per=2'),
  get('/pre_advices/PA-1002'),
  post('/pre_advices.json', {
    truck: 'NQ-204-T',
    truck_driver: 'DL-5520398',
    trucking_company: 'Estuary Haulage',
    expected_at: '2026-11-24T09:30:00+01:00',
    purposes: [
      {
        purpose_type: 'drop off',
        cargo: {
          cargo_type: 'container',
          container_number: 'WHAU4200013',
          container_type: '20DV',
          container_status: 'full',
          shipping_line: 'WHA',
          goods: 'Malt in bags',
          container_usage: 'export',
          weight: 23840,
        },
        booking: 'WHA331057',
        interchange: { seals: 'NL902417,NL902418', weight: 23840 },
      },
    ],
  }),
  patch((earlier) => `/pre_advices/${earlier('POST /pre_advices.json').advice_number}`, {
    expected_at: '2026-11-24T10:00:00+01:00',
    comments: 'Delayed at the maltings',
  }),
  get('/pre_advices?expected_from=2026-11-24&expected_until=2026-11-24&truck=NQ-204-T'),
  remove((earlier) => `/pre_advices/${earlier('POST /pre_advices.json').advice_number}`),
  post('/truck_visits.json', { pre_advice_number: 'PA-1002', gate: 'In 1' }),
  get((earlier) => `/truck_visits/${earlier('POST /truck_visits.json').truck_visit.id}`),
  patch(
    (earlier) => {
      const { id } = earlier('POST /truck_visits.json').truck_visit;
      return `/interchanges/${earlier(`GET /truck_visits/${id}`).interchanges[0].id}`;
    },
    { chassis: 'WHAZ4007607' },
  ),
  post((earlier) => `${handedOver(earlier)}/inspection.json`, {
    condition: 'damaged',
    seals_as_announced: true,
  }),
  get((earlier) => `${handedOver(earlier)}/inspection.json`),
  patch((earlier) => `${handedOver(earlier)}/inspection.json`, { notes: 'Looked at by daylight' }),
  get('/containers/WHAU4142033/holds.json'),
  put(
    (earlier) =>
      `/containers/WHAU4142033/holds/${earlier('GET /containers/WHAU4142033/holds.json').holds[0].id}/lift.json`,
    { hold: { reference_number: 'CUS-2026-11-0417/R', notes: 'Released by customs' } },
  ),
  get(
    (earlier) =>
      `/containers/WHAU4142033/holds/${earlier('GET /containers/WHAU4142033/holds.json').holds[0].id}/history.json`,
  ),
  post('/files?name=papers.pdf', Buffer.from('%PDF-1.7\n%%EOF\n')),
  post('/files?name=signature.png', SIGNATURE),
  post('/trucks/WH-472-B/gate_out.json', (earlier) => ({
    container_seals: [{ container_number: 'WHAU4142033', seal: 'WH000417' }],
    signature_file_id: earlier('POST /files?name=signature.png').file.id,
  })),
  get((earlier) => `${receiptOf(earlier)}/receipt`),
  get((earlier) => `${receiptOf(earlier)}/receipts`),
  get('/receipts?container_number=WHAU4142033&per=2'),
  get('/truck_visits.json?truck_id=WH-472-B&per=2'),
  get('/interchanges?completed_from=2026-11-01&shipping_line=WHA&order=newest&per=2'),
  // a truck that nobody announced brings a container, and the wrong one is taken back
  post('/truck_visits', { truck: 'KD-118-R', gate: 'In 1' }),
  patch((earlier) => unannounced(earlier), {
    truck_driver_license: 'DL-5520398',
    comment: 'Brings a container',
    out_gate: 'Out 1',
  }),
  post((earlier) => `${unannounced(earlier)}/interchanges`, {
    purpose_type: 'drop off',
    cargo: {
      cargo_type: 'container',
      container_number: 'WHAU4200034',
      container_type: '20DV',
      container_status: 'empty',
      shipping_line: 'WHA',
    },
  }),
  get((earlier) => `${unannounced(earlier)}/interchanges`),
  patch((earlier) => added(earlier), { cargo: { goods: 'Pallets' } }),
  get((earlier) => added(earlier)),
  patch((earlier) => `/interchanges/${earlier(`POST ${unannounced(earlier)}/interchanges`).interchange.id}`, {
    completed: true,
  }),
  post((earlier) => `${added(earlier)}/reverse`, { reason: 'The wrong container was on the chassis' }),
  remove((earlier) => added(earlier)),
  post((earlier) => `${unannounced(earlier)}/cancel`, { reason: 'The driver was at the wrong terminal' }),
  refused(post('/truck_visits', { truck: 'NO-PLATE-1', gate: 'In 1' })),
  get('/gate_refusals?truck=NO-PLATE-1'),
  put(
    (earlier) => {
      const { hold_types } = earlier('GET /hold_types');
      return `/containers/TDKU7315825/holds/${idOf(hold_types, 'Customs')}/apply.json`;
    },
    { hold: { reference_number: 'CUS-HOLD-2211', notes: 'Picked for the scanner' } },
  ),
  get('/holds.json?in_force=true'),
  get((earlier) => `/holds/${earlier('GET /holds.json?in_force=true').holds[0].id}.json`),
  // holds of a bill of lading
  // damages and inspections
  get('/containers/TDKU7315825/damages.json'),
  post('/containers/WHAU4142033/damages.json', {
    damage_type: 'CO',
    component: 'RLA',
    location: 'RB2N',
    severity: 'minor',
    length_cm: 40,
    notes: 'Paint gone',
  }),
  get((earlier) => damaged(earlier)),
  patch((earlier) => damaged(earlier), { severity: 'major' }),
  post((earlier) => `${damaged(earlier)}/repair`, { notes: 'Painted' }),
  post((earlier) => `/containers/TDKU7315825/damages/${hole(earlier)}/withdraw`, {
    reason: 'It was a sticker',
  }),
  get('/damages.json?status=open'),
  get('/damages/counts.json?by=severity'),
  post('/containers/WHAU4119542/inspections.json', {
    condition: 'damaged',
    is_clean: true,
    seals_as_announced: true,
    damages: [{ damage_type: 'DT', component: 'DPA', location: 'DB3N', severity: 'minor' }],
  }),
  get('/containers/WHAU4119542/inspections.json'),
  get('/inspections.json?condition=damaged'),
  get((earlier) => inspected(earlier)),
  patch((earlier) => inspected(earlier), { notes: 'Seen by lamplight' }),
  // readings of reefers
  get('/containers/TDKU7357517/readings.json?order=-at&per=3'),
  post('/containers/TDKU7357517/readings.json', {
    at: '2026-11-23T05:58:00Z',
    set_point: -20,
    supply: -14.6,
    return: -13.2,
    ambient: 4.1,
    alarm: 'AL26',
    is_plugged: true,
    by: 'Reefer round',
  }),
  post('/reefer_readings.json', {
    readings: [
      { container_number: 'TDKU7357517', at: '2026-11-23T05:59:00Z', supply: -14.5, return: -13.1 },
      { container_number: 'TDKU7363119', at: '2026-11-23T05:59:00Z', supply: -20.6, return: -19.5 },
    ],
  }),
  get('/reefers.json?per=2'),
  get('/reefers/counts.json?by=shipping_line'),
  get('/container_releases?container_number=WHAU4990184'),
  get((earlier) => {
    const { container_releases } = earlier('GET /container_releases?container_number=WHAU4990184');
    return `/container_releases/${container_releases[0].id}`;
  }),
  get('/manifests/WHA-WP2611/bill_of_ladings/WHA26110041/holds.json'),
  put(
    (earlier) =>
      `/manifests/WHA-WP2611/bill_of_ladings/WHA26110041/holds/${idOf(earlier('GET /hold_types').hold_types, 'Freight unpaid')}.json`,
    { hold: { reference_number: 'DUN-0417', notes: 'Second reminder' } },
  ),
  remove(
    (earlier) =>
      `/manifests/WHA-WP2611/bill_of_ladings/WHA26110041/holds/${idOf(earlier('GET /hold_types').hold_types, 'Freight unpaid')}.json`,
    { hold: { reference_number: 'PAY-77120', lift_until: '2099-01-31' } },
  ),
  get(
    (earlier) =>
      `/manifests/WHA-WP2611/bill_of_ladings/WHA26110041/holds/${idOf(earlier('GET /hold_types').hold_types, 'Freight unpaid')}/history.json?per=2`,
  ),
  // a voyage
  get('/vessels.json?per=1'),
  get('/vessels/Westhaven%20Petrel.json'),
  post('/vessels.json', {
    vessel: {
      name: 'Northquay Tern',
      call_sign: 'QNQT7',
      imo: '2001503',
      vessel_type: 'general_cargo',
      loa: 118.6,
      country_code: 'NL',
      above_deck_first_tier: 82,
      number_of_tiers_above: 86,
      bay_groups: [
        [1, 2, 3],
        [5, 6, 7],
      ],
    },
  }),
  put((earlier) => `/vessels/${earlier('POST /vessels.json').vessel.id}.json`, {
    vessel: { gross_tonnage: 6410, max_draught: 6.8 },
  }),
  get('/voyages.json?per=2'),
  post('/voyages.json', (earlier) => ({
    voyage: {
      number: 'NT2613',
      vessel_name: 'Northquay Tern',
      discharge_destination_type: 'Terminal',
      discharge_destination_id: idOf(earlier('GET /terminals').terminals, 'North Quay'),
      et_of_anchorage: '2026-12-04T05:00:00+01:00',
      et_of_berth: '2026-12-04T07:30:00+01:00',
      et_of_departure: '2026-12-05T22:00:00+01:00',
      flex_fields: [{ gangs_ordered: 2 }],
    },
  })),
  get('/voyages/NT2613.json'),
  patch('/voyages/NT2613.json', {
    voyage: {
      captain: 'Jelle Postma',
      et_of_anchorage: '2026-12-04T05:20:00+01:00',
      arrival_number_of_tug_boats: 1,
    },
  }),
  get('/voyage_event_types?per_page=2'),
  post('/voyages/NT2613/voyage_events', (earlier) => ({
    voyage_event_type_id: idOf(
      earlier('GET /voyage_event_types?per_page=100').voyage_event_types,
      'Rain delay',
    ),
    voyage_event: {
      started_at: '2026-12-04T10:05:00+01:00',
      completed_at: '2026-12-04T10:50:00+01:00',
      notes: 'Heavy rain',
    },
  })),
  get('/voyages/NT2613/voyage_events?per_page=2'),
  patch(
    (earlier) =>
      `/voyages/NT2613/voyage_events/${earlier('POST /voyages/NT2613/voyage_events').voyage_event.id}`,
    {
      voyage_event: { completed_at: '2026-12-04T11:00:00+01:00' },
    },
  ),
  remove(
    (earlier) =>
      `/voyages/NT2613/voyage_events/${earlier('POST /voyages/NT2613/voyage_events').voyage_event.id}`,
  ),
  // its cargo
  post('/manifests.json', {
    shipping_line: 'NQL',
    voyage_number: 'NT2613',
    manifest: { client_identifier: 'NQL-NT2613', sailing_date: '2026-11-28', remarks: 'Steel and pulp' },
  }),
  get('/manifests?voyage_number=WP2611&per=1'),
  get('/manifests/WHA-WP2611'),
  post('/manifests/NQL-NT2613/bill_of_ladings.json', {
    bill_of_lading: {
      number: 'NQL0001',
      weight: 48200,
      goods_description: 'Pulp in bales',
      package_code: 'BL',
    },
    port_of_loading_locode: 'BRSSZ',
    port_of_discharge_locode: 'NLVLI',
    consignee: 'Kestrel & Vane Coffee',
  }),
  get('/manifests/NQL-NT2613/bill_of_ladings.json'),
  get('/manifests/NQL-NT2613/bill_of_ladings/NQL0001'),
  get('/bill_of_ladings?container_number=WHAU4142033'),
  patch('/manifests/NQL-NT2613/bill_of_ladings/NQL0001.json', {
    bill_of_lading: { client_identifier: 'NQL-NT2613', remarks: 'Deliver to the shed' },
  }),
  get('/voyages/WP2611/bill_of_ladings.json?per=1'),
  get('/voyages/WP2611/bill_of_ladings/WHA26110041.json'),
  post('/voyages/NT2613/tallies.json', { tally: { tally_type: 'discharge' } }),
  get('/voyages/WP2611/tallies.json'),
  patch((earlier) => `/tallies/${earlier('POST /voyages/NT2613/tallies.json').tallies[0].id}`, {
    handsets: 3,
  }),
  get('/tallies.json?voyage_number=WP2611&closed=false'),
  get((earlier) => `/tallies/${workedTally(earlier)}.json`),
  get((earlier) => `/tallies/${workedTally(earlier)}/items.json?status=open&per=2`),
  post((earlier) => `/tallies/${workedTally(earlier)}/moves.json`, {
    moves: [
      {
        crane: 'Mobile crane 1',
        container_number: 'WHAU4147668',
        arrival_type: 'vessel',
        lifted_at: '2026-11-23T06:10:00Z',
      },
      {
        crane: 'Mobile crane 1',
        kind: 'special_lift',
        lift_type: 'hatch cover',
        lifted_at: '2026-11-23T06:20:00Z',
      },
    ],
  }),
  post((earlier) => `${counted(earlier)}/inspection.json`, { condition: 'sound' }),
  get((earlier) => `${counted(earlier)}/inspection.json`),
  patch((earlier) => `${counted(earlier)}/inspection.json`, { is_clean: true }),
  post(
    (earlier) =>
      `/tallies/${workedTally(earlier)}/moves/${earlier(`POST /tallies/${workedTally(earlier)}/moves.json`).tally_moves[0].id}/undo.json`,
    { reason: 'Wrong container read' },
  ),
  get('/voyages/WP2611/progress.json'),
  post((earlier) => `/tallies/${workedTally(earlier)}/close.json`),
  post((earlier) => `/tallies/${workedTally(earlier)}/reopen.json`),
  post('/manifests.json', { shipping_line: 'NQL', voyage_number: 'TH2612' }),
  remove((earlier) => `/manifests/${earlier('POST /manifests.json').manifest.client_identifier}`),
  get('/gensets.json?per=2'),
  post('/gensets.json', { genset: { number: 'GS-417', fuel_level: 0.5, hours: 312.5, has_battery: true } }),
  get('/gensets/GS-417.json'),
  patch('/gensets/GS-417.json', { genset: { fuel_level: 1, flex_fields: [{ fuel_card: 'FC-0417' }] } }),
  get('/vehicles.json?per=2'),
  get('/vehicles/WHFT120E4RN004417.json'),
  patch('/vehicles/WHFT120E4RN004417.json', { color: 'green', extra_attributes: { engine_hours: 6 } }),
  get((earlier) => `/load_lists/${listOf(earlier)}/load_list_items.json`),
  post(
    (earlier) => `/load_lists/${listOf(earlier)}/load_list_items.json`,
    (earlier) => ({
      load_list_item_type: 'empties',
      load_list_item: {
        container_type_id: earlier('GET /container_types').container_types[0].id,
        shipping_line_id: earlier('GET /shipping_lines/WHA').shipping_line.id,
        quantity: 2,
        notes: 'Any two from the depot',
        port_of_loading: 'NLVLI',
        port_of_discharge: 'BEANR',
        cell: '0030204',
        dangerous: [{ imdg_class: '9', un_number: '3363' }],
      },
    }),
  ),
  remove((earlier) => {
    const [item] = earlier(`POST /load_lists/${listOf(earlier)}/load_list_items.json`).load_list_items;
    return `/load_lists/${listOf(earlier)}/load_list_items/${item.id}.json`;
  }),
  get((earlier) => `/discharge_lists/${dischargesOf(earlier)}/discharge_list_items.json`),
  post((earlier) => `/discharge_lists/${dischargesOf(earlier)}/discharge_list_items.json`, {
    container: 'WHAU4215340',
    container_status: 'full',
    bill_of_lading_number: 'WHA26120009',
    port_of_loading: 'BEANR',
    port_of_discharge: 'NLVLI',
    cell: '0220084',
    seals: ['BR884412'],
    dangerous: [{ imdg_class: '3', un_number: '1263', flashpoint: '23 CEL', packing_group: 'III' }],
  }),
  remove((earlier) => {
    const path = `/discharge_lists/${dischargesOf(earlier)}/discharge_list_items`;
    return `${path}/${earlier(`POST ${path}.json`).discharge_list_item.id}.json`;
  }),
  get('/bookings/TDK770112/containers'),
  post('/bookings/TDK770112/releases', {
    quantity: 1,
    container_type: '40HC',
    valid_until: '2026-12-11T17:00:00+01:00',
    trucking_company: 'EST',
    remarks: 'Depot 2',
  }),
  get('/bookings/TDK770112/releases'),
  get('/bookings/TDK770112/releases/R1'),
  patch('/bookings/TDK770112/releases/R1', { valid_until: '2026-12-14T17:00:00+01:00' }),
  post('/bookings/TDK770112/releases/R1/cancel', { reason: 'The line ships with another vessel' }),
  get('/voyages/WG2612/bayplan?for_here=true&per=2'),
  get('/containers/WHAU4142033/movements'),
  get('/movements?container_number=WHAU4142033'),
  get('/reports/truck_turn_times?by=gate&from=2026-11-01&until=2099-12-31'),
  get('/reports/dwell?by=shipping_line'),
  get('/reports/moves?from=2026-11-01&until=2026-11-23&group_by=month,shipping_line'),
  get('/reports/gate?from=2026-11-01&until=2026-11-23&group_by=gate'),
  get('/reports/vessels?from=2026-11-01&until=2026-11-23'),
  get('/reports/yard?from=2026-11-19&until=2026-11-20'),
  get('/reports/dwell?from=2026-11-01&until=2026-11-23&group_by=usage'),
  get('/reports/revenue?from=2026-11-01&until=2026-11-23&group_by=charge_code&currency=EUR'),
  get('/reports/line_cost?from=2026-11-01&until=2026-11-23&shipping_line=WHA&currency=EUR'),
  get('/containers/WHAU4142033/availability'),
  post('/appointments', { number: 'AP-2050', expected_at: '2026-12-07T08:00:00Z' }),
  post('/appointments/AP-2050/cancel', { reason: 'The truck broke down' }),
  get((earlier) => `/truck_visits/${earlier('POST /truck_visits.json').truck_visit.id}/obstacles`),
  get((earlier) => `/truck_visits/${earlier('POST /truck_visits.json').truck_visit.id}/due`),
  get('/availability?container_numbers[]=WHAU4142033&container_numbers[]=WHAU4119901'),
  get('/bookings/WHA331057/receiving'),
  get('/appointment_slots?from=2027-01-04&until=2027-01-04'),
  get('/containers/WHAU4119901/stays'),
  get('/container_stays?status=here&per=2'),
  get('/container_stays/counts?by=status&usage=import'),
  get('/containers/counts?by=shipping_line&at_terminal=true'),
  get('/voyages/counts?by=stage'),
  get('/truck_visits/counts?by=gate&inside=true'),
  get('/appointments/counts?by=status'),
  get('/bookings/counts?by=voyage'),
  get('/discharge_lists/counts?by=shipping_line'),
  get('/movements/counts?by=movement_type'),
  get('/charges/counts?by=status'),
  get('/payments/counts?by=way'),
  get('/receivables?currency=EUR'),
  get('/receivables/counts?by=currency'),
  get('/customers/ShippingLine/WHA/statement?from=2026-11-01&currency=EUR'),
  get('/ledger?from=2026-11-01&currency=EUR'),
  get('/invoices/counts?by=status'),
  get((earlier) => `/container_stays/${stayOf(earlier)}`),
  patch((earlier) => `/container_stays/${stayOf(earlier)}`, {
    reason: 'The weighbridge was read wrong',
    weight: 19480,
  }),
  put('/containers/WHAU4119901/vgm', {
    vgm: 19480,
    vgm_method: 'weighing',
    vgm_responsible: 'Ada Marsh, Northbank Coffee',
    vgm_at: '2026-11-19T14:20:00+01:00',
    vgm_reference: 'W2-88412',
  }),
  remove('/containers/WHAU4119901/vgm', { reason: 'Of another container' }),
  put('/containers/WHAU4119901/dangerous_goods', {
    dangerous_goods: [
      {
        un_number: '1263',
        proper_shipping_name: 'PAINT',
        imdg_class: '3',
        packing_group: 'III',
        flashpoint_celsius: 23,
        net_weight: 18200,
        ems: 'F-E,S-E',
        contact: '+31 118 000 112',
      },
    ],
  }),
  get('/dangerous_goods?imdg_class=3&per=1'),
  get('/dangerous_goods/counts?by=imdg_class'),
  // invoices
  get('/invoices.json?per=2'),
  post('/invoices', {
    number: 'INV-260417',
    customer: { customer_type: 'ShippingLine', code: 'WHA' },
    voyage: 'WP2611',
    currency: 'EUR',
    created_during: 'voyage',
    creation_method: 'manual',
    line_items: [
      {
        description: 'Quay dues, one day alongside',
        quantity: 1,
        amount: 310,
        billed_by: 'day',
        billed_per: 'vessel',
      },
      {
        description: 'Hatch cover handling',
        quantity: 2,
        amount: 140.5,
        billed_by: 'lift',
        billed_per: 'vessel',
      },
    ],
    taxes_and_fees: 62.05,
  }),
  get('/invoices/INV-260417'),
  put((earlier) => `/invoices/${earlier('POST /invoices').invoice.id}.json`, {
    invoice: { approved: true, paid: true },
  }),
  put('/invoices/INV-260417', { invoice: { approved: false, paid: false } }),
  remove('/invoices/INV-260417'),
  post('/invoice_drafts', { container_numbers: ['WHAU4142033'], until: '2026-11-30', leaving: true }),
  post('/invoices/approve', (earlier) => ({ ids: [earlier('POST /invoice_drafts').invoices[0].id] })),
  post((earlier) => `/invoices/${earlier('POST /invoice_drafts').invoices[0].id}/credit`, {
    reason: 'The container stays until Monday',
    lines: [{ line_item: 1, quantity: 1 }],
  }),
  get((earlier) => `/invoices/${earlier('POST /invoice_drafts').invoices[0].id}/charges?per=1`),
  post((earlier) => `${drafted(earlier)}/send`, {
    to: ['invoices@kestrelvane.example'],
    message: 'As agreed by telephone.',
  }),
  get('/mails?kind=invoice&per=1'),
  get((earlier) => `/mails/${earlier('GET /mails?kind=invoice&per=1').mails[0].id}`),
  post((earlier) => `/mails/${earlier('GET /mails?kind=invoice&per=1').mails[0].id}/resend`),
  // what pays it, at a till
  post('/tills/Desk%202/open', { float: '150.00' }),
  post('/payments', (earlier) => ({
    customer: customerOf(earlier('POST /invoice_drafts').invoices[0]),
    amount: '40.00',
    way: 'cash',
    till: 'Desk 2',
    invoices: [{ invoice: earlier('POST /invoices/approve').invoices[0].number, amount: '25.00' }],
  })),
  get('/payments?per=1'),
  get((earlier) => `/payments/${earlier('POST /payments').payment.id}`),
  post(
    (earlier) => `/payments/${earlier('POST /payments').payment.id}/deallocate`,
    (earlier) => ({
      invoice: earlier('POST /invoices/approve').invoices[0].number,
      reason: 'It pays the other one',
    }),
  ),
  post(
    (earlier) => `/payments/${earlier('POST /payments').payment.id}/allocate`,
    (earlier) => ({
      invoices: [{ invoice: earlier('POST /invoices/approve').invoices[0].number }],
    }),
  ),
  get((earlier) => drafted(earlier)),
  get('/invoices?open=true&per=2'),
  post('/tills/Desk%202/close', { counted: { cash: '189.50' } }),
  get('/till_closings?per=1'),
  get((earlier) => `/till_closings/${earlier('POST /tills/Desk%202/close').till_closing.id}`),
  // a credit note counts at once for what is open of its invoice, and what is left of it later
  put((earlier) => `/invoices/${noteOf(earlier)}`, { invoice: { approved: true } }),
  post((earlier) => `/payments/${earlier('POST /payments').payment.id}/reverse`, {
    reason: 'The notes were false',
  }),
  post(
    (earlier) => `/invoices/${noteOf(earlier)}/apply`,
    (earlier) => ({
      invoices: [{ invoice: earlier('POST /invoices/approve').invoices[0].number, amount: '5.00' }],
    }),
  ),
  post('/payments', (earlier) => ({
    customer: customerOf(earlier('POST /invoice_drafts').invoices[0]),
    amount: '1.00',
    way: 'transfer',
    refunds: noteOf(earlier),
  })),
  // a draft that is deleted sets its charges free
  get(DRAFTS),
  remove((earlier) => `/invoices/${earlier(`GET ${DRAFTS}`).invoices[0].id}`),
  get('/charges?status=open&per=1'),
  get((earlier) => `/charges/${openCharge(earlier)}`),
  post((earlier) => `/charges/${openCharge(earlier)}/waive`, { reason: 'The crane was down' }),
  // tariffs, and what is ordered
  get('/billing_profile'),
  patch('/billing_profile', { name: 'Port of Westhaven B.V.', country: 'NL', calendar: 'NL 2026' }),
  post('/tariffs/Public%202026/copy', { name: 'Public 2099', valid_from: '2099-01-01', percent: 3.5 }),
  patch('/tariffs/Public%202026', { valid_until: '2098-12-31' }),
  post('/tariffs/Public%202099/publish', {}),
  // who may collect
  post('/nominations', {
    container: 'WHAU4119542',
    from: { type: 'consignee', key: 'Kestrel & Vane Coffee' },
    to: { type: 'freight_forwarder', key: 'Northlight Logistics' },
    valid_until: '2099-12-31T17:00:00+01:00',
    reference: 'Order 7731',
  }),
  post('/nominations', {
    container: 'WHAU4119542',
    from: { type: 'freight_forwarder', key: 'Northlight Logistics' },
    to: { type: 'trucking_company', key: 'EST' },
  }),
  get('/nominations?container_number=WHAU4119542'),
  get((earlier) => nominationOf(earlier)),
  post((earlier) => `${nominationOf(earlier)}/revoke`, { reason: 'Another haulier comes' }),
  post('/service_orders', { number: 'SO00000090', charge_code: 'VGM', container: 'WHAU4142033' }),
  post('/service_orders/SO00000090/complete', { done_at: '2026-11-20T09:30:00+01:00' }),
  post('/service_orders/SO00000090/cancel', { reason: 'The container was weighed elsewhere' }),
  get('/containers/WHAU4142033/charge_preview?at=2026-11-30T10:00:00.000Z'),
  post('/charge_previews', {
    container: {
      container_type: '20DV',
      container_status: 'full',
      usage: 'import',
      shipping_line: 'WHA',
      in_at: '2026-11-17T10:00:00+01:00',
      out_at: '2026-12-02T10:00:00+01:00',
    },
  }),
  post('/billing_runs', { until: '2026-11-18', interim: true }),
  get('/billing_runs'),
  get((earlier) => `/billing_runs/${earlier('POST /billing_runs').billing_run.id}`),
  get((earlier) => `/billing_runs/${earlier('POST /billing_runs').billing_run.id}/problems`),
  get('/billing_problems?open=true'),
  post((earlier) => `/billing_runs/${earlier('POST /billing_runs').billing_run.id}/cancel`),
  // an appointment with nobody at the gate yet, and what is handed over in a visit
  post('/vehicles', () => ({ ...demoLine('vehicles'), vin_number: 'WHFT120E4RN009999' })),
  post('/vehicles/WHFT120E4RN009999/moves', { to: { type: 'YardArea', name: 'Shed 4' } }),
  get('/vehicles/WHFT120E4RN009999/movements'),
  post('/vehicles/WHFT120E4RN009999/deliver'),
  remove('/vehicles/WHFT120E4RN009999'),
  post('/breakbulks/BB-4403/moves', { to: { type: 'YardArea', name: 'Shed 4' } }),
  get('/breakbulks/BB-4403/movements'),
  post('/breakbulks/BB-4403/deliver', { quantity: 4 }),
  post('/containers/TDKU7363119/plug_in', { at: '2026-11-19T08:00:00+01:00' }),
  post('/containers/TDKU7363119/plug_out'),
  post('/containers/WHAU4128307/empty'),
  post('/containers/WHAU4128307/renumber', { number: 'WHAU 412830 2', reason: 'Read wrongly at the gate' }),
  post('/containers/WHAU4128302/renumber', { number: 'WHAU4128307', reason: 'It was right' }),
  get('/yard_areas/Block A/stacks'),
  get('/yard_areas/Block A/inventory'),
  get('/terminals/North Quay/inventory'),
  get('/yard_slots/free?size=20&per=1'),
  post('/containers/TDKU7363119/moves', {
    to: { type: 'YardSlot', name: 'A4-04' },
    reason: 'Customs inspection',
  }),
  get('/packing_list_items?per=1'),
  post((earlier) => `/packing_list_items/${lotOf(earlier)}/strip`, { quantity: 1 }),
  post((earlier) => `/packing_list_items/${lotOf(earlier)}/deliver`, { quantity: 1 }),
  // whose token it is, and who wrote what
  get('/me'),
  post('/tokens', {
    user: 'femke.dijk@harbour.example',
    role: 'write',
    only: ['gate'],
    description: 'Kiosk of the north gate',
  }),
  get('/tokens?state=valid&per=1'),
  get((earlier) => tokenOf(earlier)),
  patch((earlier) => tokenOf(earlier), { description: 'Kiosk of the south gate' }),
  post((earlier) => `${tokenOf(earlier)}/revoke`),
  // who signs in elsewhere
  get('/sign_in'),
  post('/identity_issuers', {
    name: 'Port ID',
    issuer: 'https://id.harbour.example/realms/port',
    audience: 'wharfinger',
    client_ids: ['haulier-portal'],
    grants: [
      { claim: 'groups', value: 'gate-clerks', role: 'write', only: ['gate'] },
      { claim: 'groups', value: 'hauliers', role: 'write', parties: { claim: 'parties' } },
    ],
  }),
  get('/identity_issuers?per=1'),
  get((earlier) => issuerOf(earlier)),
  post((earlier) => `${issuerOf(earlier)}/test`),
  post((earlier) => `${issuerOf(earlier)}/explain`, {
    token: 'whf_Zk3pTq7mYxR1uVb8sJd0nWc5hLf2gKa9eQi6oTzP4rM',
  }),
  patch((earlier) => issuerOf(earlier), { provision: 'create' }),
  get('/users/femke.dijk@harbour.example/identities'),
  post('/users/femke.dijk@harbour.example/sign_out'),
  remove((earlier) => issuerOf(earlier)),
  get('/organization'),
  // what is kept about people
  post('/truck_drivers', { license_number: 'DL-5520990', firstname: 'Ruben', lastname: 'Kok' }),
  get((earlier) => `${driverOf(earlier)}/personal_data`),
  post((earlier) => `${driverOf(earlier)}/erase`, { reason: 'Asked for on 20 November, case 4711' }),
  post('/users', { email: 'ruben.kok@harbour.example', firstname: 'Ruben', lastname: 'Kok' }),
  get((earlier) => `${userOf(earlier)}/personal_data`),
  post((earlier) => `${userOf(earlier)}/erase`, { reason: 'Asked for on 20 November, case 4711' }),
  patch('/organization', { appointment_late_minutes: 45, off_slot: 'mark' }),
  // what happened
  get('/events?types[]=truck_visit.*&per=1'),
  get((earlier) => `/events/${earlier('GET /events?types[]=truck_visit.*&per=1').events[0].id}`),
  post('/events/stream_tickets'),
  post((earlier) => `${fileOf(earlier)}/link`),
  get('/dcsa/v2/events?eventType=EQUIPMENT&limit=1'),
  get(
    (earlier) => `/dcsa/v2/events/${earlier('GET /dcsa/v2/events?eventType=EQUIPMENT&limit=1')[0].eventID}`,
  ),
  // and who is told of it
  post('/webhook_endpoints', {
    url: 'https://planner.example/wharfinger',
    types: ['import.completed'],
    description: 'Planner of Estuary Haulage',
  }),
  get('/webhook_endpoints?per=1'),
  get((earlier) => endpointOf(earlier)),
  patch((earlier) => endpointOf(earlier), { description: 'Planner of Estuary Haulage, by night' }),
  post((earlier) => `${endpointOf(earlier)}/rotate_secret`, { expire_previous: false }),
  post((earlier) => `${endpointOf(earlier)}/test`),
  post((earlier) => `${endpointOf(earlier)}/replay`, { after: 0, until: 1 }),
  get((earlier) => `${endpointOf(earlier)}/deliveries?per=1`),
  post((earlier) => {
    const { webhook_deliveries } = earlier(`GET ${endpointOf(earlier)}/deliveries?per=1`);
    return `${endpointOf(earlier)}/deliveries/${webhook_deliveries[0].id}/redeliver`;
  }),
  remove((earlier) => endpointOf(earlier)),
  // how interchanges of a partner come and go
  post('/edi_channels', {
    partner: { name: 'Westhaven Message Hub', edi_id: 'WHAHUB' },
    direction: 'both',
    kind: 'sftp',
    host: 'sftp.westhaven.example',
    username: 'northquay',
    in_folder: 'to_terminal',
    out_folder: 'from_terminal',
    done_folder: 'to_terminal/done',
  }),
  get('/edi_channels?per=1'),
  get((earlier) => channelOf(earlier)),
  post((earlier) => `${channelOf(earlier)}/test`),
  patch((earlier) => channelOf(earlier), {
    host_key: 'SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8',
  }),
  post((earlier) => `${channelOf(earlier)}/rotate_key`),
  remove((earlier) => channelOf(earlier)),
  // who wrote what
  get('/audit_entries?record_type=trucks&page=last&per=1'),
];

const openCharge = (earlier: Earlier): number => earlier('GET /charges?status=open&per=1').charges[0].id;
const drafted = (earlier: Earlier): string => `/invoices/${earlier('POST /invoice_drafts').invoices[0].id}`;
const noteOf = (earlier: Earlier): number => earlier(`POST ${drafted(earlier)}/credit`).invoice.id;
const customerOf = ({ customer: { customer_type, name } }: Answer['body']) => ({ customer_type, name });
const unannounced = (earlier: Earlier): string =>
  `/truck_visits/${earlier('POST /truck_visits').truck_visit.id}`;
/** What the first truck handed over. */
export function receiptOf(earlier: Earlier): string {
  const visit = `/truck_visits/${earlier('POST /truck_visits.json').truck_visit.id}`;
  return `${visit}/interchanges/${earlier(`GET ${visit}`).interchanges[0].id}`;
}
const added = (earlier: Earlier): string =>
  `${unannounced(earlier)}/interchanges/${earlier(`POST ${unannounced(earlier)}/interchanges`).interchange.id}`;

const nominationOf = (earlier: Earlier): string =>
  `/nominations/${earlier('POST /nominations').nomination.number}`;

const driverOf = (earlier: Earlier): string =>
  `/truck_drivers/${earlier('POST /truck_drivers').truck_driver.id}`;
const userOf = (earlier: Earlier): string => `/users/${earlier('POST /users').user.id}`;

const tokenOf = (earlier: Earlier): string => `/tokens/${earlier('POST /tokens').token.id}`;

const issuerOf = (earlier: Earlier): string =>
  `/identity_issuers/${earlier('POST /identity_issuers').identity_issuer.id}`;

function endpointOf(earlier: Earlier): string {
  return `/webhook_endpoints/${earlier('POST /webhook_endpoints').webhook_endpoint.id}`;
}

const channelOf = (earlier: Earlier): string =>
  `/edi_channels/${earlier('POST /edi_channels').edi_channel.id}`;

const stayOf = (earlier: Earlier): number =>
  earlier('GET /containers/WHAU4119901/stays').stays[0].id as number;
const lotOf = (earlier: Earlier): string =>
  (earlier('GET /packing_list_items?per=1').packing_list_items[0] as { reference_number: string })
    .reference_number;
export const dischargesOf = (earlier: Earlier): number =>
  earlier('GET /discharge_lists').discharge_lists[0].id as number;
export const listOf = (earlier: Earlier): number => earlier('GET /load_lists').load_lists[0].id as number;

/** What a new record of a set-up kind has other than the first line of the demonstration data. */
export const NEW: Record<string, object> = {
  yard_slots: { name: 'A5-01', row: '5' },
  ports: { locode: 'NLWHF', name: 'Wharfinger Basin' },
  terminals: { name: 'East Quay', smdg_code: 'NQ03' },
  hold_types: { name: 'Weight check' },
  segregation_rules: { class_a: '4.2' },
  damage_types: { code: 'RO', name: 'Rotten' },
  damage_components: { code: 'TRA', name: 'Top rail' },
  gates: { name: 'In 3', client_identifier: 'GATE-IN-3' },
  containers: { number: 'WHAU4200029', bill_of_ladings: [], seals: [], current_location: 'A1-01' },
  users: { email: 'night.clerk@harbour.example' },
  truck_drivers: { license_number: 'DL-5599001', number: 'D-109' },
  appointments: { number: 'AP-2009', purposes: [] },
  flex_field_definitions: {
    canonical_name: 'bunker_supplier',
    label: 'Bunker supplier',
    value_type: 'string',
  },
  load_lists: { name: 'TH2612-NQL', items: [] },
  discharge_lists: { name: 'WG2612-NQL', items: [] },
  tally_moves: { reference: 'TM-0901' },
  billing_accounts: {
    number: 'ACC000099',
    customer: { customer_type: 'Consignee', name: 'Lowland Fresh Produce' },
  },
  tariff_rates: { position: 40 },
  tills: { name: 'Desk 9' },
  number_series: { document_type: 'credit_note', prefix: 'CN-{year}-' },
  service_orders: { number: 'SO00000091' },
  edi_partners: { name: 'Vlissingen Port Community', edi_id: 'NLVLIPCS' },
  edi_flows: { name: 'HRS bookings', shipping_lines: ['HRS'] },
  edi_codes: { theirs: '2200' },
};

const IMPORT = '/imports?file_name=trucks.csv&dry_run=true';

/** A file of records, and what comes of it. */
export const IMPORT_CALLS: Call[] = [
  post(IMPORT, Buffer.from('license_plate;trucking_company\nTS-100-A;EST\nTS-101-A;EST\n')),
  get('/imports.json?kind=trucks'),
  get((earlier) => `/imports/${earlier(`POST ${IMPORT}`).import.id}.json`),
];

const fileOf = (earlier: Earlier) => `/files/${earlier('POST /files?name=papers.pdf').file.id}`;

/** The tally of the voyage that is being discharged. */
export const workedTally = (earlier: Earlier): number =>
  earlier('GET /tallies.json?voyage_number=WP2611&closed=false').tallies[0].id;

const handedOver = (earlier: Earlier): string => {
  const visit = `/truck_visits/${earlier('POST /truck_visits.json').truck_visit.id}`;
  return `${visit}/interchanges/${earlier(`GET ${visit}`).interchanges[0].id}`;
};
const counted = (earlier: Earlier): string => {
  const moves = `/tallies/${workedTally(earlier)}/moves`;
  return `${moves}/${earlier(`POST ${moves}.json`).tally_moves[0].id}`;
};
const damaged = (earlier: Earlier): string =>
  `/containers/WHAU4142033/damages/${earlier('POST /containers/WHAU4142033/damages.json').damage.id}`;
const hole = (earlier: Earlier): number => earlier('GET /containers/TDKU7315825/damages.json').damages[0].id;
const inspected = (earlier: Earlier): string =>
  `/inspections/${earlier('POST /containers/WHAU4119542/inspections.json').inspection.id}`;

export function idOf(records: { id: number; name: string }[], name: string): number {
  return records.find((each) => each.name === name)!.id;
}

const DATA = join(__dirname, '../../src/demo/data');

/** The first line of the demonstration data of a kind. */
export function demoLine(kind: string): Record<string, unknown> {
  const [line] = readFileSync(join(DATA, `${kind}.ndjson`), 'utf8').split('\n');
  return JSON.parse(line!) as Record<string, unknown>;
}
