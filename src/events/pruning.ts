import sql, { type Sql } from 'sql-template-tag';
import type { Db } from '../common/database/db';
import { BATCH, inBatches, type Pace, removedBy, removeRange } from '../common/database/write/in-batches';
import { Refused } from '../common/errors/errors';
import type { Actor } from '../common/tenancy/actor';
import { conditionsOf } from './feed/filters';
import { EVENTS } from './events.codes';
import { lastBefore } from './last-before';

/** Which events to delete. */
export interface Pruning {
  /** Only events that were recorded before this time. */
  before: Date;
  /** Only events that concern this record; all without it. */
  about?: { type: string; record: string };
}

/** How many places of the feed may be in another order than the times, where events were written at once. */
const AT_ONCE = 1_000;

/**
 * Deletes events of an organization with their finished deliveries in batches, and returns the number of events.
 * Without a record it deletes from the oldest event on without gaps, so that a client whose cursor is behind is told
 * that events are missing.
 * @throws Refused while one of these events awaits delivery
 */
export async function prune(db: Db, actor: Actor, { before, about }: Pruning): Promise<number> {
  if (about) return pruneAbout(db, actor, before, about);
  const { organization_id } = actor;
  const end = await endBefore(db, actor, before);
  if (await isWaiting(db, actor, end)) throw new Refused(WAITING);
  const pruned = await pruneUpTo(db, actor, end);
  await pruneDeliveriesUpTo(db, actor, end);
  await db.transaction(actor, '', () =>
    db.query(sql`
      DELETE FROM webhook_deliveries WHERE organization_id = ${organization_id} AND event_id IS NULL
        AND created_at < ${before} AND status <> 'pending'`),
  );
  return pruned;
}

/**
 * Deletes events of an organization from before a time, from the oldest event on up to the first that is needed, and
 * who was told of those that are gone. Returns the number of events.
 * @param needed SQL: as `first_id` the first event that is needed for something else than its delivery
 */
export async function pruneKept(
  db: Db,
  actor: Actor,
  before: Date,
  pace: Pace,
  needed: Sql,
): Promise<number> {
  const [first] = await db.transaction(actor, '', () => db.query<{ first_id: number }>(needed));
  const stop = first?.first_id ?? Infinity;
  return pruneUpTo(db, actor, Math.min(await endBefore(db, actor, before), stop - 1), pace);
}

const WAITING = {
  code: EVENTS.deliveries_waiting,
  sentence:
    'Some of these events await delivery to a webhook endpoint: let them arrive, or make the endpoint inactive.',
};

/** The id up to which all events were recorded before a time; 0 before the first. */
function endBefore(db: Db, actor: Actor, before: Date): Promise<number> {
  const { organization_id } = actor;
  return db.transaction(actor, '', async () => {
    const end = await lastBefore(db, before);
    const [first] = await db.query<{ id: number | null }>(sql`
      SELECT min(e.id) AS id FROM events e WHERE e.organization_id = ${organization_id}
        AND e.id > ${end - AT_ONCE} AND e.id <= ${end} AND e.recorded_at >= ${before}`);
    return first!.id === null ? end : first!.id - 1;
  });
}

/** SQL: the id of the first event that awaits delivery; null for none. */
const firstWaiting = (organization_id: number): Sql => sql`(
  SELECT min(d.event_id) FROM webhook_deliveries d
  WHERE d.organization_id = ${organization_id} AND d.status = 'pending')`;

/** Whether one of the events up to an id awaits delivery. */
function isWaiting(db: Db, actor: Actor, end: number): Promise<boolean> {
  return db.transaction(actor, '', async () => {
    const [found] = await db.query<{ is: boolean }>(sql`
      SELECT coalesce(${firstWaiting(actor.organization_id)} <= ${end}, false) AS is`);
    return found!.is;
  });
}

/** Deletes the events of an organization up to an id, or up to the first that awaits delivery, and returns their number. */
async function pruneUpTo(db: Db, actor: Actor, end: number, pace?: Pace): Promise<number> {
  const { organization_id } = actor;
  const pruned = await removeRange(
    db,
    actor,
    {
      rows: () => sql`events r WHERE r.organization_id = ${organization_id}
        AND r.id <= least(${end}::bigint, ${firstWaiting(organization_id)} - 1)`,
      key: 'id',
      after: (_some, last) => db.query(noting([{ organization_id, last_id: Number(last) }])),
    },
    pace,
  );
  await forgetTold(db, actor, pace);
  return pruned;
}

/** SQL: notes that events of organizations up to an id are gone, of which readers are told that they are missing. */
export const noting = (gone: { organization_id: number; last_id: number }[]) => sql`
  UPDATE event_feeds f SET pruned_id = greatest(f.pruned_id, g.last_id), updated_at = now()
  FROM unnest(${gone.map((each) => each.organization_id)}::bigint[],
    ${gone.map((each) => each.last_id)}::bigint[]) g(organization_id, last_id)
  WHERE f.organization_id = g.organization_id`;

/** Deletes who was told of events that are gone. Who is told is indexed by party, so each one's are looked for. */
async function forgetTold(db: Db, actor: Actor, pace?: Pace): Promise<void> {
  const { organization_id } = actor;
  const parties = await db.transaction(actor, '', () =>
    db.query<{ id: number; pruned_id: number }>(sql`
      SELECT u.id, f.pruned_id FROM event_feeds f JOIN parties u ON u.organization_id = f.organization_id
      WHERE f.organization_id = ${organization_id} AND u.used_since IS NOT NULL
        AND EXISTS (SELECT FROM event_parties p WHERE p.organization_id = u.organization_id AND p.party_id = u.id
          AND p.event_id <= f.pruned_id)`),
  );
  for (const { id, pruned_id } of parties) {
    const rows = () => sql`event_parties r
      WHERE r.organization_id = ${organization_id} AND r.party_id = ${id} AND r.event_id <= ${pruned_id}`;
    await removeRange(db, actor, { rows, key: 'event_id' }, pace);
  }
}

/** Deletes finished deliveries of events up to an id. */
async function pruneDeliveriesUpTo(db: Db, actor: Actor, end: number): Promise<void> {
  const rows = () =>
    sql`webhook_deliveries r WHERE r.organization_id = ${actor.organization_id} AND r.event_id <= ${end}`;
  await removeRange(db, actor, { rows, key: 'event_id', only: sql`r.status <> 'pending'` });
}

/** Deletes finished deliveries of an organization from before a time, and returns their number. */
export async function pruneDeliveries(db: Db, actor: Actor, before: Date, pace?: Pace): Promise<number> {
  const { organization_id } = actor;
  let last = 0;
  return inBatches(
    db,
    actor,
    async () => {
      // in the order of ids, which is that of the times; an index by organization and time would only serve this
      const [step] = await db.query<{ id: number | null }>(sql`
        SELECT max(s.id) FILTER (WHERE s.created_at < ${before}) AS id FROM (
          SELECT d.id, d.created_at FROM webhook_deliveries d
          WHERE d.organization_id = ${organization_id} AND d.id > ${last} ORDER BY d.id LIMIT ${BATCH}) s`);
      const until = step!.id;
      if (until === null) return undefined;
      const some = await removedBy(
        db,
        sql`DELETE FROM webhook_deliveries d WHERE d.organization_id = ${organization_id}
          AND d.id > ${last} AND d.id <= ${until} AND d.created_at < ${before} AND d.status <> 'pending'`,
      );
      last = until;
      return some;
    },
    pace,
  );
}

/** Deletes the events of one record. */
async function pruneAbout(
  db: Db,
  actor: Actor,
  before: Date,
  about: { type: string; record: string },
): Promise<number> {
  const { organization_id } = actor;
  // Resolve the record before the first deletion, because its key may only be known from its events.
  const which = (await db.transaction(actor, '', () => conditionsOf(db, { about }))).reduce(
    (all, each) => sql`${all} AND ${each}`,
    sql`e.recorded_at < ${before}`,
  );
  return inBatches(db, actor, async () => {
    const [waiting] = await db.query<{ id: number }>(sql`
      SELECT d.id FROM webhook_deliveries d
      JOIN events e ON e.organization_id = ${organization_id} AND e.id = d.event_id
      WHERE d.organization_id = ${organization_id} AND d.status = 'pending' AND ${which} LIMIT 1`);
    if (waiting) throw new Refused(WAITING);
    const removed = await db.query<{ id: number }>(sql`
      DELETE FROM events WHERE organization_id = ${organization_id} AND id IN (
        SELECT e.id FROM events e WHERE e.organization_id = ${organization_id} AND ${which} ORDER BY e.id LIMIT ${BATCH})
      RETURNING id`);
    if (!removed.length) return undefined;
    const ids = removed.map(({ id }) => id);
    await db.query(sql`
      DELETE FROM event_parties WHERE organization_id = ${organization_id}
        AND party_id IN (SELECT u.id FROM parties u
          WHERE u.organization_id = ${organization_id} AND u.used_since IS NOT NULL)
        AND event_id = ANY(${ids}::bigint[])`);
    await db.query(sql`
      DELETE FROM webhook_deliveries WHERE organization_id = ${organization_id} AND status <> 'pending'
        AND event_id = ANY(${ids}::bigint[])`);
    return removed.length;
  });
}
