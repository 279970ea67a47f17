/**
 * The most rows that one statement writes. A set of them takes a tenth of a second, so that it ends far below the limit of a
 * statement also where the machine is ten times as slow.
 */
const AT_ONCE = 1_000;

/** Parts a list into sets for statements, in its order. */
export function inSets<T>(list: readonly T[]): T[][] {
  const sets: T[][] = [];
  for (let from = 0; from < list.length; from += AT_ONCE) sets.push(list.slice(from, from + AT_ONCE));
  return sets;
}
