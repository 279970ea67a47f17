import { Inject, Injectable, Logger } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Background } from '../../common/database/background';
import { asTime } from '../../common/view/view';
import { eventJson } from '../feed/event.view';
import { DELIVERIES } from '../publishing/publisher';
import { Claim, Claims } from './claims';
import { DeliveryLog } from './delivery-log';
import { Outcome, send } from './sender';
import { signed } from './signature';
import { WebhookMetrics } from './webhook-metrics';

/** How often is looked for deliveries whose time has come, in milliseconds; new ones are sent at once. */
const EVERY_MS = 1_000;

/** What a delivery takes to be sent. */
interface Parcel {
  id: number;
  url: string;
  secrets: string[];
  webhook_id: string;
  body: string;
}

/**
 * Sends deliveries. Every process of the service does: each claims some, sends them, and notes what came of them. How
 * much one endpoint and one organization take of a process is bounded, so that a slow one delays no other.
 */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger('Webhooks');
  private readonly underWay = new Map<number, Claim>();
  private readonly event: Sql;
  /** Sends what waits, now. */
  readonly wake: () => void;

  constructor(
    private readonly background: Background,
    private readonly claims: Claims,
    private readonly log: DeliveryLog,
    private readonly metrics: WebhookMetrics,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.event = eventJson(config.public_url ?? '');
    this.wake = background.repeat('Sending webhooks', EVERY_MS, () => this.dispatch());
    background.listen(DELIVERIES, this.wake);
  }

  private async dispatch(): Promise<void> {
    const claims = await this.claims.take([...this.underWay.values()]);
    if (!claims.length) return;
    // if this fails, the claims run out by themselves
    const parcels = await this.parcels(claims);
    for (const claim of claims) {
      this.underWay.set(claim.id, claim);
      void this.deliver(claim, parcels.get(claim.id));
    }
  }

  /** Tries one delivery, and notes what came of it; then there is room for another one. */
  private async deliver(claim: Claim, parcel: Parcel | undefined): Promise<void> {
    const began = performance.now();
    try {
      const outcome = parcel && (await this.post(parcel));
      const result = await (outcome ? this.log.note(claim, outcome) : this.log.notePruned(claim));
      const ms = Math.round(performance.now() - began);
      const { organization_id, webhook_endpoint_id, id, event_id } = claim;
      this.metrics.deliveries.inc({ result });
      this.logger.debug(
        JSON.stringify({
          organization_id,
          webhook_endpoint_id,
          delivery_id: id,
          event_id,
          result,
          status: outcome?.status ?? null,
          ms,
        }),
      );
    } catch (error) {
      // the claim runs out by itself, and then it is tried again
      this.logger.warn(`What came of delivery ${claim.id} was not noted: ${String(error)}`);
    } finally {
      this.underWay.delete(claim.id);
      this.wake();
    }
  }

  private post({ url, secrets, webhook_id, body }: Parcel): Promise<Outcome> {
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': 'Wharfinger',
      ...signed(webhook_id, new Date(), body, secrets),
    };
    return send(new URL(url), headers, body, this.config.webhook_allow_private);
  }

  /** What is sent, by delivery. */
  private async parcels(claims: Claim[]): Promise<Map<number, Parcel>> {
    const test = sql`json_build_object('id', NULL, 'type', d.type, 'occurred_at', ${raw(asTime('d.created_at'))},
      'recorded_at', ${raw(asTime('d.created_at'))}, 'user', NULL, 'request_id', NULL,
      'subject', json_build_object('type', 'webhook_endpoint', 'id', w.id, 'key', w.url,
        'url', ${this.config.public_url ?? ''}::text || '/api/v1/webhook_endpoints/' || w.id),
      'data', NULL, 'changes', NULL)`;
    const rows = await this.background.query<Parcel>(sql`
      SELECT d.id, w.url,
        array_remove(ARRAY[w.secret, CASE WHEN w.previous_secret_until > now() THEN w.previous_secret END]
          || ARRAY(SELECT o.key FROM jsonb_each_text(w.older_secrets) o WHERE o.value::timestamptz > now()),
          NULL) AS secrets,
        'evt_' || f.uuid || '_' || coalesce(d.event_id::text, 'test_' || d.id) AS webhook_id,
        json_build_object('type', d.type, 'timestamp', ${raw(asTime('coalesce(e.occurred_at, d.created_at)'))},
          'data', CASE WHEN d.event_id IS NULL THEN ${test} ELSE ${this.event} END)::text AS body
      FROM unnest(${claims.map((claim) => claim.organization_id)}::bigint[], ${claims.map(({ id }) => id)}::bigint[])
        AS c(organization_id, id)
      JOIN webhook_deliveries d ON d.organization_id = c.organization_id AND d.id = c.id
      JOIN webhook_endpoints w ON w.organization_id = d.organization_id AND w.id = d.webhook_endpoint_id
      JOIN event_feeds f ON f.organization_id = d.organization_id
      LEFT JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
      WHERE d.event_id IS NULL OR e.id IS NOT NULL`);
    return new Map(rows.map((parcel) => [parcel.id, parcel]));
  }
}
