import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import type { Query } from '../../common/database/pool/own-connection';
import { MOST_TRIES } from '../../common/database/write/tries';
import { record } from '../../common/recording/record';
import type { Claim } from './claims';
import type { Unsendable } from './parcels';
import { secondsUntilRetry } from './retries';
import type { Outcome } from './sender';
import { SLOW_MS } from './slots';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { cancelWaiting } from './webhook-endpoints.service';
import { WebhookEndpointShow } from './webhook.view';

/** The status with which a receiver unsubscribes (410 Gone). */
const GONE = 410;

/** An endpoint is deactivated when a delivery is given up and none succeeded for this long. */
const PATIENCE = '3 days';

/**
 * The result of a claim: an answer or none; `pruned` when the event is deleted, `untold` when the parties of the endpoint are
 * told nothing of it, `lost` when the service ended at it, `unsent` when it was not tried.
 */
export interface Result {
  claim: Claim;
  came: Outcome | Unsendable | 'unsent';
  /** The duration of the try, in milliseconds. */
  ms: number;
}

/** The fate of a delivery; `late` when the claim has expired and another process may hold it. */
export type Fate = 'delivered' | 'retry' | 'failed' | 'cancelled' | 'late';

/** The columns to write of a delivery. */
interface Note {
  fate: Fate;
  tried: boolean;
  status: number | null;
  error: string | null;
  answer: string | null;
  /** The seconds until the next try. */
  wait: number;
}

/** Whether a result counts as a failure of its endpoint. */
export function isBad({ came, ms }: Result): boolean {
  return typeof came === 'object' && (!isDelivered(came) || ms > SLOW_MS);
}

/** Writes the results of tries, and deactivates endpoints. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly background: Background,
    private readonly db: Db,
  ) {}

  /**
   * Writes results of an organization in the transaction of `query`, and returns the fate of each delivery. A result without
   * a fate has to be written later, because another transaction has locked its endpoint.
   */
  async note(query: Query, organization_id: number, results: Result[]): Promise<Map<Result, Fate>> {
    if (!results.length) return new Map();
    const notes = results.map(noteOf);
    const claims = results.map(({ claim }) => claim);
    const rows = await query<{ nth: number; noted: boolean }>(sql`
      WITH told AS (
        SELECT * FROM ROWS FROM (
          unnest(${claims.map((each) => each.webhook_endpoint_id)}::bigint[]),
          unnest(${claims.map((each) => each.id)}::bigint[]),
          unnest(${claims.map((each) => each.claim)}::integer[]),
          unnest(${notes.map((each) => LEFT[each.fate])}::text[]),
          unnest(${notes.map((each) => each.tried)}::boolean[]),
          unnest(${notes.map((each) => each.status)}::integer[]),
          unnest(${notes.map((each) => each.error)}::text[]),
          unnest(${notes.map((each) => each.answer)}::text[]),
          unnest(${notes.map((each) => each.wait)}::double precision[]),
          unnest(${results.map(({ ms }) => ms > SLOW_MS)}::boolean[])
        ) WITH ORDINALITY AS t(webhook_endpoint_id, id, claim, "left", tried, status, error, answer,
          wait, is_slow, nth)
      ), locked AS MATERIALIZED (
        SELECT w.id FROM webhook_endpoints w
        WHERE w.organization_id = ${organization_id} AND w.id IN (SELECT t.webhook_endpoint_id FROM told t)
        FOR NO KEY UPDATE SKIP LOCKED
      ), noted AS (
        UPDATE webhook_deliveries d SET claimed = false, lost = 0, updated_at = now(), status = t.left,
          next_try_at = now() + make_interval(secs => t.wait), tries = d.tries + t.tried::integer,
          last_tried_at = CASE WHEN t.tried THEN now() ELSE d.last_tried_at END,
          last_status = CASE WHEN t.tried THEN t.status ELSE d.last_status END,
          last_error = CASE WHEN t.tried OR t.error IS NOT NULL THEN t.error ELSE d.last_error END,
          last_answer = CASE WHEN t.tried THEN t.answer ELSE d.last_answer END,
          delivered_at = CASE WHEN t.left = 'delivered' THEN now() END
        FROM told t JOIN locked l ON l.id = t.webhook_endpoint_id
        WHERE d.organization_id = ${organization_id} AND d.id = t.id AND d.status = 'pending'
          AND d.claimed AND d.claim = t.claim
        RETURNING t.nth
      ), last AS (
        SELECT DISTINCT ON (t.webhook_endpoint_id) t.*
        FROM told t JOIN noted n ON n.nth = t.nth WHERE t.tried
        ORDER BY t.webhook_endpoint_id, t.nth DESC
      ), known AS (
        UPDATE webhook_endpoints w SET is_slow = t.is_slow, is_reached = w.is_reached OR t.left = 'delivered',
          failing_since = CASE WHEN t.left <> 'delivered' THEN coalesce(w.failing_since, now()) END
        FROM last t
        WHERE w.organization_id = ${organization_id} AND w.id = t.webhook_endpoint_id
          AND (w.is_slow, w.is_reached, w.failing_since IS NULL)
            <> (t.is_slow, w.is_reached OR t.left = 'delivered', t.left = 'delivered')
      )
      SELECT t.nth, n.nth IS NOT NULL AS noted
      FROM told t JOIN locked l ON l.id = t.webhook_endpoint_id
      LEFT JOIN noted n ON n.nth = t.nth`);
    return new Map(
      rows.map(({ nth, noted }) => [results[nth - 1]!, noted ? notes[nth - 1]!.fate : 'late'] as const),
    );
  }

  /** Deactivates an endpoint that unsubscribed, or that failed for days. */
  async giveUp({ claim: { organization_id, webhook_endpoint_id: id }, came }: Result): Promise<void> {
    const atOnce = typeof came === 'object' && came.status === GONE;
    await this.background.inOrganization(organization_id, 'a webhook endpoint is given up', async () => {
      const endpoint = await this.db.find(WebhookEndpoint, { id }, { lock: true });
      if (!endpoint?.active) return;
      const [given] = await this.db.query<{ up: boolean }>(
        sql`SELECT coalesce(${endpoint.failing_since}::timestamptz <= now() - ${PATIENCE}::interval, false) AS up`,
      );
      if (!atOnce && !given!.up) return;
      await this.db.update(WebhookEndpoint, id, { active: false });
      await cancelWaiting(this.db, id);
      await record(this.db, 'webhook_endpoint.deactivated', WebhookEndpointShow, id);
    });
  }
}

/** The status of a delivery by its fate. */
const LEFT = {
  delivered: 'delivered',
  retry: 'pending',
  failed: 'failed',
  cancelled: 'cancelled',
  late: 'pending',
} as const;

function isDelivered({ status }: Outcome): boolean {
  return status !== null && status >= 200 && status < 300;
}

function noteOf({ claim, came }: Result): Note {
  const none = { tried: false, status: null, error: null, answer: null, wait: 0 };
  if (came === 'unsent') return { ...none, fate: 'retry' };
  // Not a failure of the endpoint.
  if (came === 'pruned') return { ...none, fate: 'failed', error: 'the event was pruned' };
  if (came === 'lost')
    return { ...none, fate: 'failed', error: `the service ended ${MOST_TRIES} times while it sent it` };
  if (came === 'untold')
    return { ...none, fate: 'cancelled', error: 'the parties of the endpoint are told nothing of it' };
  const { status, answer, retryAfter } = came;
  if (isDelivered(came)) return { ...none, fate: 'delivered', tried: true, status, answer };
  const wait = status === GONE ? undefined : secondsUntilRetry(claim.tries + 1, retryAfter);
  return {
    fate: wait === undefined ? 'failed' : 'retry',
    tried: true,
    status,
    error: came.error ?? `answered ${status}`,
    answer,
    wait: wait ?? 0,
  };
}
