import { HOUR, MINUTE, type Records } from './records';

/** A ship of a line, and where she berths. */
interface Ship {
  vessel_name: string;
  line: string;
  agent: string;
  berth: string;
  crane: string;
}

const ship = (vessel_name: string, line: string, agent: string, berth: string, crane: string): Ship => ({
  vessel_name,
  line,
  agent,
  berth,
  crane,
});
const [WESTHAVEN, TIDEKEEL] = ['Scheldemond Ship Agency', 'Polderkade Liner Agencies'];
const SHIPS = {
  WP: ship('Westhaven Petrel', 'WHA', WESTHAVEN, 'Berth 2', 'Mobile crane 1'),
  WG: ship('Westhaven Gannet', 'WHA', WESTHAVEN, 'Berth 2', 'Mobile crane 2'),
  TH: ship('Tidekeel Heron', 'TDK', TIDEKEEL, 'Berth 1', 'Mobile crane 3'),
  TP: ship('Tidekeel Plover', 'TDK', TIDEKEEL, 'Berth 1', 'Mobile crane 3'),
  NC: ship('Northbank Curlew', 'NBQ', WESTHAVEN, 'Berth 1', 'Mobile crane 2'),
};

/** A call of a ship. */
export interface Call extends Ship {
  number: string;
  /** When she berths, in seconds from the moment. */
  berthed: number;
}

/** Voyages with the day of the call, counted from the moment. */
const GONE = [
  ['TH2609', -29],
  ['WG2609', -27],
  ['NC2641', -25],
  ['TP2609', -22],
  ['WP2609', -20],
  ['NC2643', -17],
  ['TH2610', -15],
  ['WG2610', -13],
  ['WP2610', -11],
  ['TH2611', -9],
  ['WG2611', -5],
  ['NC2645', -3],
] as const;
const COMING = [
  ['NC2647', 3],
  ['TP2612', 4],
  ['NC2649', 7],
  ['TH2613', 8],
  ['WP2612', 9],
  ['WG2613', 10],
  ['NC2651', 11],
  ['TP2613', 13],
] as const;

const call =
  (records: Records) =>
  ([number, day]: readonly [string, number]): Call => ({
    number,
    berthed: records.from(day, 5, 30),
    ...SHIPS[number.slice(0, 2) as keyof typeof SHIPS],
  });
export const goneCalls = (records: Records): Call[] => GONE.map(call(records));
export const comingCalls = (records: Records): Call[] => COMING.map(call(records));

/** Adds the ship that no other data have. */
export function addVessel(records: Records): void {
  records.add('vessels', {
    name: 'Northbank Curlew',
    call_sign: 'QNBC5',
    imo: '2008123',
    vessel_type: 'container',
    loa: '118.2',
    woa: 20.8,
    gross_tonnage: 7170,
    net_tonnage: 3480,
    teu_capacity: 640,
    country_code: 'NL',
    scac: 'NBQX',
    agent_name: WESTHAVEN,
    max_draught: 7.3,
    has_cranes: false,
  });
}

/** Adds the voyage of a call. She stays for eight hours; those that are gone came and went close to what was expected. */
export function addVoyage(records: Records, { number, vessel_name, agent, berth, berthed }: Call): void {
  const leaves = berthed + 8 * HOUR;
  const at = (seconds: number) => records.at(seconds);
  records.add('voyages', {
    number,
    vessel_name,
    agent,
    stevedoring_company: 'Kaaiwerkers Stevedoring',
    discharge_destination: 'North Quay',
    discharge_destination_type: 'Terminal',
    assigned_berth_area: berth,
    last_port_of_call: 'BEANR',
    next_port_of_call: 'DEHAM',
    et_of_anchorage: at(berthed - 3 * HOUR),
    et_of_berth: at(berthed),
    et_of_departure: at(leaves),
    receiving_cut_off_time: at(berthed - 12 * HOUR),
    block_receiving_export_past_cut_off: false,
    ...(leaves < 0 && {
      at_of_anchorage: at(berthed - 3 * HOUR + 12 * MINUTE),
      at_of_berth: at(berthed + 9 * MINUTE),
      at_berth_departure: at(leaves - 25 * MINUTE),
      at_of_departure: at(leaves + 5 * MINUTE),
      status: 'departed',
      tax_date: records.day(berthed),
    }),
  });
}

/** Adds what her agent pays: what no charge code has. */
export function addInvoice(records: Records, { number, agent, berthed }: Call, nth: number): void {
  const lines = [
    ['Mooring and unmooring', 'MOOR', '1', '485.00', 'call', 'GL-80011', 'Quay tariff 2026'],
    [
      'Fresh water supplied',
      'WATER',
      `${24 + 3 * (nth % 6)}`,
      '6.80',
      'cubic metre',
      'GL-80031',
      'Services tariff 2026',
    ],
  ];
  records.add('invoices', {
    number: `INV-${260_201 + nth}`,
    customer: { customer_type: 'Agent', name: agent },
    voyage: number,
    general_ledger_id: 'GL-41002',
    currency: 'EUR',
    is_proforma: false,
    created_during: 'voyage',
    creation_method: 'manual',
    invoiced_at: records.at(berthed + 10 * HOUR),
    line_items: lines.map(
      ([description, item, quantity, amount, billed_by, tariff_general_ledger_id, tariff_name]) => ({
        description,
        item,
        quantity,
        amount,
        currency: 'EUR',
        billed_by,
        billed_per: 'vessel',
        tariff_name,
        tariff_general_ledger_id,
      }),
    ),
    taxes_and_fees: '0.00',
  });
}
