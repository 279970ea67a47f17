import { Pool, PoolClient, PoolConfig } from 'pg';
import { isConnectionLost, Unavailable } from '../errors/database-errors';
import { runningScope } from '../tenancy/scope';
import { Admission } from './admission';
import { Probe } from './probe';
import { cutOff, namedOn } from './statements';

/** How often the connections in use are looked at. */
const WATCH_MS = 250;
/** After how long without being given back a connection makes us ask whether the database answers at all. */
const SUSPECT_MS = 1_000;
/** How often at most connections are replaced because the database only lets read. */
const RENEW_MS = 1_000;

/** How the pool is made: what node-postgres takes, and what is ours. */
export interface SharedPoolConfig extends PoolConfig {
  max: number;
  /** How long a request waits for a connection, in milliseconds. */
  patience: number;
  /** Whether statements may be prepared by name. */
  named: boolean;
  /** Whether the database is watched; not for commands, which nobody waits for. */
  watched: boolean;
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
 * The connections of the service. TypeORM makes it in place of the pool of node-postgres, so that everything
 * that speaks to the database passes here: each request waits in its lane, a connection ends with the deadline of
 * the request that has it, and when the database does not answer everybody is told so at once.
 */
export class SharedPool extends Pool {
  readonly admission: Admission;
  readonly probe: Probe;
  private readonly open = new Set<PoolClient>();
  private readonly leases = new Set<Lease>();
  /** Connections of an earlier generation are not used again. */
  private generation = 0;
  private renewedAt = -Infinity;
  private readonly generations = new WeakMap<PoolClient, number>();
  private readonly watch?: NodeJS.Timeout;

  constructor(readonly config: SharedPoolConfig) {
    super(config);
    this.admission = new Admission(config.max);
    this.probe = new Probe({ ...config, pipeline: false }, () => this.giveUp());
    this.on('connect', (client) => {
      this.generations.set(client, this.generation);
      this.open.add(client);
      // whoever holds it learns of a loss from its statement; without a listener it would end the process
      client.on('error', () => undefined);
    });
    this.on('remove', (client) => this.open.delete(client));
    if (config.watched) this.watch = setInterval(() => this.look(), WATCH_MS).unref();
  }

  /** How many statements the connections keep by name. */
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

  /** Replaces every connection before it is used again: those that are idle, and the others once they are back. */
  renew(): void {
    this.generation++;
    this.renewedAt = performance.now();
  }

  /** The same for what may last, such as a database that only lets read: once a second at most. */
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

  /** A connection of this generation. */
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

  /** Hands a connection out. It comes back only when it is fit for the next: no transaction is open on it. */
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

  /** The database is away: ends what waits for it. */
  private giveUp(): void {
    this.renew();
    for (const { client } of this.leases) cutOff(client);
    this.admission.turnAllAway(new Unavailable('database_away'));
  }
}
