import { setTimeout as sleep } from 'node:timers/promises';
import sql, { raw, Sql } from 'sql-template-tag';
import type { Actor } from '../../tenancy/actor';
import type { Db } from '../db';

/** The number of rows to delete in one transaction. */
export const BATCH = 10_000;

/** How rows are deleted. */
export interface Pace {
  /** The pause after each transaction, which leaves room to others, as a part of the time that it took. */
  rest?: number;
}

/**
 * Deletes rows in transactions until none are left, so that nobody waits long for a lock. Returns their number.
 * @param remove deletes some rows, and returns how many; undefined when there is nothing left to look at
 */
export async function inBatches(
  db: Db,
  actor: Actor,
  remove: () => Promise<number | undefined>,
  { rest = 0 }: Pace = {},
): Promise<number> {
  let removed = 0;
  for (;;) {
    const since = performance.now();
    const some = await db.transaction(actor, '', remove);
    if (some === undefined) return removed;
    removed += some;
    if (rest) await sleep((performance.now() - since) * rest);
  }
}

/** Rows of an organization that are deleted in the order of a key. */
interface Range {
  /** SQL: `… r WHERE …`, with an index that leads to the key. It is made anew for each deletion. */
  rows: () => Sql;
  /** The column of the key: a number above 0, or a time. */
  key: string;
  /** What all keys are behind; 0 by default. */
  behind?: '-infinity' | 0;
  /** SQL: which of the rows `r` are deleted; all by default. */
  only?: Sql;
  /** Called after each deletion in its transaction, with the number of rows that it deleted, and the last key. */
  after?: (some: number, last: number | Date) => Promise<unknown>;
}

/** Deletes rows by ranges of a key, from the lowest on, and returns their number. */
export async function removeRange(
  db: Db,
  actor: Actor,
  { rows, key, behind = 0, only = sql`true`, after }: Range,
  pace?: Pace,
): Promise<number> {
  const at = raw(`r."${key}"`);
  let last: number | Date | '-infinity' = behind;
  return inBatches(
    db,
    actor,
    async () => {
      const left = sql`${rows()} AND ${at} > ${last}`;
      const [step] = await db.query<{ until: number | Date | null }>(sql`
        SELECT max(s.at) AS until FROM (SELECT ${at} AS at FROM ${left} ORDER BY ${at} LIMIT ${BATCH}) s`);
      const { until } = step!;
      if (until === null) return undefined;
      const some = await removedBy(db, sql`DELETE FROM ${left} AND ${at} <= ${until} AND ${only}`);
      last = until;
      await after?.(some, until);
      return some;
    },
    pace,
  );
}

/** Runs a DELETE, and returns the number of rows. */
export async function removedBy(db: Db, deletion: Sql): Promise<number> {
  const [gone] = await db.query<{ many: number }>(sql`
    WITH gone AS (${deletion} RETURNING 1) SELECT count(*)::integer AS many FROM gone`);
  return gone!.many;
}
