import { Inject, Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Background, BACKGROUND } from '../../common/database/background';
import { Db } from '../../common/database/db';
import { OwnConnection } from '../../common/database/own-connection';
import { DELIVERIES } from '../publishing/publisher';
import { Claim, CLAIMED_MS, Claims, Taken } from './claims';
import { DeliveryLog, Fate, isBad, Result } from './delivery-log';
import { Parcel, Parcels } from './parcels';
import { Outcome, send } from './sender';
import { signed } from './signature';
import { Slots } from './slots';
import { WebhookMetrics } from './webhook-metrics';

/** How often is looked for deliveries whose time has come, in milliseconds; new ones are sent at once. */
const EVERY_MS = 1_000;

/** How long to wait from one turn to the next while all that waits is claimed, in milliseconds: each turn is a commit. */
const PACE_MS = 100;

/** When a claim is so old, a delivery is not sent any more, in milliseconds: the try might end when it has run out. */
const OLD_MS = CLAIMED_MS / 2;

/** How long an endpoint that did not answer is left alone, in milliseconds. */
const REST_MS = 2_000;

/** How long what is under way is waited for when the service stops, in milliseconds. */
const STOP_MS = 1_000;

/** A delivery that is claimed and not sent yet. */
interface Ready {
  claim: Claim;
  /** What is sent; none where the event was pruned. */
  parcel: Parcel | undefined;
}

/** An endpoint that this process has claimed something of. */
interface Lane extends Omit<Taken, 'claims'> {
  /** What is claimed: what is ready, what is being sent, and what is not noted yet. */
  claims: Set<Claim>;
  ready: Ready[];
  sending: number;
}

/**
 * Sends deliveries. Every process of the service does. In turns, each of which is one transaction on a connection of its
 * own, it notes what came of deliveries and claims the next ones; between them it sends what it has claimed. How much one
 * endpoint and one organization take of a process is bounded, so that a slow one delays no other.
 */
@Injectable()
export class Dispatcher implements OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private readonly connection: OwnConnection;
  private readonly lanes = new Map<number, Lane>();
  /** Until when endpoints are left alone. */
  private readonly resting = new Map<number, number>();
  private results: Result[] = [];
  private turnedAt = -Infinity;
  private soon?: NodeJS.Timeout;
  private stops = false;
  private readonly turnNow: () => void;

  constructor(
    background: Background,
    private readonly claims: Claims,
    private readonly parcels: Parcels,
    private readonly log: DeliveryLog,
    private readonly slots: Slots,
    private readonly metrics: WebhookMetrics,
    @Inject(CONFIG) private readonly config: Config,
    db: Db,
  ) {
    this.connection = new OwnConnection(db, `${BACKGROUND}: webhooks`);
    this.turnNow = background.repeat('Sending webhooks', EVERY_MS, () => this.turn());
    background.listen(DELIVERIES, () => this.wake());
  }

  /** What is claimed and not sent is given back, so that another process need not wait until the claims run out. */
  async onModuleDestroy(): Promise<void> {
    this.stops = true;
    clearTimeout(this.soon);
    for (const lane of this.lanes.values()) this.giveBack(lane);
    const end = performance.now() + STOP_MS;
    while (this.sendingOf() && performance.now() < end) await pause(10);
    if (this.results.length)
      await this.connection
        .transaction((query) => this.log.note(query, this.results))
        .catch((error: unknown) => this.logger.warn(`Results were not noted: ${String(error)}`));
    await this.connection.end();
  }

  /** Sends what waits. */
  wake(): void {
    this.soon ??= setTimeout(
      () => {
        this.soon = undefined;
        this.turnNow();
      },
      Math.max(0, this.turnedAt + PACE_MS - performance.now()),
    ).unref();
  }

  private async turn(): Promise<void> {
    if (this.stops) return;
    this.turnedAt = performance.now();
    const results = this.results;
    this.results = [];
    for (const [id, until] of this.resting) if (until < this.turnedAt) this.resting.delete(id);
    try {
      const done = await this.connection.transaction(async (query) => {
        const fates = await this.log.note(query, results);
        const noted = new Set([...fates.keys()].map(({ claim }) => claim));
        const held = [...this.lanes.values()].flatMap(({ claims }) =>
          [...claims].filter((each) => !noted.has(each)),
        );
        const taken = await this.claims.take(query, held, [...this.resting.keys()]);
        const parcels = await this.parcels.of(
          query,
          taken.flatMap(({ claims }) => claims),
        );
        return { fates, taken, parcels };
      });
      this.close(results, done.fates);
      for (const each of done.taken) this.open(each, done.parcels);
    } catch (error) {
      this.close(results, new Map());
      throw error;
    }
    this.fill();
  }

  /** Lets go of what was noted, and keeps the rest for the next turn, unless its claim runs out. */
  private close(results: Result[], fates: Map<Result, Fate>): void {
    const givenUp = new Map<number, Result>();
    const now = performance.now();
    for (const result of results) {
      const { claim, came, ms } = result;
      const fate = fates.get(result) ?? (now < claim.since + CLAIMED_MS ? undefined : 'late');
      if (!fate) {
        this.results.push(result);
        continue;
      }
      const lane = this.lanes.get(claim.webhook_endpoint_id);
      lane?.claims.delete(claim);
      if (lane && !lane.claims.size) this.lanes.delete(lane.id);
      if (came === 'unsent') continue;
      if (fate === 'failed' && came !== 'pruned') givenUp.set(claim.webhook_endpoint_id, result);
      const { organization_id, webhook_endpoint_id, id, event_id } = claim;
      const status = came === 'pruned' ? null : came.status;
      this.metrics.deliveries.inc({ result: fate });
      this.logger.debug(
        JSON.stringify({
          organization_id,
          webhook_endpoint_id,
          delivery_id: id,
          event_id,
          result: fate,
          status,
          ms,
        }),
      );
    }
    for (const result of givenUp.values())
      this.log.giveUp(result).catch((error: unknown) => {
        this.logger.warn(`Endpoint ${result.claim.webhook_endpoint_id} was not given up: ${String(error)}`);
      });
  }

  /** Makes ready what was claimed. */
  private open({ claims, ...endpoint }: Taken, parcels: Map<number, Parcel>): void {
    const lane = this.lanes.get(endpoint.id) ?? { ...endpoint, claims: new Set(), ready: [], sending: 0 };
    Object.assign(lane, endpoint);
    for (const claim of claims) {
      lane.claims.add(claim);
      lane.ready.push({ claim, parcel: parcels.get(claim.id) });
    }
    if (lane.claims.size) this.lanes.set(lane.id, lane);
    if (this.stops) this.giveBack(lane);
  }

  /** Sends what is ready, as far as there are slots. Who got some is the last to get the next. */
  private fill(): void {
    for (const lane of [...this.lanes.values()]) {
      while (lane.ready.length && this.hasSlot(lane)) {
        void this.deliver(lane, lane.ready.shift()!);
        this.lanes.delete(lane.id);
        this.lanes.set(lane.id, lane);
      }
    }
  }

  private hasSlot({ sending, slots, organization_id }: Lane): boolean {
    return (
      sending < slots &&
      this.sendingOf(organization_id) < this.slots.ofOrganization &&
      this.sendingOf() < this.slots.all
    );
  }

  /** How many deliveries are being sent, of one organization or of all. */
  private sendingOf(organization?: number): number {
    let sending = 0;
    for (const lane of this.lanes.values())
      if (organization === undefined || lane.organization_id === organization) sending += lane.sending;
    return sending;
  }

  /** Tries one delivery; then there is room for another one. */
  private async deliver(lane: Lane, { claim, parcel }: Ready): Promise<void> {
    lane.sending++;
    const began = performance.now();
    const came: Result['came'] =
      began > claim.since + OLD_MS ? 'unsent' : parcel ? await this.post(parcel) : 'pruned';
    lane.sending--;
    const result: Result = { claim, came, ms: Math.round(performance.now() - began) };
    this.results.push(result);
    const bad = isBad(result);
    if (bad) this.giveBack(lane);
    if (typeof came === 'object' && came.status === null)
      this.resting.set(lane.id, performance.now() + REST_MS);
    this.fill();
    if (!bad && lane.waits && lane.ready.length < lane.slots) this.turnNow();
    else this.wake();
  }

  /** What is ready is not sent. */
  private giveBack(lane: Lane): void {
    for (const { claim } of lane.ready) this.results.push({ claim, came: 'unsent', ms: 0 });
    lane.ready = [];
  }

  private async post({ url, secrets, webhook_id, body }: Parcel): Promise<Outcome> {
    try {
      const headers = {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Wharfinger',
        ...signed(webhook_id, new Date(), body, secrets),
      };
      return await send(new URL(url), headers, body, this.config.webhook_allow_private);
    } catch (error) {
      // an address of a file, which nobody has looked at
      return { status: null, error: (error as Error).message, answer: null, retryAfter: null };
    }
  }
}
