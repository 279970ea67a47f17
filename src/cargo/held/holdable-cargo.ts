import { naming, Refusal } from '../../common/errors/errors';
import { CARGO } from '../cargo.codes';
import { BILLS_OF_CONTENTS } from './unlifted-holds';

/** What can be held: by holds of its own (containers only), of its bills, and of the container that it is in. */
export interface Holdable {
  table: string;
  /** What a sentence calls one. */
  word: string;
  /** The column that it is known by. */
  key?: string;
  /** SQL, for a row `t`: what it is known by without such a column; its bills; the container that it is in, if it can be. */
  name?: string;
  bills: string;
  container?: string;
  /** SQL: the bills of what is in it, if something can be; and holds of its own, as a condition on the hold `h`. */
  contents?: string;
  own?: string;
}

const ofBill = 'SELECT t.bill_of_lading_id';
const linkedBills = (table: string, column: string, own: string) =>
  `SELECT l.bill_of_lading_id FROM ${table} l WHERE l.organization_id = t.organization_id AND l.${column} = t.${own}`;
/** SQL: the container that the row `t` is in, by its place. */
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
  /** A container in a stay that is over, on the truck that takes it out: also what waits for its next stay keeps it. */
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

/** SQL: what the row `t` of a kind is known by. */
export function nameOf(kind: CargoKind): string {
  const { key, name }: Holdable = HOLDABLE[kind];
  return name ?? `t.${key}`;
}

/** Why something is not done with held cargo: "loaded". */
export function refusalOfHeld(kind: CargoKind, name: string, done: string): Refusal {
  return {
    code: kind === 'container' ? CARGO.container_held : CARGO.cargo_held,
    sentence: `${HOLDABLE[kind].word} ${name} has unlifted holds and cannot be ${done}.`,
    records: naming(kind, name),
  };
}
