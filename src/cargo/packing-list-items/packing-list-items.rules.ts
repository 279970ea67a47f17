import type { PackingListItem } from './packing-list-item.kind';
import type { Columns, Values } from '../../common/schema/columns';

/** The fields by which an item is stripped or delivered, and the word of a refusal for each. */
export const DONE = {
  has_been_stripped: 'stripped',
  stripped_quantity: 'stripped',
  has_been_delivered: 'delivered',
  delivered_quantity: 'delivered',
} as const;

type State = Pick<Values<PackingListItem>, keyof typeof DONE>;

/** The first field by which more of an item is stripped or delivered than before; undefined when there is none. */
export function handingOver(before: State | null, after: State): keyof typeof DONE | undefined {
  const fields = Object.keys(DONE) as (keyof typeof DONE)[];
  return fields.find((field) => isMore(before, after, field));
}

/** Whether more of an item is delivered than before. */
export function isDelivery(before: State | null, after: State): boolean {
  return isMore(before, after, 'has_been_delivered') || isMore(before, after, 'delivered_quantity');
}

function isMore(before: State | null, after: State, field: keyof State): boolean {
  return Number(after[field] ?? 0) > Number(before?.[field] ?? 0);
}

/** The fields for how many packages there are, were stripped, and were delivered. */
const LOT = ['quantity', ...(Object.keys(DONE) as (keyof typeof DONE)[])] as const;

type Lot = Pick<Columns<PackingListItem>, (typeof LOT)[number]>;
type Said = Pick<Values<PackingListItem>, keyof Lot>;

/** Whether the input states any of these fields. */
export function saysHowMany(said: Said): boolean {
  return LOT.some((field) => said[field] !== undefined);
}

/** How many packages an item has, and how many were stripped and delivered. A flag stands for all of them. */
function partsOf(lot: Lot): Record<'whole' | 'stripped' | 'delivered', number> {
  const whole = lot.quantity ?? 1;
  const isStripped = lot.has_been_stripped || lot.has_been_delivered;
  return {
    whole,
    stripped: isStripped ? whole : Math.min(lot.stripped_quantity ?? 0, whole),
    delivered: lot.has_been_delivered ? whole : (lot.delivered_quantity ?? 0),
  };
}

/** The flags of an item. A flag that the input leaves out follows from the quantities that change. */
export function flagsOf(
  before: Lot | null,
  said: Said,
): Pick<Said, 'has_been_stripped' | 'has_been_delivered'> {
  const { quantity, ...after } = together(before, said);
  const changed = (field: keyof Lot) => said[field] !== undefined && said[field] !== before?.[field];
  const follows = (part: 'stripped' | 'delivered'): boolean | undefined => {
    const count = after[`${part}_quantity`];
    const changes = changed('quantity') || changed(`${part}_quantity`);
    const flag = said[`has_been_${part}`] ?? undefined;
    return flag !== undefined || !changes || count === null || quantity === null ? flag : count >= quantity;
  };
  return { has_been_stripped: follows('stripped'), has_been_delivered: follows('delivered') };
}

/** Whether more packages would be stripped than there are. */
export function isTooMuch(before: Lot | null, said: Said): boolean {
  const { quantity, stripped_quantity } = together(before, said);
  return quantity !== null && (stripped_quantity ?? 0) > quantity;
}

/** Whether more of an item is stripped than before. */
export function isFurtherStripped(before: Lot | null, said: Said): boolean {
  return partsOf(together(before, said)).stripped > (before ? partsOf(before).stripped : 0);
}

/**
 * When packages of an item were taken out last, after the change: `at` when more are stripped than before, and null when
 * none are any more; undefined when that stays as it is.
 */
export function strippedAt(before: Lot | null, said: Said, at: Date): Date | null | undefined {
  if (isFurtherStripped(before, said)) return at;
  return partsOf(together(before, said)).stripped ? undefined : null;
}

/** An item with the input applied. */
function together(before: Lot | null, said: Said): Lot {
  const of = <F extends keyof Lot>(field: F, none: Lot[F]) =>
    (said[field] ?? (said[field] === undefined ? before?.[field] : undefined) ?? none) as Lot[F];
  return {
    quantity: of('quantity', null),
    stripped_quantity: of('stripped_quantity', null),
    delivered_quantity: of('delivered_quantity', null),
    has_been_stripped: of('has_been_stripped', false),
    has_been_delivered: of('has_been_delivered', false),
  };
}

/** The changes to an item that strip this many of its packages, or the sentence why they cannot be stripped. */
export function stripped(lot: Lot, quantity: number): Values<PackingListItem> | string {
  const { whole, stripped } = partsOf(lot);
  if (stripped + quantity > whole) return `Only ${whole - stripped} of ${whole} can still be stripped.`;
  return { stripped_quantity: stripped + quantity, has_been_stripped: stripped + quantity === whole };
}

/** The changes to an item that deliver this many of its packages, or the sentence why they cannot be delivered. */
export function delivered(lot: Lot, quantity: number): Values<PackingListItem> | string {
  const { whole, stripped, delivered } = partsOf(lot);
  const left = Math.max(0, stripped - delivered);
  if (quantity > left) return `Only ${left} of ${whole} were stripped and can still be delivered.`;
  return { delivered_quantity: delivered + quantity, has_been_delivered: delivered + quantity === whole };
}
