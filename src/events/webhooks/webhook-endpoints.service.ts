import { Inject, Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Type } from '@nestjs/common';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Db } from '../../common/database/db';
import { Conflict, NotFound, Refused } from '../../common/errors/errors';
import { eventTypes, PARTY_ADDED } from '../../common/recording/event-types';
import { record, recordUpdate } from '../../common/recording/record';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import type { Columns } from '../../common/schema/columns';
import { isOf } from '../feed/event.dto';
import { closedAddress } from '../../common/http/addresses';
import { newSecret } from './signature';
import { WebhookEndpointParty } from './webhook-endpoint-party.entity';
import { WebhookEndpoint } from './webhook-endpoint.entity';
import type { CreateWebhookEndpoint, RotateSecret, UpdateWebhookEndpoint } from './webhook.dto';
import { WebhookEndpointShow, WebhookEndpointWithSecret } from './webhook.view';
import { COMMON } from '../../common/errors/codes';
import { idsOfParties } from '../../common/party-wall/party-ids';
import type { PartyInput } from '../../common/party-wall/party-reference';
import { writeLinks } from '../../common/write/links';
import { EVENTS } from '../events.codes';

/** The most endpoints of an organization, because each event is matched with all of them. */
const MOST_ENDPOINTS = 100;

/** The most secrets of an endpoint that sign at a time, because each adds to a header. */
const MOST_SECRETS = 10;

/** How long a replaced secret signs, in milliseconds. */
const DAY_MS = 86_400_000;

/** The webhook endpoints of an organization. */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly db: Db,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(query: PageQuery): Promise<Page> {
    return this.db.read(WebhookEndpointShow).page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.read(WebhookEndpointShow, id);
  }

  /** Answers the secret, once. Throws Refused for an address or type that is not allowed, and as `idsOfParties` does. */
  async create({ parties, ...input }: CreateWebhookEndpoint): Promise<Json> {
    const party_ids = await this.partiesOf(parties ?? []);
    const limited = party_ids.length > 0 || !!input.limited;
    this.check(input, limited);
    await this.requireRoom();
    const active = input.active ?? true;
    const url = asCalled(input.url);
    const id = await this.db.insert(WebhookEndpoint, { ...input, url, limited, active, secret: newSecret() });
    await this.linkParties(id, party_ids);
    await record(this.db, 'webhook_endpoint.created', WebhookEndpointShow, id);
    return this.read(WebhookEndpointWithSecret, id);
  }

  /** @throws NotFound, Refused as `create` does, and Conflict when an endpoint without a secret would become active */
  async update(id: number, { parties, ...input }: UpdateWebhookEndpoint): Promise<Json> {
    const before = await this.lock(id);
    const party_ids = parties === undefined ? undefined : await this.partiesOf(parties ?? []);
    const limited = await this.isLimited(before, input.limited, party_ids);
    // Null means the default.
    const active = input.active === null ? true : input.active;
    // An imported address is checked when it is used.
    this.check(active ? { url: before.url, types: before.types, ...input } : input, limited);
    if (active && !before.secret)
      throw new Conflict({
        code: EVENTS.secret_missing,
        sentence: 'The endpoint was imported and has no secret: rotate its secret first.',
      });
    await recordUpdate(this.db, 'webhook_endpoint.updated', WebhookEndpointShow, id, async () => {
      const url = asCalled(input.url ?? before.url);
      const began = active && !before.active && { failing_since: null };
      const isNew = (began || url !== before.url) && { is_reached: false, is_slow: false };
      await this.db.update(WebhookEndpoint, before, { ...input, url, limited, active, ...began, ...isNew });
      if (party_ids) await this.linkParties(id, party_ids);
      if (active === false) await cancelWaiting(this.db, id);
    });
    return this.show(id);
  }

  /** Deletes an endpoint with its deliveries. Throws NotFound. */
  async remove(id: number): Promise<string> {
    await this.lock(id);
    await record(this.db, 'webhook_endpoint.deleted', WebhookEndpointShow, id);
    await this.db.remove(WebhookEndpoint, id, 'Webhook endpoint');
    return 'Webhook endpoint was successfully deleted.';
  }

  /**
   * Makes a new secret and answers it, once. Each replaced secret also signs, for a day.
   * @throws NotFound, and Refused where too many would sign
   */
  async rotate(id: number, { expire_previous }: RotateSecret): Promise<Json> {
    const endpoint = await this.lock(id);
    const replaced = expire_previous ? NONE_BEFORE : replacedOf(endpoint);
    await recordUpdate(this.db, 'webhook_endpoint.updated', WebhookEndpointShow, id, () =>
      this.db.update(WebhookEndpoint, id, { secret: newSecret(), ...replaced }),
    );
    return this.read(WebhookEndpointWithSecret, id);
  }

  /** The endpoint, locked. Throws NotFound. */
  async lock(id: number): Promise<Columns<WebhookEndpoint>> {
    const endpoint = await this.db.find(WebhookEndpoint, { id }, { lock: true });
    if (!endpoint) throw new NotFound('Webhook endpoint', id);
    return endpoint;
  }

  private read(view: Type, id: number): Promise<Json> {
    return this.db.show(view, id, 'Webhook endpoint');
  }

  private partiesOf(parties: PartyInput[]): Promise<number[]> {
    return idsOfParties(this.db, parties, { what: 'A webhook endpoint' });
  }

  /** Replaces the parties of an endpoint. */
  private linkParties(id: number, party_ids: number[]): Promise<void> {
    const links = { table: 'webhook_endpoint_parties', from: 'webhook_endpoint_id', to: 'party_id' };
    return writeLinks([{ id, others: party_ids }], links, { db: this.db });
  }

  /** Whether an endpoint is limited after an update: always while it has parties, else as it was unless the request says. */
  private async isLimited(
    { id, limited }: Columns<WebhookEndpoint>,
    asked: boolean | null | undefined,
    party_ids?: number[],
  ): Promise<boolean> {
    if (asked == null && !party_ids) return limited;
    const held = party_ids ?? (await this.db.findAll(WebhookEndpointParty, { webhook_endpoint_id: id }));
    return held.length > 0 || (asked ?? limited);
  }

  private check({ url, types }: Partial<CreateWebhookEndpoint>, limited: boolean): void {
    const reason = url !== undefined && reasonAgainst(url, this.config.webhook_allow_private);
    if (reason)
      throw new Refused({ code: EVENTS.address_refused, sentence: reason, field: 'url', status: 422 });
    const known = [...eventTypes().keys(), ...(limited ? [PARTY_ADDED] : [])];
    const unknown = types?.find((name) => !known.some((type) => isOf(type, name)));
    if (unknown)
      throw new Refused({
        code: COMMON.unknown_reference,
        sentence: `'${unknown}' is no type of event.`,
        field: 'types',
        status: 422,
      });
  }

  private async requireRoom(): Promise<void> {
    const { organization_id } = this.db.actor;
    await this.db.alone('webhook endpoints');
    const [counted] = await this.db.query<{ count: number }>(sql`
      SELECT count(*) FROM webhook_endpoints WHERE organization_id = ${organization_id}`);
    if (counted!.count >= MOST_ENDPOINTS)
      throw new Refused({
        code: COMMON.too_many,
        sentence: `An organization has at most ${MOST_ENDPOINTS} webhook endpoints.`,
        status: 422,
      });
  }
}

/** The replaced secrets, as an endpoint stores them. */
type Replaced = Pick<Columns<WebhookEndpoint>, 'previous_secret' | 'previous_secret_until' | 'older_secrets'>;

const NONE_BEFORE: Replaced = { previous_secret: null, previous_secret_until: null, older_secrets: null };

/** The replaced secrets of an endpoint after a rotation: each signs until its own day is over. */
function replacedOf(endpoint: Columns<WebhookEndpoint>): Replaced {
  const { secret, previous_secret, previous_secret_until, older_secrets } = endpoint;
  if (!secret) return NONE_BEFORE;
  const now = Date.now();
  const older = { ...older_secrets };
  if (previous_secret && previous_secret_until) older[previous_secret] = previous_secret_until.toISOString();
  const good = Object.entries(older).filter(([, until]) => Date.parse(until) > now);
  if (good.length + 2 > MOST_SECRETS)
    throw new Refused({
      code: COMMON.too_many,
      sentence: `At most ${MOST_SECRETS} secrets sign at a time: wait until one ends, or send expire_previous.`,
      status: 422,
    });
  return {
    previous_secret: secret,
    previous_secret_until: new Date(now + DAY_MS),
    older_secrets: good.length ? Object.fromEntries(good) : null,
  };
}

/** The canonical form of a URL: `https://planner.example/` for `HTTPS://Planner.example:443`. */
function asCalled(url: string): string {
  // An imported address is stored as it is.
  return URL.canParse(url) ? new URL(url).href : url;
}

/** The reason for which a URL is not allowed; undefined when it is. Names are checked when they are resolved. */
function reasonAgainst(text: string, allowPrivate: boolean): string | undefined {
  if (!URL.canParse(text))
    return 'Url must be the address of a page, such as https://planner.example/wharfinger.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'Url must start with https://.';
  if (url.username || url.password) return 'Url must not have a user or a password in it.';
  const closed = closedAddress(url, allowPrivate);
  return closed && `Url must not lead to ${closed}, which is not public.`;
}

/** Gives up the waiting deliveries of an endpoint that becomes inactive. */
export async function cancelWaiting(db: Db, webhook_endpoint_id: number): Promise<void> {
  await db.query(sql`
    UPDATE webhook_deliveries d SET status = 'cancelled', claimed = false, updated_at = now()
    WHERE d.organization_id = ${db.actor.organization_id} AND d.webhook_endpoint_id = ${webhook_endpoint_id}
      AND d.status = 'pending'`);
}
