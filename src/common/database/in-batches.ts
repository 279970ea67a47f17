import { setTimeout as sleep } from 'node:timers/promises';
import sql, { raw, Sql } from 'sql-template-tag';
import type { Actor } from '../tenancy/actor';
import type { Db } from './db';

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

/** Old rows of a table that has an index by organization and this time. */
interface Old {
  table: string;
  time: string;
  before: Date;
}

/**
 * Deletes the rows of an organization from before a time, oldest first, and returns their number.
 * @param pace.except SQL: which rows `r` stay
 * @param pace.after called after each deletion in its transaction, with the number of rows that it deleted
 */
export async function removeOlder(
  db: Db,
  actor: Actor,
  { table, time, before }: Old,
  { except, after, ...pace }: Pace & { except?: () => Sql; after?: (some: number) => Promise<void> } = {},
): Promise<number> {
  const at = raw(`r."${time}"`);
  let last: Date | '-infinity' = '-infinity';
  return inBatches(
    db,
    actor,
    async () => {
      const ofOrganization = sql`${raw(table)} r WHERE r.organization_id = ${actor.organization_id} AND ${at} > ${last}
        AND NOT ${except?.() ?? sql`false`}`;
      const [step] = await db.query<{ until: Date | null }>(sql`
        SELECT max(s.at) AS until FROM (
          SELECT ${at} AS at FROM ${ofOrganization} AND ${at} < ${before} ORDER BY ${at} LIMIT ${BATCH}) s`);
      if (!step!.until) return undefined;
      const some = await removedBy(db, sql`DELETE FROM ${ofOrganization} AND ${at} <= ${step!.until}`);
      last = step!.until;
      await after?.(some);
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
