import { isDeepStrictEqual } from 'node:util';

/** What became of an item. `left` would have gone, and stays, since its cargo was loaded or discharged. */
type Did = 'created' | 'updated' | 'unchanged' | 'removed' | 'left';

/** An item of a list, and what became of it. */
export interface PutItem {
  id: number;
  container_id: number | null;
  did: Did;
}

/** An item that is stored, or that is to be written: with an id where it is stored already. */
interface Item {
  id?: number;
  container_id: number | null;
}

/** The changes that put containers on lists, and take them off. */
export interface Plan {
  added: readonly Item[];
  changed: readonly Item[];
  same: readonly Item[];
  removed: readonly Item[];
  /** Items that would go, and stay, since their cargo was loaded or discharged. */
  kept: readonly Item[];
  /** The containers that the lists announce. */
  coming: Iterable<number>;
}

/** The changes that only take stored items off: all of them but those that are `done`. */
export function takingOff<T extends Item>(stored: readonly T[], done: (item: T) => unknown) {
  const removed = stored.filter((item) => !done(item));
  return { added: [], changed: [], same: [], removed, kept: stored.filter(done), coming: [] };
}

/**
 * What an item that is stored says next. What is left out stays as it is, and an item that is done is only completed.
 * @returns the values of these columns, and whether one of them changes
 */
export function nextOf<C extends string>(
  columns: readonly C[],
  stored: { readonly [K in C]: unknown },
  said: { readonly [K in C]?: unknown },
  isDone: boolean,
): { next: Record<C, unknown>; differs: boolean } {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && !value.length);
  const next = Object.fromEntries(
    columns.map((name) => {
      const isTaken = said[name] !== undefined && !(isDone && !isEmpty(stored[name]));
      return [name, isTaken ? said[name] : stored[name]];
    }),
  ) as Record<C, unknown>;
  return { next, differs: columns.some((name) => !isDeepStrictEqual(next[name], stored[name])) };
}

/**
 * What became of each item of a plan, in no order.
 * @param created the added items, with their ids
 * @param changed the containers that took what was said of them
 */
export function outcomes(
  plan: Plan,
  created: readonly Item[],
  changed: ReadonlySet<number | null>,
): PutItem[] {
  const became = (items: readonly Item[], did: Did): PutItem[] =>
    items.map(({ id, container_id }) => ({ id: id!, container_id, did }));
  return [
    ...became(created, 'created'),
    ...became(plan.changed, 'updated'),
    ...became(
      plan.same.filter(({ container_id }) => changed.has(container_id)),
      'updated',
    ),
    ...became(
      plan.same.filter(({ container_id }) => !changed.has(container_id)),
      'unchanged',
    ),
    ...became(plan.removed, 'removed'),
    ...became(plan.kept, 'left'),
  ];
}
