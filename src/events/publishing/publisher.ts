import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Background } from '../../common/database/background';
import { Db } from '../../common/database/db';
import { onEventsWritten } from '../../common/recording/record';
import { userName } from '../../common/view/view';
import { wantedBy } from '../webhooks/wanted';

/** The channel on which the database tells that events were published, each time with the id of an organization. */
export const PUBLISHED = 'events_published';

/** The channel on which it tells that there are deliveries to webhook endpoints. */
export const DELIVERIES = 'webhook_deliveries';

/** Any number, the same in every process: whoever holds it publishes. */
const LOCK = 7_263_117;

/** How many events are published at a time. */
const BATCH = 200;

/** How often is looked for what another process has written, in milliseconds. Its own are published at once. */
const EVERY_MS = 500;

/** How long to wait until what was just written is published, in milliseconds: what others write meanwhile goes along. */
const SOON_MS = 25;

/**
 * Takes events that were committed to the feeds of their organizations, one process at a time. It sees a change only
 * together with every earlier one of the same record, since whoever writes an event holds the lock of its record: so
 * each feed has the events of one record in their order.
 */
@Injectable()
export class Publisher {
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

  /** Publishes some. Whether more may be left, or another process is at it. */
  private async publish(): Promise<boolean> {
    const [row] = await this.background.query<{ taken: boolean; many: number }>(publishing());
    return !row!.taken || row!.many === BATCH;
  }
}

/**
 * Moves what was written first into the feeds, makes its deliveries, and notifies streams and those who deliver, where no
 * other process is at it. What that one has moved meanwhile is gone, and is not moved again.
 */
const publishing = () => sql`
    WITH lock AS MATERIALIZED (
      SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken
    ), taken AS (
      DELETE FROM events_written WHERE id IN (
        SELECT w.id FROM lock, events_written w WHERE lock.taken ORDER BY w.id LIMIT ${BATCH}) RETURNING *
    ), counted AS (
      SELECT organization_id, count(*) AS many FROM taken GROUP BY organization_id
    ), feeds AS (
      INSERT INTO event_feeds AS f (organization_id, uuid, last_id)
      SELECT organization_id, gen_random_uuid(), many FROM counted
      ON CONFLICT (organization_id) DO UPDATE SET last_id = f.last_id + excluded.last_id, updated_at = now()
      RETURNING f.organization_id, f.last_id
    ), placed AS (
      INSERT INTO events (organization_id, id, type, occurred_at, recorded_at, user_id, user_name, request_id,
        subject_id, subject_key, subject_path, concerns, data, changes, data_omitted, bytes)
      SELECT t.organization_id,
        f.last_id - c.many + row_number() OVER (PARTITION BY t.organization_id ORDER BY t.id),
        t.type, t.occurred_at, t.recorded_at, t.user_id, ${raw(userName((name) => `u.${name}`))}, t.request_id,
        t.subject_id, t.subject_key, t.subject_path, t.concerns, t.data, t.changes, t.data_omitted,
        1000 + coalesce(octet_length(t.data::text), 0) + coalesce(octet_length(t.changes::text), 0)
      FROM taken t
      JOIN counted c ON c.organization_id = t.organization_id
      JOIN feeds f ON f.organization_id = t.organization_id
      LEFT JOIN users u ON u.organization_id = t.organization_id AND u.id = t.user_id
      RETURNING organization_id, id, type, subject_id
    ), sent AS (
      INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, event_id, type, subject, next_try_at)
      SELECT e.organization_id, w.id, e.id, e.type, split_part(e.type, '.', 1) || ':' || e.subject_id, now()
      FROM placed e JOIN webhook_endpoints w ON w.organization_id = e.organization_id AND w.active AND ${wantedBy('w', 'e')}
      ORDER BY e.id, w.id
      RETURNING id
    )
    SELECT lock.taken, coalesce((SELECT sum(many) FROM counted), 0)::integer AS many,
      (SELECT count(pg_notify(${PUBLISHED}, organization_id::text)) FROM counted) AS told,
      (SELECT count(pg_notify(${DELIVERIES}, '')) FROM (SELECT FROM sent LIMIT 1) s) AS delivered
    FROM lock`;
