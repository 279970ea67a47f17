import { Inject, Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.module';
import { Background } from '../../common/database/write/background';
import { Db } from '../../common/database/db';
import { BACKGROUND, OwnConnection, Query } from '../../common/database/pool/own-connection';
import { isDatabaseOut } from '../../common/errors/database-errors';
import { Resting } from '../../common/resting';
import { DELIVERIES } from '../publishing/channels';
import { Claim, CLAIMED_MS, Claims, Found, Taken } from './claims';
import { DeliveryLog, Fate, isBad, Result } from './delivery-log';
import { Parcel, Parcels, Unsendable } from './parcels';
import { Outcome, send } from './sender';
import { signed } from './signature';
import { Slots } from './slots';
import { WebhookMetrics } from './webhook-metrics';

/** How often due deliveries are looked for, in milliseconds; new ones are sent at once. */
const EVERY_MS = 1_000;

/** The pause between turns while all waiting deliveries are claimed, in milliseconds, because each turn is a commit. */
const PACE_MS = 100;

/** The age of a claim from which its delivery is not sent, in milliseconds, because the try could outlast the claim. */
const OLD_MS = CLAIMED_MS / 2;

/** How long an endpoint that did not answer is skipped, in milliseconds. */
const REST_MS = 2_000;

/** How long a stopping service waits for tries in progress, in milliseconds. */
const STOP_MS = 1_000;

/** A claimed delivery that is not sent yet. */
interface Ready {
  claim: Claim;
  /** The request to send, or why there is none. */
  parcel: Parcel | Unsendable;
}

/** An endpoint with deliveries that this process has claimed. */
interface Lane extends Omit<Taken, 'claims'> {
  /** The claimed deliveries: ready, in progress, and not written yet. */
  claims: Set<Claim>;
  ready: Ready[];
  sending: number;
}

/**
 * Sends webhook deliveries, in every process of the service. It works in turns, on a connection of its own: a turn finds
 * what waits, and is a transaction for each organization that writes its results and claims its next deliveries. Between
 * turns it sends the claimed ones. The share of one endpoint and one organization is bounded, so that a slow one delays no
 * other.
 */
@Injectable()
export class Dispatcher implements OnModuleDestroy {
  private readonly logger = new Logger('Webhooks');
  private readonly connection: OwnConnection;
  private readonly lanes = new Map<number, Lane>();
  /** Endpoints that are skipped, by id. */
  private readonly resting = new Resting<number>();
  private results: Result[] = [];
  private turnedAt = -Infinity;
  private soon?: NodeJS.Timeout;
  private stops = false;
  private readonly turnNow: () => void;
  private readonly query: Query = (statement) => this.connection.query(statement);

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

  /** Gives claimed deliveries back that are not sent, so that another process need not wait until the claims expire. */
  async onModuleDestroy(): Promise<void> {
    this.stops = true;
    clearTimeout(this.soon);
    for (const lane of this.lanes.values()) this.giveBack(lane);
    const end = performance.now() + STOP_MS;
    while (this.sendingOf() && performance.now() < end) await pause(10);
    for (const [id, results] of this.takeResults())
      await this.connection
        .transaction((query) => this.log.note(query, id, results))
        .catch((error: unknown) => this.logger.warn(`Results were not noted: ${String(error)}`));
    await this.connection.end();
  }

  /** Runs turns and sends deliveries until none wait. */
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
    const results = this.takeResults();
    try {
      const found = await this.claims.find(this.query, this.held(results), this.resting.keys());
      for (const id of new Set([...results.keys(), ...found.map(({ organization_id }) => organization_id)]))
        await this.turnOf(id, found, results);
    } catch (error) {
      for (const each of results.values()) this.close(each, new Map());
      throw error;
    }
  }

  /**
   * Writes the results of an organization, claims its next deliveries, and sends them as far as slots are free. What fails
   * is tried again in the next turn, and keeps no other organization from its turn.
   * @param results those of all organizations whose turn is not over
   */
  private async turnOf(id: number, found: Found[], results: Map<number, Result[]>): Promise<void> {
    const own = results.get(id) ?? [];
    try {
      const done = await this.connection.transaction(async (query) => {
        const fates = await this.log.note(query, id, own);
        results.delete(id);
        const ofIt = found.filter(({ organization_id }) => organization_id === id);
        const taken = await this.claims.take(query, id, ofIt, this.held(results, fates));
        const claims = taken.flatMap((each) => each.claims);
        return { fates, taken, parcels: await this.parcels.of(query, id, claims) };
      });
      this.close(own, done.fates);
      for (const each of done.taken) this.open(each, done.parcels);
      this.fill();
    } catch (error) {
      results.delete(id);
      this.close(own, new Map());
      if (isDatabaseOut(error)) throw error;
      this.logger.warn(`Organization ${id}: ${String(error)}`);
    }
  }

  /** Takes the results that are to be written, by organization. */
  private takeResults(): Map<number, Result[]> {
    const by = new Map<number, Result[]>();
    for (const result of this.results) {
      const { organization_id } = result.claim;
      by.set(organization_id, [...(by.get(organization_id) ?? []), result]);
    }
    this.results = [];
    return by;
  }

  /** The claims of this process, but for those that end with these results. */
  private held(results: Map<number, Result[]>, noted = new Map<Result, Fate>()): Claim[] {
    const ending = new Set([...[...results.values()].flat(), ...noted.keys()].map(({ claim }) => claim));
    return [...this.lanes.values()].flatMap(({ claims }) => [...claims].filter((each) => !ending.has(each)));
  }

  /** Drops results that are written, and keeps the others for the next turn while their claims last. */
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
      if (fate === 'failed' && typeof came === 'object') givenUp.set(claim.webhook_endpoint_id, result);
      const { organization_id, webhook_endpoint_id, id, event_id } = claim;
      const status = typeof came === 'string' ? null : came.status;
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

  /** Adds claimed deliveries to those that are ready. */
  private open({ claims, ...endpoint }: Taken, parcels: Map<number, Parcel | Unsendable>): void {
    const lane = this.lanes.get(endpoint.id) ?? { ...endpoint, claims: new Set(), ready: [], sending: 0 };
    Object.assign(lane, endpoint);
    for (const claim of claims) {
      lane.claims.add(claim);
      lane.ready.push({ claim, parcel: parcels.get(claim.id)! });
    }
    if (lane.claims.size) this.lanes.set(lane.id, lane);
    if (this.stops) this.giveBack(lane);
  }

  /** Sends ready deliveries while slots are free, endpoints in turn. */
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

  /** The number of deliveries in progress, of one organization or of all. */
  private sendingOf(organization?: number): number {
    let sending = 0;
    for (const lane of this.lanes.values())
      if (organization === undefined || lane.organization_id === organization) sending += lane.sending;
    return sending;
  }

  /** Sends one delivery, and then fills its slot again. */
  private async deliver(lane: Lane, { claim, parcel }: Ready): Promise<void> {
    lane.sending++;
    const began = performance.now();
    const came: Result['came'] =
      began > claim.since + OLD_MS ? 'unsent' : typeof parcel === 'string' ? parcel : await this.post(parcel);
    lane.sending--;
    const result: Result = { claim, came, ms: Math.round(performance.now() - began) };
    this.results.push(result);
    const bad = isBad(result);
    if (bad) this.giveBack(lane);
    if (typeof came === 'object' && came.status === null) this.resting.rest(lane.id, REST_MS);
    this.fill();
    if (!bad && lane.waits && lane.ready.length < lane.slots) this.turnNow();
    else this.wake();
  }

  /** Marks the ready deliveries as unsent. */
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
      // An imported address, which was not checked yet.
      return { status: null, error: (error as Error).message, answer: null, retryAfter: null };
    }
  }
}
