import { Inject, Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { type Client, DatabaseError, type PoolClient } from 'pg';
import sql from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../config/config.module';
import { type Config, ConfigError } from '../../config/config';
import { failureOf, Unavailable } from '../../errors/database-errors';
import type { Actor } from '../../tenancy/actor';
import { type Reads, runningScope } from '../../tenancy/scope';
import { poolOptions, sessionLimits } from './data-source';
import { beforeDeadline } from './deadline';
import { positionOf, textOf, WrittenPositions } from './positions';
import { PrimaryPositions } from './primary-positions';
import { sendOn } from '../sql/sending';
import { poolOf, SharedPool } from './shared-pool';
import { requireSettings, type Setting } from './session-settings';
import { send, Statement } from '../sql/statements';
import { HISTORY, PLACE, type Place } from './timelines';

/**
 * How long the replica may take to connect, to lend a connection, to wait for a lock that replay holds, and to tell where it
 * is, in milliseconds. The primary answers after that.
 */
const PATIENCE_MS = 500;
/** How often the positions of the primary and of the replica are looked at, in milliseconds. */
const LOOK_MS = 250;
/** How often at most the log says that a read failed at the replica, in milliseconds. */
const SAY_MS = 60_000;

const PRIMARY = sql`
  SELECT pg_current_wal_flush_lsn()::text AS position, ${HISTORY.ofPrimary} AS history
  WHERE NOT pg_is_in_recovery()`;

/** Whether a server is a standby that has this much of this history, and where it is. */
const hasOf = (position: bigint, history: string) => sql`
  SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= ${textOf(position)}::pg_lsn
      AND ${HISTORY.ofStandby} = ${history} AS has,
    pg_last_wal_replay_lsn()::text AS position`;

/** Which cluster and database a session is with. */
export interface Identity {
  system_identifier: string;
  database: string;
  is_standby: boolean;
}
const IDENTITY = sql`
  SELECT system_identifier::text, current_database()::text AS database, pg_is_in_recovery() AS is_standby
  FROM pg_control_system()`;

/** Why the server of DATABASE_READ_URL is not queried: it is no standby of the primary, or the session is in another database. */
export function refusalOfReplica(primary: Identity, replica: Identity): string | undefined {
  const until = 'the primary answers every request until it leads to a standby of the database.';
  if (replica.system_identifier !== primary.system_identifier)
    return `DATABASE_READ_URL leads to another server: ${until}`;
  if (replica.database !== primary.database)
    return `DATABASE_READ_URL leads to the database ${replica.database} in place of ${primary.database}: ${until}`;
  if (!replica.is_standby) return `DATABASE_READ_URL leads to a primary: ${until}`;
  return undefined;
}

/** The class of the SQLSTATE of values that PostgreSQL refuses. */
const DATA_EXCEPTION = '22';

/** The replica has not replayed what a request has to see. */
class Behind extends Error {}

/**
 * Decides where a request reads that does not write (decisions 670 to 676): at the replica of DATABASE_READ_URL when that has
 * replayed what the caller wrote last and is near enough behind the primary, else at the primary. Each read asks for that on
 * the connection that answers it.
 */
@Injectable()
export class Replica implements OnApplicationBootstrap, OnApplicationShutdown {
  /** How many reads each has answered. */
  readonly answered = { primary: 0, replica: 0 };
  /** The pool of the replica; undefined where there is none. */
  readonly pool?: SharedPool;
  private readonly logger = new Logger('Replica');
  private readonly written = new WrittenPositions();
  private readonly primary = new PrimaryPositions();
  private timer?: NodeJS.Timeout;
  private ended = false;
  private saidAt = -Infinity;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    const { database_read_url: url } = config;
    if (!url || !dataSource.isInitialized) return;
    this.pool = new SharedPool({
      ...poolOptions(config),
      lock_timeout: PATIENCE_MS,
      connectionString: url,
      application_name: poolOf(dataSource).config.application_name,
      connectionTimeoutMillis: PATIENCE_MS,
      patience: PATIENCE_MS,
      probing: {
        patience: PATIENCE_MS,
        away: 'The replica does not answer: the primary answers what it would until it does.',
        back: 'The replica answers again.',
        // A pooler that drops it may wait for a lock for as long as the primary: its role is the same.
        require: async (client) => {
          await requireSettings(
            'the replica',
            { ...sessionLimits(config), lock_timeout: 0 },
            async (text, values) => (await client.query<Setting>(text, values)).rows,
          );
          await this.requireStandby(client);
        },
      },
    });
    // The probe tells of a replica that is away. Without a listener, a lost idle connection would end the process.
    this.pool.on('error', () => undefined);
  }

  onApplicationBootstrap(): void {
    if (this.pool) this.lookAgain();
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    // A replica that does not answer is not waited for.
    if (this.pool)
      await beforeDeadline(performance.now() + PATIENCE_MS, this.pool.end()).catch(() => undefined);
  }

  /** How far the replica is behind the primary, in seconds; undefined where there is none. */
  get lag(): number | undefined {
    return this.pool && this.primary.lag;
  }

  /** Notes that a caller wrote, up to this place of the log; undefined where the outcome is unknown. */
  noteWrite(actor: Actor, place: Place | undefined): void {
    if (!this.pool) return;
    if (place) this.primary.follow(place.history);
    this.written.note(actor, place?.position);
  }

  /** Notes that the primary answered a caller, who has to see nothing older from then on. */
  async noteAnswer(actor: Actor): Promise<void> {
    if (!this.pool) return;
    const requested = sendOn(poolOf(this.dataSource), [PLACE], PATIENCE_MS);
    const [[place] = []] = await beforeDeadline(performance.now() + PATIENCE_MS, requested).catch(() => []);
    this.noteWrite(actor, place as Place | undefined);
  }

  /** Up to where a caller has written here lately, as PostgreSQL writes it. */
  writtenBy(actor: Actor): string | undefined {
    const position = this.written.of(actor);
    return position === undefined ? undefined : textOf(position);
  }

  /**
   * Where a request of this caller reads, if the replica may answer it.
   * @param after the position that the request itself asks for
   */
  readsOf(actor: Actor, after: bigint = 0n): Reads | undefined {
    if (!this.pool) return undefined;
    const written = this.written.toSee(actor);
    return { fromReplica: true, after: written > after ? written : after };
  }

  /**
   * The rows of statements that only read. Whatever fails at the replica, the primary is queried instead, and answers the rest
   * of the request.
   * @throws what the primary would throw as well: for a value that PostgreSQL refuses, and for a statement that took too long
   *   when the request has no time for another one
   */
  async read(reads: Reads | undefined, statements: readonly Statement[]): Promise<object[][]> {
    const { pool } = this;
    if (pool && reads?.fromReplica) {
      const begun = performance.now();
      try {
        const rows = await sendOn(pool, statements, undefined, (client) => this.requireNear(client, reads));
        this.answered.replica++;
        return rows;
      } catch (error) {
        if (this.isFinal(error, performance.now() - begun)) throw error;
        reads.fromReplica = false;
        if (!(error instanceof Behind) && !pool.probe.isAway) this.say(error);
      }
    }
    const rows = await sendOn(poolOf(this.dataSource), statements);
    this.answered.primary++;
    return rows;
  }

  /**
   * Whether the primary would fail likewise, or the request has no time to ask it.
   * @param took how long the read took, in milliseconds: one that is cancelled earlier did not time out
   */
  private isFinal(error: unknown, took: number): boolean {
    if (error instanceof DatabaseError && error.code?.startsWith(DATA_EXCEPTION)) return true;
    const failure = failureOf(error);
    const limit = Number(this.pool!.config.statement_timeout);
    const left = (runningScope()?.deadline ?? Infinity) - performance.now();
    return (
      failure instanceof Unavailable &&
      failure.reason === 'statement_timeout' &&
      took >= limit &&
      left < limit
    );
  }

  /**
   * Requires that a new session is with a standby of the primary, in the same database.
   * @throws ConfigError, which the log says once; whatever the primary fails with, because then nothing is known
   */
  private async requireStandby(client: Client): Promise<void> {
    const requested = sendOn(poolOf(this.dataSource), [IDENTITY], PATIENCE_MS);
    const [primary] = (await beforeDeadline(performance.now() + PATIENCE_MS, requested)) as Identity[][];
    const { rows } = await client.query<Identity>(IDENTITY.text);
    const refusal = refusalOfReplica(primary![0]!, rows[0]!);
    if (refusal) throw new ConfigError(refusal);
  }

  /** Throws Behind unless the server has what the request has to see, which is from now on all that this read may see. */
  private async requireNear(client: PoolClient, reads: Reads): Promise<void> {
    const { least } = this.primary;
    if (least === undefined) throw new Behind();
    const wanted = hasOf(least > reads.after ? least : reads.after, this.primary.history);
    const { rows } = await send<{ has: boolean; position: string }>(
      client,
      wanted,
      this.pool!.config.named,
      PATIENCE_MS,
    );
    const [{ has, position }] = rows as [(typeof rows)[0]];
    if (!has) throw new Behind();
    const seen = positionOf(position)!;
    if (seen > reads.after) reads.after = seen;
  }

  private lookAgain(): void {
    if (this.ended) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.lookAgain()), LOOK_MS).unref();
  }

  private async look(): Promise<void> {
    const at = performance.now();
    const { history } = this.primary;
    const requested = sendOn(poolOf(this.dataSource), [PRIMARY], PATIENCE_MS);
    const primary = beforeDeadline(at + PATIENCE_MS, requested).catch(() => [[]]);
    const [[rows]] = await Promise.all([primary, this.pool!.probe.ask()]);
    const [row] = rows as Place[];
    // A write has found another primary meanwhile, and this answer may be the one's before.
    if (!row || this.primary.history !== history) return;
    this.primary.follow(row.history);
    this.primary.note({ at, position: positionOf(row.position)! });
    const { isAway, replayed = '' } = this.pool!.probe;
    this.primary.noteReplica(isAway ? undefined : positionOf(replayed));
  }

  private say(error: unknown): void {
    const now = performance.now();
    if (now < this.saidAt + SAY_MS) return;
    this.saidAt = now;
    this.logger.warn(`A read failed at the replica, and the primary answered it: ${String(error)}`);
  }
}
