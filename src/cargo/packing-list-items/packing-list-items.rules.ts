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

/** What says how many packages there are, were taken out, and were handed over. */
const LOT = ['quantity', ...(Object.keys(DONE) as (keyof typeof DONE)[])] as const;

type Lot = Pick<Columns<PackingListItem>, (typeof LOT)[number]>;
type Said = Pick<Values<PackingListItem>, keyof Lot>;

/** Whether anything is said of how many packages there are, were taken out, or were handed over. */
export function saysHowMany(said: Said): boolean {
  return LOT.some((field) => said[field] !== undefined);
}

/**
 * How many packages an item has, were taken out, and were handed over. A file may say flags alone, and quantities that
 * do not fit them.
 */
function partsOf(lot: Lot): Record<'whole' | 'stripped' | 'delivered', number> {
  const whole = lot.quantity ?? 1;
  const isStripped = lot.has_been_stripped || lot.has_been_delivered;
  return {
    whole,
    stripped: isStripped ? whole : Math.min(lot.stripped_quantity ?? 0, whole),
    delivered: lot.has_been_delivered ? whole : (lot.delivered_quantity ?? 0),
  };
}

/**
 * The quantities and flags of an item by what is said of them: flags follow from quantities, and a quantity follows
 * from its flag where that alone is said. What was handed over was taken out before.
 */
export function settled(before: Lot | null, said: Said): Lot {
  const quantity = said.quantity === undefined ? (before?.quantity ?? null) : said.quantity;
  const whole = quantity ?? 1;
  const saysNoStripping = said.stripped_quantity === undefined && said.has_been_stripped === undefined;
  const stripped =
    said.has_been_delivered && saysNoStripping ? whole : quantityOf('stripped', before, said, whole);
  const delivered = quantityOf('delivered', before, said, whole);
  return {
    quantity,
    stripped_quantity: stripped,
    delivered_quantity: delivered,
    has_been_stripped: stripped !== null && stripped >= whole,
    has_been_delivered: delivered !== null && delivered >= whole,
  };
}

/** How many packages were stripped or delivered; null when nobody says. */
function quantityOf(
  part: 'stripped' | 'delivered',
  before: Lot | null,
  said: Said,
  whole: number,
): number | null {
  const [quantity, flag] = [`${part}_quantity`, `has_been_${part}`] as const;
  if (said[quantity] !== undefined) return said[quantity];
  if (said[flag]) return whole;
  if (!before || (said[flag] !== undefined && before[flag])) return null;
  return partsOf(before)[part] || before[quantity];
}

/** Whether more of an item gets taken out than was, of which quantities and flags say the same. */
export function isFurtherStripped(before: Lot, after: Said): boolean {
  return (after.stripped_quantity ?? 0) > partsOf(before).stripped;
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
