import type { PackingListItem } from './packing-list-item.kind';
import type { Columns, Values } from '../../common/schema/columns';

/** What hands an item over to its receiver, by the field that says so, in the words of a refusal. */
export const DONE = {
  has_been_stripped: 'stripped',
  stripped_quantity: 'stripped',
  has_been_delivered: 'delivered',
  delivered_quantity: 'delivered',
} as const;

type State = Pick<Values<PackingListItem>, keyof typeof DONE>;

/** The field by which an item gets stripped or delivered further than it was; undefined when it does not. */
export function handingOver(before: State | null, after: State): keyof typeof DONE | undefined {
  const fields = Object.keys(DONE) as (keyof typeof DONE)[];
  return fields.find((field) => isMore(before, after, field));
}

/** Whether more of an item gets delivered than was. */
export function isDelivery(before: State | null, after: State): boolean {
  return isMore(before, after, 'has_been_delivered') || isMore(before, after, 'delivered_quantity');
}

function isMore(before: State | null, after: State, field: keyof State): boolean {
  return Number(after[field] ?? 0) > Number(before?.[field] ?? 0);
}

type Lot = Pick<
  Columns<PackingListItem>,
  'quantity' | 'stripped_quantity' | 'delivered_quantity' | 'has_been_stripped' | 'has_been_delivered'
>;

/** How many packages an item has, were taken out, and were handed over. */
function partsOf(lot: Lot): Record<'whole' | 'stripped' | 'delivered', number> {
  const whole = lot.quantity ?? 1;
  return {
    whole,
    stripped: lot.has_been_stripped ? whole : Math.min(lot.stripped_quantity ?? 0, whole),
    delivered: lot.has_been_delivered ? whole : (lot.delivered_quantity ?? 0),
  };
}

/** What an item becomes when so many of its packages are taken out; or why they cannot be. */
export function stripped(lot: Lot, quantity: number): Values<PackingListItem> | string {
  const { whole, stripped } = partsOf(lot);
  if (stripped + quantity > whole) return `Only ${whole - stripped} of ${whole} can still be stripped.`;
  return { stripped_quantity: stripped + quantity, has_been_stripped: stripped + quantity === whole };
}

/** What an item becomes when so many of its packages are handed over; or why they cannot be. */
export function delivered(lot: Lot, quantity: number): Values<PackingListItem> | string {
  const { whole, stripped, delivered } = partsOf(lot);
  const left = Math.max(0, stripped - delivered);
  if (quantity > left) return `Only ${left} of ${whole} were stripped and can still be delivered.`;
  return { delivered_quantity: delivered + quantity, has_been_delivered: delivered + quantity === whole };
}
