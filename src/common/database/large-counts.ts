import { hash } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import { COUNT_LIMIT } from '../pagination/page';

/** How many records more than the limit have to be there for that to be remembered: so many are not deleted meanwhile. */
const MARGIN = 1_000;

/** How long it is remembered, in milliseconds. */
const REMEMBERED_MS = 5_000;

/** How many counts are remembered. */
const MOST = 1_000;

const known = new Map<string, number>();

/** How far is counted. */
export const COUNTED = COUNT_LIMIT + 1 + MARGIN;

/** Whether a count was beyond all limits a moment ago, so that it need not be made again: it costs most of a page. */
export function isLarge(condition: Sql, table: string): boolean {
  const key = keyOf(condition, table);
  return (known.get(key) ?? -Infinity) > performance.now();
}

/** Remembers a count that is beyond all limits. */
export function remember(condition: Sql, table: string, total: number): void {
  if (total < COUNTED) return;
  const key = keyOf(condition, table);
  if (known.size >= MOST) known.clear();
  known.set(key, performance.now() + REMEMBERED_MS);
}

function keyOf({ text, values }: Sql, table: string): string {
  return hash('sha1', JSON.stringify([table, text, values]));
}
