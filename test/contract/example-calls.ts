import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from '../setup/client';

/** A request that becomes an example of its operation; paths may speak of what came back earlier. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string | ((earlier: Earlier) => string);
  body?: object | ((earlier: Earlier) => object);
}

/** The bodies that came back, by method and path as they were asked for. */
export type Earlier = (request: string) => Answer['body'];

const get = (path: Call['path']): Call => ({ method: 'GET', path });
const post = (path: Call['path'], body?: Call['body']): Call => ({ method: 'POST', path, body });
const put = (path: Call['path'], body?: Call['body']): Call => ({ method: 'PUT', path, body });
const patch = (path: Call['path'], body?: Call['body']): Call => ({ method: 'PATCH', path, body });
const remove = (path: Call['path'], body?: Call['body']): Call => ({ method: 'DELETE', path, body });

/** A day's work on the demonstration data, in the order in which it is done. */
export const CALLS: Call[] = [
  // parties
  get('/freight_forwarders.json?per=2'),
  post('/freight_forwarders', {
    name: 'Northquay Forwarding',
    contact_person: 'Ilse Brandt',
    email: 'desk@northquay.example',
    general_ledger_id: 'D-20417',
  }),
  get((earlier) => `/freight_forwarders/${earlier('POST /freight_forwarders').freight_forwarder.id}`),
  put((earlier) => `/freight_forwarders/${earlier('POST /freight_forwarders').freight_forwarder.id}`, {
    phone: '+31 113 000 417',
  }),
  remove((earlier) => `/freight_forwarders/${earlier('POST /freight_forwarders').freight_forwarder.id}`),
  get('/consignees?per=2'),
  post('/consignees', { name: 'Ravel Paper', customs_code: 'NL00417', email: 'inbound@ravel.example' }),
  get((earlier) => `/consignees/${earlier('POST /consignees').consignee.id}`),
  put((earlier) => `/consignees/${earlier('POST /consignees').consignee.id}`, { contact_person: 'Noor Ravel' }),
  remove((earlier) => `/consignees/${earlier('POST /consignees').consignee.id}`),
  get('/shipping_lines.json?per=2'),
  get('/shipping_lines/WHA'),
  post('/shipping_lines.json', {
    shipping_line: { code: 'NQL', name: 'Northquay Line', carrier_type: 'ocean', synonyms: ['Northquay'] },
  }),
  put('/shipping_lines/NQL', { shipping_line: { code: 'NQL', email: 'ops@northquay.example' } }),
  get('/trucks.json?per=2'),
  post('/trucks.json', {
    truck: { license_plate: 'NQ-204-T', trucking_company: 'Estuary Haulage', allowed_until: 'June 2, 2027' },
  }),
  patch('/trucks/NQ-204-T.json', { truck: { color: '#1f6feb', make: 'Volta', model: 'Zero', year: 2025 } }),
  // a truck goes through the gate
  get('/pre_advices/PA-1002'),
  post('/pre_advices.json', {
    truck: 'NQ-204-T',
    truck_driver: 'DL-5520398',
    expected_at: '2026-11-24T09:30:00+01:00',
    purposes: [
      {
        purpose_type: 'drop_off',
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
  remove((earlier) => `/pre_advices/${earlier('POST /pre_advices.json').advice_number}`),
  post('/truck_visits.json', { pre_advice_number: 'PA-1002', gate: 'In 1' }),
  get((earlier) => `/truck_visits/${earlier('POST /truck_visits.json').truck_visit.id}`),
  get('/containers/WHAU4142033/holds.json'),
  put(
    (earlier) => `/containers/WHAU4142033/holds/${earlier('GET /containers/WHAU4142033/holds.json').holds[0].id}/lift.json`,
    { hold: { reference_number: 'CUS-2026-11-0417/R', notes: 'Released by customs' } },
  ),
  post('/trucks/WH-472-B/gate_out.json', {
    container_seals: [{ container_number: 'WHAU4142033', seal: 'WH000417' }],
  }),
  get('/truck_visits.json?truck_id=WH-472-B&per=2'),
  put((earlier) => {
    const { hold_types } = earlier('GET /hold_types');
    return `/containers/TDKU7315825/holds/${idOf(hold_types, 'Customs')}/apply.json`;
  }),
  // holds of a bill of lading
  get('/manifests/WHA-WP2611/bill_of_ladings/WHA26110041/holds.json'),
  put(
    (earlier) =>
      `/manifests/WHA-WP2611/bill_of_ladings/WHA26110041/holds/${idOf(earlier('GET /hold_types').hold_types, 'Freight unpaid')}.json`,
  ),
  remove(
    (earlier) =>
      `/manifests/WHA-WP2611/bill_of_ladings/WHA26110041/holds/${idOf(earlier('GET /hold_types').hold_types, 'Freight unpaid')}.json`,
    { hold: { reference_number: 'PAY-77120', lift_until: '2027-01-31' } },
  ),
];

function idOf(records: { id: number; name: string }[], name: string): number {
  return records.find((each) => each.name === name)!.id;
}

const DATA = join(__dirname, '../../src/demo/data');

/** The first line of the demonstration data of a kind. */
export function demoLine(kind: string): Record<string, unknown> {
  const [line] = readFileSync(join(DATA, `${kind}.ndjson`), 'utf8').split('\n');
  return JSON.parse(line!) as Record<string, unknown>;
}
