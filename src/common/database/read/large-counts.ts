import { hash } from 'node:crypto';
import type { Sql } from 'sql-template-tag';
import { COUNT_LIMIT } from '../../pagination/page';

/** How far a count must be beyond the limit to be cached: more rows than are deleted while the cache entry lives. */
const MARGIN = 1_000;

/** The lifetime of a cached count, in milliseconds. */
const REMEMBERED_MS = 5_000;

/** The maximum number of cached counts. */
const MOST = 1_000;

const known = new Map<string, number>();

/** Counting stops here. */
export const COUNTED = COUNT_LIMIT + 1 + MARGIN;

/** Whether the count was beyond COUNTED a moment ago. Counting again would be most of the cost of a page. */
export function isLarge(condition: Sql, table: string): boolean {
  const key = keyOf(condition, table);
  return (known.get(key) ?? -Infinity) > performance.now();
}

/** Caches a count that reaches COUNTED. */
export function remember(condition: Sql, table: string, total: number): void {
  if (total < COUNTED) return;
  const key = keyOf(condition, table);
  if (known.size >= MOST) known.clear();
  known.set(key, performance.now() + REMEMBERED_MS);
}

function keyOf({ text, values }: Sql, table: string): string {
  return hash('sha1', JSON.stringify([table, text, values]));
}
