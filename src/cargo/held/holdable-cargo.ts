import { naming, Refusal } from '../../common/errors/errors';
import { nameOf as nameIn } from '../../common/languages/sentence';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS } from '../cargo.sentences';
import { BILLS_OF_CONTENTS } from './unlifted-holds';

/**
 * A kind of cargo that can be held: by its own holds (containers only), by holds on its bills, and by holds on the
 * containers around it.
 */
export interface Holdable {
  table: string;
  /** The word for it in a sentence. */
  word: string;
  /** The column that is its key. */
  key?: string;
  /** SQL over a row `t`: its name when it has no key, its bills, and the container that it is in. */
  name?: string;
  bills: string;
  container?: string;
  /** SQL over a row `t`: the bills of its contents, and the condition that selects its own holds `h`. */
  contents?: string;
  own?: string;
}

const ofBill = 'SELECT t.bill_of_lading_id';
const linkedBills = (table: string, column: string, own: string) =>
  `SELECT l.bill_of_lading_id FROM ${table} l WHERE l.organization_id = t.organization_id AND l.${column} = t.${own}`;
/** SQL: the container in which the row `t` is located. */
export const LOCATED = `CASE WHEN t.current_location_type = 'Container' THEN t.current_location_id END`;

export const HOLDABLE = {
  container: {
    table: 'containers',
    word: 'Container',
    key: 'number',
    bills: linkedBills('container_bills', 'stay_id', 'stay_id'),
    container: 't.id',
    contents: BILLS_OF_CONTENTS('t.organization_id', 't.id', 't.stay_id'),
  },
  /** A container in an ended stay, on the truck that takes it out. Holds that wait for its next stay hold it too. */
  container_stay: {
    table: 'container_stays',
    word: 'Container',
    name: '(SELECT c.number FROM containers c WHERE c.organization_id = t.organization_id AND c.id = t.container_id)',
    bills: linkedBills('container_bills', 'stay_id', 'id'),
    contents: BILLS_OF_CONTENTS('t.organization_id', 't.container_id', 't.id'),
    own: `h.container_id = t.container_id AND (h.stay_id = t.id OR h.stay_id IN (
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = t.organization_id AND s.container_id = t.container_id AND s.status = 'announced'))`,
  },
  vehicle: {
    table: 'vehicles',
    word: 'Vehicle',
    key: 'vin_number',
    bills: linkedBills('vehicle_bills', 'vehicle_id', 'id'),
    container: LOCATED,
  },
  breakbulk: {
    table: 'breakbulks',
    word: 'Breakbulk',
    key: 'reference_number',
    bills: ofBill,
    container: LOCATED,
  },
  packing_list_item: {
    table: 'packing_list_items',
    word: 'Packing list item',
    key: 'reference_number',
    bills: ofBill,
    container: 'CASE WHEN NOT t.has_been_stripped THEN t.container_id END',
  },
  /** The goods of a delivery order. */
  delivery_order: { table: 'delivery_orders', word: 'Delivery order', key: 'number', bills: ofBill },
} as const satisfies Record<string, Holdable>;

export type CargoKind = keyof typeof HOLDABLE;

/** SQL: the name of the row `t` of a kind. */
export function nameOf(kind: CargoKind): string {
  const { key, name }: Holdable = HOLDABLE[kind];
  return name ?? `t.${key}`;
}

/** What is not done with held cargo; `moved`: out of the terminal. */
const DONE = {
  loaded: CARGO_SAYS['done.loaded'],
  delivered: CARGO_SAYS['done.delivered'],
  stripped: CARGO_SAYS['done.stripped'],
  moved: CARGO_SAYS['done.moved'],
};
export type Done = keyof typeof DONE;

/**
 * The refusal to do something with held cargo.
 * @param done what cannot be done
 */
export function refusalOfHeld(kind: CargoKind, name: string, done: Done): Refusal {
  const how = DONE[done]().as(done);
  if (kind === 'container')
    return {
      code: CARGO.container_held,
      sentence: CARGO_SAYS.container_held({ container: name, done: how }),
      records: naming(kind, name),
    };
  return {
    code: CARGO.cargo_held,
    sentence: CARGO_SAYS.cargo_held({ what: nameIn(HOLDABLE[kind].word), key: name, done: how }),
    records: naming(kind, name),
  };
}
