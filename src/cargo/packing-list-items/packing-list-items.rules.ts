import type { PackingListItem } from './packing-list-item.kind';
import type { Values } from '../../common/schema/columns';

/** What hands an item over to its receiver, by the field that says so, in the words of a refusal. */
export const DONE = {
  has_been_stripped: 'stripped',
  stripped_quantity: 'stripped',
  has_been_delivered: 'delivered',
} as const;

type State = Pick<Values<PackingListItem>, keyof typeof DONE>;

/** The field by which an item gets stripped or delivered further than it was; undefined when it does not. */
export function handingOver(before: State | null, after: State): keyof typeof DONE | undefined {
  const fields = Object.keys(DONE) as (keyof typeof DONE)[];
  return fields.find((field) => Number(after[field] ?? 0) > Number(before?.[field] ?? 0));
}
