import type { Box } from './boxes';
import type { Call } from './calls';
import type { Records } from './records';

/** Who the containers of the history are for. */
const CONSIGNEES = [
  ['Walcheren Vloeren', 'Schroeweg 44, Middelburg, Netherlands', 'NL000000411B01'],
  ['De Bevelander Houthandel', 'Stationspark 12, Goes, Netherlands', 'NL000000412B01'],
  ['Sloe Pompen', 'Europaweg 30, Nieuwdorp, Netherlands', 'NL000000413B01'],
  ['Antwerp Garden Living', 'Havenlaan 86, Antwerpen, Belgium', 'BE0000000414'],
] as const;

export function addConsignees(records: Records): void {
  CONSIGNEES.forEach(([name, address, vat_number], nth) =>
    records.add('consignees', { name, address, vat_number, general_ledger_id: `GL-${13_021 + nth}` }),
  );
}

const manifestOf = ({ line, number }: Call) => `${line}-${number}`;

/** Containers for a call, with their bills or their booking. */
export class Cargo {
  private documents = 0;

  constructor(private readonly records: Records) {}

  /** Shares containers of a discharge out to bills of a manifest, and so to consignees. */
  addBills(call: Call, boxes: Box[]): void {
    const manifest = manifestOf(call);
    this.records.add('manifests', {
      client_identifier: manifest,
      shipping_line: call.line,
      voyage_number: call.number,
      sailing_date: this.records.day(call.berthed - 16 * 86_400),
    });
    const share = Math.ceil(boxes.length / 3);
    for (let from = 0; from < boxes.length; from += share) {
      const [consignee, consignee_address] = CONSIGNEES[this.documents % CONSIGNEES.length]!;
      const number = `${call.line}${2_609_000 + this.documents++}`;
      const part = boxes.slice(from, from + share);
      this.records.add('bill_of_ladings', {
        manifest,
        number,
        usage: 'import',
        type_of_contract: 'FCL/FCL',
        goods_description: `${part.length} containers said to contain general cargo`,
        weight: part.reduce((sum, { content }) => sum + content.weight, 0),
        consignee,
        consignee_address,
        port_of_loading_locode: 'BRSSZ',
        port_of_discharge_locode: 'NLVLI',
        port_of_delivery_locode: 'NLVLI',
        destination_code: 'NLVLI',
      });
      for (const { content } of part)
        Object.assign(content, {
          consignee,
          arrival_voyage: call.number,
          bill_of_ladings: [{ manifest, number }],
        });
    }
  }

  /** Books containers on a call. */
  book(call: Call, boxes: Box[]): void {
    const number = `${call.line}${340_100 + this.documents++}`;
    this.records.add('bookings', {
      number,
      shipping_line: call.line,
      voyage: call.number,
      goods: 'General cargo',
      quantity: boxes.length,
    });
    for (const { content } of boxes)
      Object.assign(content, { booking: number, departure_voyage: call.number });
  }

  /** Adds the load list of a call. */
  addLoadList(call: Call, boxes: readonly Box[], lifted: readonly number[]): void {
    this.records.add('load_lists', {
      name: `${call.number}-${call.line}`,
      voyage: call.number,
      shipping_line: call.line,
      items: boxes.map(({ number }, nth) => ({
        load_list_item_type: 'full',
        container: number,
        port_of_loading: 'NLVLI',
        port_of_discharge: 'BRSSZ',
        ...(lifted.length && { loaded_at: this.records.at(lifted[nth]!) }),
      })),
    });
  }
}
