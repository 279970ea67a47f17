import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { traceOrder } from '../../common/audit/trace-order';
import { Db } from '../../common/database/db';
import { Conflict, NotFound, Refused } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { Columns } from '../../common/schema/columns';
import { currentScope } from '../../common/tenancy/scope';
import { Event } from '../event.entity';
import { EVENTS } from '../events.codes';
import { Dispatcher } from './dispatcher';
import { wantedBy } from './wanted';
import { WebhookDelivery } from './webhook-delivery.entity';
import type { WebhookEndpoint } from './webhook-endpoint.entity';
import { WebhookEndpointsService } from './webhook-endpoints.service';
import type { ReplayWebhook, WebhookDeliveryQuery } from './webhook.dto';
import { WebhookDeliveryShow, WebhookReplay } from './webhook.view';
import { COMMON } from '../../common/errors/codes';

/** SQL: whether the event `e` is told to a party of the endpoint `w`. */
const TOLD = sql`EXISTS (
        SELECT FROM webhook_endpoint_parties l
        JOIN event_parties p ON p.organization_id = l.organization_id AND p.party_id = l.party_id AND p.event_id = e.id
        WHERE l.organization_id = w.organization_id AND l.webhook_endpoint_id = w.id)`;

/** The most events of one replay. */
const MOST_REPLAYED = 10_000;

/** Lists the deliveries of an endpoint, and sends them again. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly db: Db,
    private readonly endpoints: WebhookEndpointsService,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** @throws NotFound */
  async list(webhook_endpoint_id: number, query: WebhookDeliveryQuery): Promise<Page> {
    await this.endpoints.show(webhook_endpoint_id);
    return this.db
      .read(WebhookDeliveryShow)
      .where(sql`t.webhook_endpoint_id = ${webhook_endpoint_id}`)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .filter(query.event_id, (id) => sql`t.event_id = ${id}`)
      .page(query.request());
  }

  /**
   * Sends a delivery again now, whatever its result was.
   * @throws NotFound, and Conflict when the endpoint is not active or the event was pruned
   */
  async redeliver(webhook_endpoint_id: number, id: number): Promise<Json> {
    const { url } = await this.requireActive(webhook_endpoint_id);
    const delivery = await this.db.find(WebhookDelivery, { id, webhook_endpoint_id }, { lock: true });
    if (!delivery) throw new NotFound('Webhook delivery', id);
    const { event_id } = delivery;
    if (event_id && !(await this.db.find(Event, { id: event_id })))
      throw new Conflict({ code: EVENTS.event_pruned, sentence: `Event ${event_id} was pruned.` });
    await this.db.update(WebhookDelivery, id, {
      status: 'pending',
      claimed: false,
      lost: 0,
      claim: delivery.claim + 1,
      next_try_at: new Date(),
      delivered_at: null,
    });
    await traceOrder(this.db, {
      action: 'update',
      record_type: 'webhook_deliveries',
      record_id: id,
      record_key: url,
      before: { status: delivery.status },
      after: { status: 'pending' },
    });
    return this.shown(id);
  }

  /** Sends a test event. Throws NotFound, and Conflict when the endpoint is not active. */
  async test(webhook_endpoint_id: number): Promise<Json> {
    const { url } = await this.requireActive(webhook_endpoint_id);
    const { organization_id } = this.db.actor;
    // A test may be sent before the first event, and its id names the feed.
    await this.db.query(sql`
      INSERT INTO event_feeds (organization_id, uuid, history) VALUES (${organization_id}, gen_random_uuid(), database_history())
      ON CONFLICT (organization_id) DO NOTHING`);
    const type = 'webhook_endpoint.test';
    const id = await this.db.insert(WebhookDelivery, { webhook_endpoint_id, type, next_try_at: new Date() });
    await traceOrder(this.db, {
      action: 'create',
      record_type: 'webhook_deliveries',
      record_id: id,
      record_key: url,
      before: null,
      after: { webhook_endpoint_id, type },
    });
    return this.shown(id);
  }

  /** Sends events again, after new ones. Throws NotFound, Refused for too many, and Conflict as `test` does. */
  async replay(webhook_endpoint_id: number, { after, until }: ReplayWebhook): Promise<WebhookReplay> {
    const { url } = await this.requireActive(webhook_endpoint_id);
    const { organization_id } = this.db.actor;
    const [counted] = await this.db.query<{ count: number }>(sql`
      SELECT count(*) FROM (
        SELECT FROM events e WHERE e.organization_id = ${organization_id} AND e.id > ${after} AND e.id <= ${until}
        LIMIT ${MOST_REPLAYED + 1}) c`);
    if (counted!.count > MOST_REPLAYED)
      throw new Refused({
        code: COMMON.too_many,
        sentence: `At most ${MOST_REPLAYED.toLocaleString('en')} events are sent again at once.`,
        field: 'until',
        status: 422,
      });
    const made = await this.db.query(sql`
      INSERT INTO webhook_deliveries (organization_id, webhook_endpoint_id, event_id, type, subject, is_replay, next_try_at)
      SELECT e.organization_id, w.id, e.id, e.type, split_part(e.type, '.', 1) || ':' || e.subject_id, true, now()
      FROM webhook_endpoints w
      JOIN events e ON e.organization_id = ${organization_id} AND e.id > ${after} AND e.id <= ${until}
      WHERE w.organization_id = ${organization_id} AND w.id = ${webhook_endpoint_id} AND ${wantedBy('w', 'e', TOLD)}
      ORDER BY e.id
      RETURNING id`);
    const replay = { after, until, deliveries: made.length };
    await traceOrder(this.db, {
      action: 'update',
      record_type: 'webhook_endpoints',
      record_id: webhook_endpoint_id,
      record_key: url,
      before: { replay: null },
      after: { replay },
    });
    this.wake();
    return replay;
  }

  private async requireActive(id: number): Promise<Columns<WebhookEndpoint>> {
    const endpoint = await this.endpoints.lock(id);
    if (!endpoint.active)
      throw new Conflict({
        code: COMMON.not_active,
        sentence: 'The endpoint is not active: it is sent nothing.',
      });
    return endpoint;
  }

  private shown(id: number): Promise<Json> {
    this.wake();
    return this.db.show(WebhookDeliveryShow, id, 'Webhook delivery');
  }

  /** Sends the deliveries of this transaction at once. */
  private wake(): void {
    currentScope().afterCommit?.add(() => this.dispatcher.wake());
  }
}
