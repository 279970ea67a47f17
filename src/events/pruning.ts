import sql, { Sql } from 'sql-template-tag';
import type { Db } from '../common/database/db';
import { BATCH, inBatches } from '../common/database/in-batches';
import { Refused } from '../common/errors/errors';
import type { Actor } from '../common/tenancy/actor';
import { conditionsOf } from './feed/filters';
import { EVENTS } from './events.codes';

/** Which events to delete. */
export interface Pruning {
  /** Only events that were recorded before this time. */
  before: Date;
  /** Only events that concern this record; all without it. */
  about?: { type: string; record: string };
}

/**
 * Deletes events of an organization with their finished deliveries in batches, and returns the number of events.
 * Without a record it deletes from the oldest event on without gaps, so that a client whose cursor is behind is told
 * that events are missing.
 * @throws Refused while one of these events awaits delivery
 */
export async function prune(db: Db, actor: Actor, { before, about }: Pruning): Promise<number> {
  const { organization_id } = actor;
  const end = await db.transaction(actor, '', async () => {
    const [first] = await db.query<{ id: number }>(sql`
      SELECT coalesce(
        (SELECT e.id - 1 FROM events e
         WHERE e.organization_id = ${organization_id} AND e.recorded_at >= ${before} ORDER BY e.id LIMIT 1),
        (SELECT f.last_id FROM event_feeds f WHERE f.organization_id = ${organization_id}), 0) AS id`);
    return first!.id;
  });
  // Resolve the record before the first deletion, because its key may only be known from its events.
  const which = about
    ? [
        sql`e.recorded_at < ${before}`,
        ...(await db.transaction(actor, '', () => conditionsOf(db, { about }))),
      ]
    : [sql`e.id <= ${end}`];
  const pruned = await inBatches(db, actor, () => removeSome(db, organization_id, which, !about));
  if (!about) await removeDeliveries(db, actor, before, end);
  return pruned;
}

/** Deletes finished deliveries of events up to `end`, and of tests that were created before a time. */
async function removeDeliveries(db: Db, actor: Actor, before: Date, end: number): Promise<void> {
  const { organization_id } = actor;
  for (const which of [sql`d.event_id <= ${end}`, sql`d.event_id IS NULL AND d.created_at < ${before}`]) {
    await inBatches(db, actor, async () => {
      const removed = await db.query(sql`
        DELETE FROM webhook_deliveries WHERE organization_id = ${organization_id} AND id IN (
          SELECT d.id FROM webhook_deliveries d
          WHERE d.organization_id = ${organization_id} AND d.status <> 'pending' AND ${which}
          ORDER BY d.event_id LIMIT ${BATCH})
        RETURNING id`);
      return removed.length;
    });
  }
}

async function removeSome(
  db: Db,
  organization_id: number,
  which: Sql[],
  fromTheOldest: boolean,
): Promise<number> {
  const condition = which.reduce((all, each) => sql`${all} AND ${each}`);
  const [waiting] = await db.query<{ id: number }>(sql`
    SELECT d.id FROM webhook_deliveries d
    JOIN events e ON e.organization_id = ${organization_id} AND e.id = d.event_id
    WHERE d.organization_id = ${organization_id} AND d.status = 'pending' AND ${condition} LIMIT 1`);
  if (waiting)
    throw new Refused({
      code: EVENTS.deliveries_waiting,
      sentence:
        'Some of these events await delivery to a webhook endpoint: let them arrive, or make the endpoint inactive.',
    });
  const removed = await db.query<{ id: number }>(sql`
    DELETE FROM events WHERE organization_id = ${organization_id} AND id IN (
      SELECT e.id FROM events e WHERE e.organization_id = ${organization_id} AND ${condition}
      ORDER BY e.id LIMIT ${BATCH})
    RETURNING id`);
  if (removed.length) await removeParties(db, organization_id, removed, fromTheOldest);
  if (!fromTheOldest)
    await db.query(sql`
      DELETE FROM webhook_deliveries WHERE organization_id = ${organization_id} AND status <> 'pending'
        AND event_id = ANY(${removed.map(({ id }) => id)}::bigint[])`);
  else if (removed.length)
    await db.query(sql`
      UPDATE event_feeds SET pruned_id = greatest(pruned_id, ${Math.max(...removed.map(({ id }) => id))})
      WHERE organization_id = ${organization_id}`);
  return removed.length;
}

/** Deletes who was told of events that are gone. Who is told is indexed by party, so each one's are looked for. */
async function removeParties(
  db: Db,
  organization_id: number,
  removed: { id: number }[],
  fromTheOldest: boolean,
): Promise<void> {
  const ids = removed.map(({ id }) => id);
  await db.query(sql`
    DELETE FROM event_parties WHERE organization_id = ${organization_id}
      AND party_id IN (SELECT u.id FROM parties u
        WHERE u.organization_id = ${organization_id} AND u.used_since IS NOT NULL)
      AND ${fromTheOldest ? sql`event_id <= ${Math.max(...ids)}` : sql`event_id = ANY(${ids}::bigint[])`}`);
}
