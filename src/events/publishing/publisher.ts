import { Injectable, Logger } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { count } from '../../common/count';
import { Background, organizationsIn } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import { PARTY_ADDED } from '../../common/recording/event-types';
import { onEventsWritten } from '../../common/recording/record';
import { userName } from '../../common/view/view';
import { isOfAnotherHistory, type Resumed, resuming } from '../epochs';
import { wantedBy } from '../webhooks/wanted';
import { DELIVERIES, PUBLISHED } from './channels';

/**
 * The first key of the advisory lock of the process that publishes for an organization, which is the second one. The number is
 * arbitrary. Version 0.1.0 publishes for all of them under the key alone.
 */
const LOCK = 7_263_117;

/** The most events that are published at a time. */
const BATCH = 200;

/** The most parties that events of a batch are told to, but for one event alone: what every party is told is told to many. */
const MOST_TOLD = 20_000;

/** How often events of other processes are looked for, in milliseconds. Those of this process are published at once. */
const EVERY_MS = 500;

/** How long written events wait, in milliseconds, so that those written meanwhile are published in the same batch. */
const SOON_MS = 25;

/**
 * Publishes committed events to the feeds of their organizations, one process at a time for each. A writer of an event holds the
 * lock of its record, so the publisher sees an event only with all earlier events of the same record. So each feed has the
 * events of a record in their order.
 */
@Injectable()
export class Publisher {
  private readonly logger = new Logger('Publisher');
  private soon?: NodeJS.Timeout;

  constructor(
    private readonly background: Background,
    { dataSource }: Db,
  ) {
    const wake = background.repeat('Publishing events', EVERY_MS, async () => {
      if (await this.publish()) again();
    });
    const again = () => {
      this.soon ??= setTimeout(() => {
        this.soon = undefined;
        wake();
      }, SOON_MS).unref();
    };
    onEventsWritten(dataSource, again);
  }

  /** Publishes what waits, a batch of each organization in its turn. Returns whether another process publishes of one. */
  private async publish(): Promise<boolean> {
    const find = () => this.background.query<Waiting>(WAITING);
    let isLeft = false;
    let resumed = 0;
    await this.background.inTurns('Publishing events', find, async (found) => {
      if (found.is_behind) {
        resumed += await this.resume(found.organization_id);
        return true;
      }
      const [row] = await this.background.query<Published>(publishing(found));
      const { taken, is_behind, waiting, many } = row!;
      isLeft ||= !taken;
      return is_behind || waiting === BATCH || waiting > many;
    });
    if (resumed)
      this.logger.warn(
        `The database was restored or failed over: an epoch of events begins for ${count(resumed, 'organization')}`,
      );
    return isLeft;
  }

  /** Begins an epoch for an organization whose feed another history of the database numbered. Returns for how many. */
  private async resume(organization_id: number): Promise<number> {
    const feeds = await this.background.query<Resumed>(
      resuming(sql`o.id = ${organization_id}`, sql`f.history IS DISTINCT FROM excluded.history`),
    );
    return feeds.length;
  }
}

/** What came of a batch. */
interface Published {
  /** Whether this process may publish. */
  taken: boolean;
  /** Whether the database is of another history than when the organization was found. */
  is_behind: boolean;
  /** The events that waited, up to a batch, and how many of them were published. */
  waiting: number;
  many: number;
}

/** An organization with something to publish, or with a feed to resume. */
interface Waiting {
  organization_id: number;
  /** Whether an epoch has to begin, before which nothing of it is published. */
  is_behind: boolean;
  /** The history of the database that was asked. */
  history: string | null;
}

/**
 * Finds organizations with written events. While a feed is of another history, an epoch has to begin for its organization and for
 * those without a feed, whose first events may be lost. Those are found first and alone, so that a feed tells of it until they have one.
 */
const WAITING = sql`
  WITH behind AS MATERIALIZED (
    SELECT EXISTS (SELECT FROM event_feeds f WHERE ${isOfAnotherHistory}) AS any_is, database_history() AS history
  )
  SELECT w.organization_id, false AS is_behind, b.history
  FROM behind b CROSS JOIN LATERAL (${organizationsIn('events_written')}) w
  LEFT JOIN event_feeds f ON f.organization_id = w.organization_id
  WHERE NOT b.any_is OR f.id IS NOT NULL AND (${isOfAnotherHistory}) IS NOT TRUE
  UNION ALL
  (SELECT o.id, true, b.history
   FROM behind b CROSS JOIN organizations o LEFT JOIN event_feeds f ON f.organization_id = o.id
   WHERE b.any_is AND (f.id IS NULL OR ${isOfAnotherHistory}) 
   ORDER BY f.id IS NOT NULL FETCH FIRST ROW WITH TIES)`;

/** SQL: whether the event `e` is told to a party of the endpoint `w`. */
const TOLD = sql`(e.organization_id, e.id, w.id) IN (
        SELECT f.organization_id, f.event_id, f.webhook_endpoint_id FROM told_to f)`;

/**
 * Moves the oldest written events of an organization into its feed, makes their deliveries, and notifies streams and dispatchers,
 * unless another process does. Events that the other process has moved are deleted, and so are not moved twice. Nothing is moved
 * while the database is of another history than it was, because its next ids may name events that readers have of that one.
 */
const publishing = ({ organization_id: organization, history }: Waiting) => sql`
    WITH lock AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock_shared(${LOCK}) AND pg_try_advisory_xact_lock(${LOCK}, hashint8(${organization}::bigint)) AS taken,
        database_history() IS DISTINCT FROM ${history}::text AS is_behind
    ), waiting AS MATERIALIZED (
      SELECT w.id, sum(coalesce(jsonb_array_length(w.parties), 0)) OVER (ORDER BY w.id) AS told FROM (
        SELECT w.id, w.parties FROM lock, events_written w
        WHERE w.organization_id = ${organization} AND lock.taken AND NOT lock.is_behind ORDER BY w.id LIMIT ${BATCH}) w
    ), taken AS (
      DELETE FROM events_written WHERE organization_id = ${organization} AND id IN (
        SELECT w.id FROM waiting w WHERE w.told <= ${MOST_TOLD} UNION SELECT min(w.id) FROM waiting w) RETURNING *
    ), counted AS (
      SELECT organization_id, count(*) AS many FROM taken GROUP BY organization_id
    ), feeds AS (
      INSERT INTO event_feeds AS f (organization_id, uuid, last_id, history)
      SELECT organization_id, gen_random_uuid(), many, database_history() FROM counted
      ON CONFLICT (organization_id) DO UPDATE SET last_id = f.last_id + excluded.last_id, history = excluded.history,
        updated_at = now()
      RETURNING f.organization_id, f.last_id
    ), numbered AS (
      SELECT t.*, f.last_id - c.many + row_number() OVER (PARTITION BY t.organization_id ORDER BY t.id) AS place
      FROM taken t
      JOIN counted c ON c.organization_id = t.organization_id
      JOIN feeds f ON f.organization_id = t.organization_id
    ), placed AS (
      INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, user_id, user_name, request_id,
        subject_id, subject_key, subject_path, concerns, data, changes, movement_id, movement_type, voyage_id, data_omitted,
        bytes)
      SELECT t.organization_id, t.place, t.type, t.occurred_at, t.recorded_at, t.user_id, ${raw(userName((name) => `u.${name}`))}, t.request_id,
        t.subject_id, t.subject_key, t.subject_path, t.concerns, t.data, t.changes, t.movement_id, t.movement_type, t.voyage_id,
        t.data_omitted,
        1000 + coalesce(octet_length(t.data::text), 0) + coalesce(octet_length(t.changes::text), 0)
      FROM numbered t
      LEFT JOIN users u ON u.organization_id = t.organization_id AND u.id = t.user_id
      RETURNING organization_id, id, type, subject_id
    ), told AS (
      INSERT INTO event_parties (organization_id, party_id, event_id, level, level_before)
      SELECT t.organization_id, p.party_id, t.place, p.level, p.level_before
      FROM numbered t
      CROSS JOIN LATERAL jsonb_to_recordset(t.parties) p(party_id bigint, level text, level_before text)
      JOIN parties u ON u.organization_id = t.organization_id AND u.id = p.party_id
      WHERE t.parties IS NOT NULL AND (t.type <> ${PARTY_ADDED} OR EXISTS (
        SELECT FROM stay_parties i
        WHERE i.organization_id = t.organization_id AND i.party_id = p.party_id AND i.stay_id = t.subject_id))
      RETURNING organization_id, party_id, event_id
    ), told_to AS (
      SELECT t.organization_id, t.event_id, l.webhook_endpoint_id FROM told t
      JOIN webhook_endpoint_parties l ON l.organization_id = t.organization_id AND l.party_id = t.party_id
    ), sent AS (
      INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, event_id, type, subject, next_try_at)
      SELECT e.organization_id, w.id, e.id, e.type, split_part(e.type, '.', 1) || ':' || e.subject_id, now()
      FROM placed e JOIN webhook_endpoints w ON w.organization_id = e.organization_id AND w.active AND ${wantedBy('w', 'e', TOLD)}
      ORDER BY e.id, w.id
      RETURNING id
    )
    SELECT lock.taken, lock.is_behind, (SELECT count(*)::integer FROM waiting) AS waiting, coalesce((SELECT sum(many) FROM counted), 0)::integer AS many,
      (SELECT count(pg_notify(${PUBLISHED}, organization_id::text)) FROM counted) AS told,
      (SELECT count(pg_notify(${DELIVERIES}, '')) FROM (SELECT FROM sent LIMIT 1) s) AS delivered
    FROM lock`;
