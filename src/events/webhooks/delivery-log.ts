import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../../common/database/background';
import { Db } from '../../common/database/db';
import { record } from '../../common/recording/record';
import type { Claim } from './claims';
import { secondsUntilRetry } from './retries';
import type { Outcome } from './sender';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import { cancelWaiting } from './webhook-endpoints.service';
import { WebhookEndpointShow } from './webhook.view';

/** The status by which a receiver says that it wants no more. */
const GONE = 410;

/** An endpoint is deactivated when a delivery is given up and nothing else was delivered for so long. */
const PATIENCE = '3 days';

/** What became of a try. */
export type Result = 'delivered' | 'retry' | 'failed' | 'late';

/** Notes what came of tries, and what follows from it. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly background: Background,
    private readonly db: Db,
  ) {}

  /** A result that comes when the claim has run out, and somebody else has the delivery, is dropped: `late`. */
  async note(claim: Claim, { status, error, answer, retryAfter }: Outcome): Promise<Result> {
    const isDelivered = status !== null && status >= 200 && status < 300;
    const told = isDelivered ? null : (error ?? `answered ${status}`);
    const result = await this.background.transaction(async (query): Promise<Result> => {
      const [delivery] = await query<{ tries: number }>(sql`
        UPDATE webhook_deliveries d SET tries = d.tries + 1, claimed = false, last_tried_at = now(),
          last_status = ${status}, last_error = ${told}, last_answer = ${answer}, updated_at = now()
        WHERE d.organization_id = ${claim.organization_id} AND d.id = ${claim.id} AND d.claim = ${claim.claim}
          AND d.status = 'pending'
        RETURNING d.tries`);
      if (!delivery) return 'late';
      const wait = isDelivered || status === GONE ? undefined : secondsUntilRetry(delivery.tries, retryAfter);
      const left = wait === undefined ? (isDelivered ? 'delivered' : 'failed') : 'pending';
      await query(sql`
        UPDATE webhook_deliveries d SET status = ${left},
          next_try_at = now() + make_interval(secs => ${wait ?? 0}::double precision),
          delivered_at = CASE WHEN ${isDelivered} THEN now() END
        WHERE d.organization_id = ${claim.organization_id} AND d.id = ${claim.id}`);
      await query(sql`
        UPDATE webhook_endpoints w
        SET failing_since = CASE WHEN ${!isDelivered} THEN coalesce(w.failing_since, now()) END
        WHERE w.organization_id = ${claim.organization_id} AND w.id = ${claim.webhook_endpoint_id}
          AND (w.failing_since IS NULL) = ${!isDelivered}`);
      return left === 'pending' ? 'retry' : left;
    });
    if (result === 'failed') await this.giveUp(claim, status === GONE);
    return result;
  }

  /** Notes that there is nothing to send any more: the event was pruned. The endpoint is not to blame. */
  async notePruned({ organization_id, id, claim }: Claim): Promise<Result> {
    const rows = await this.background.query(sql`
      UPDATE webhook_deliveries d
      SET status = 'failed', claimed = false, last_error = 'the event was pruned', updated_at = now()
      WHERE d.organization_id = ${organization_id} AND d.id = ${id} AND d.claim = ${claim} AND d.status = 'pending'
      RETURNING d.id`);
    return rows.length ? 'failed' : 'late';
  }

  /** Deactivates an endpoint that wants no more, or that nothing was delivered to for days. */
  private async giveUp({ organization_id, webhook_endpoint_id: id }: Claim, atOnce: boolean): Promise<void> {
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
