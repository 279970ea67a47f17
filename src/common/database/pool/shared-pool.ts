import { Pool, PoolClient, PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { isConnectionLost, Unavailable } from '../../errors/database-errors';
import { runningScope } from '../../tenancy/scope';
import { Admission } from './admission';
import { BACKGROUND } from './own-connection';
import { Probe, type ProbeOptions } from './probe';
import { cutOff, namedOn } from '../sql/statements';

/** The interval at which leases are checked, in milliseconds. */
const WATCH_MS = 250;
/** After this time a lease that is not returned triggers the probe, in milliseconds. */
const SUSPECT_MS = 1_000;
/** The minimum interval between renewals for a read-only database, in milliseconds. */
const RENEW_MS = 1_000;

/** The options of node-postgres and of this pool. */
export interface SharedPoolConfig extends PoolConfig {
  max: number;
  /** How long a request waits for a connection, in milliseconds. */
  patience: number;
  /** Whether to use named prepared statements. */
  named: boolean;
  /** Whether reads of the same moment and kind are sent as one statement. */
  batches: boolean;
  /** Whether to watch the database. Commands do not, because nobody waits for them. */
  watched: boolean;
  /** How to check whether the database answers, where it is not the primary. */
  probing?: ProbeOptions;
}

interface Lease {
  client: PoolClient;
  since: number;
  deadline: number;
}

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * The connection pool of the service. TypeORM uses it in place of the pool of node-postgres, so all access passes here:
 * requests queue in their lane, a connection is cut at the deadline of its request, and all requests fail at once while
 * the database is away.
 */
export class SharedPool extends Pool {
  readonly admission: Admission;
  readonly probe: Probe;
  private readonly open = new Set<PoolClient>();
  private readonly leases = new Set<Lease>();
  /** Connections of an earlier generation are not reused. */
  private generation = 0;
  private renewedAt = -Infinity;
  private readonly generations = new WeakMap<PoolClient, number>();
  private readonly watch?: NodeJS.Timeout;

  constructor(readonly config: SharedPoolConfig) {
    super(config);
    this.admission = new Admission(config.max);
    this.probe = new Probe(
      { ...config, pipeline: false, application_name: `${BACKGROUND}: probe` },
      () => this.giveUp(),
      config.probing,
    );
    this.on('connect', (client) => {
      this.generations.set(client, this.generation);
      this.open.add(client);
      // The running statement reports the loss. Without a listener, it would end the process.
      client.on('error', () => undefined);
    });
    this.on('remove', (client) => this.open.delete(client));
    if (config.watched) this.watch = setInterval(() => this.look(), WATCH_MS).unref();
  }

  /** The number of named prepared statements on all connections. */
  get namedStatements(): number {
    return [...this.open].reduce((sum, client) => sum + namedOn(client), 0);
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    const client = this.lease();
    if (!callback) return client;
    client.then(
      (lent) => callback(undefined, lent, (error) => lent.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    clearInterval(this.watch);
    const ended = Promise.all([super.end(), this.probe.close()]).then(() => undefined);
    if (!callback) return ended;
    void ended.then(callback);
  }

  /** Replaces every connection before its next use: idle ones, and the others once they are returned. */
  renew(): void {
    this.generation++;
    this.renewedAt = performance.now();
  }

  /** `renew` for a lasting cause, such as a read-only database: at most once in RENEW_MS. */
  renewInTurn(): void {
    if (performance.now() - this.renewedAt > RENEW_MS) this.renew();
  }

  private async lease(): Promise<PoolClient> {
    const scope = runningScope();
    const deadline = scope?.deadline ?? Infinity;
    const patience = Math.min(this.config.patience, deadline - performance.now());
    if (this.probe.isAway) throw new Unavailable('database_away');
    if (patience <= 0) throw new Unavailable('deadline');
    const leave = await this.admission.enter(
      { organization_id: scope?.actor.organization_id, writes: scope?.writes ?? false },
      patience,
    );
    try {
      return this.lend(await this.current(), deadline, leave);
    } catch (error) {
      leave();
      if (this.config.watched && isConnectionLost(error)) void this.probe.ask();
      throw error;
    }
  }

  /** Takes a connection of the current generation. */
  private async current(): Promise<PoolClient> {
    for (;;) {
      const client = await super.connect();
      if (this.isCurrent(client)) return client;
      client.release(true);
    }
  }

  private isCurrent(client: PoolClient): boolean {
    return this.generations.get(client) === this.generation;
  }

  /** Leases a connection. It returns to the pool only if no transaction is open on it. */
  private lend(client: PoolClient, deadline: number, leave: () => void): PoolClient {
    const lease = { client, since: performance.now(), deadline };
    this.leases.add(lease);
    const release = client.release.bind(client);
    client.release = (error) => {
      this.leases.delete(lease);
      release(error || !this.isCurrent(client) || client.getTransactionStatus() !== 'I');
      leave();
    };
    return client;
  }

  private look(): void {
    const now = performance.now();
    for (const lease of this.leases) {
      if (now > lease.deadline) {
        lease.deadline = Infinity;
        cutOff(lease.client);
      } else if (now > lease.since + SUSPECT_MS && !this.probe.isAway) void this.probe.ask();
    }
  }

  /** The database is away: rejects waiting requests and cuts leased connections. */
  private giveUp(): void {
    this.renew();
    for (const { client } of this.leases) cutOff(client);
    this.admission.turnAllAway(new Unavailable('database_away'));
  }
}

/** The pool that TypeORM uses. */
export function poolOf(dataSource: DataSource): SharedPool {
  return (dataSource.driver as PostgresDriver).master as SharedPool;
}
