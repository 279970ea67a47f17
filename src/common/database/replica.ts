import { Inject, Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { DatabaseError, type PoolClient } from 'pg';
import sql from 'sql-template-tag';
import { DataSource } from 'typeorm';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.module';
import { failureOf, Unavailable } from '../errors/database-errors';
import type { Actor } from '../tenancy/actor';
import { type Reads, runningScope } from '../tenancy/scope';
import { poolOptions, sessionLimits } from './data-source';
import { beforeDeadline } from './deadline';
import { positionOf, textOf, WrittenPositions } from './positions';
import { PrimaryPositions } from './primary-positions';
import { sendOn } from './sending';
import { poolOf, SharedPool } from './shared-pool';
import { requireSettings, type Setting } from './session-settings';
import { send, Statement } from './statements';
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
        require: (client) =>
          requireSettings(
            'the replica',
            { ...sessionLimits(config), lock_timeout: 0 },
            async (text, values) => (await client.query<Setting>(text, values)).rows,
          ),
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
    const asked = sendOn(poolOf(this.dataSource), [PLACE], PATIENCE_MS);
    const [[place] = []] = await beforeDeadline(performance.now() + PATIENCE_MS, asked).catch(() => []);
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
   * The rows of statements that only read. Whatever fails at the replica, the primary is asked instead, and answers the rest
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
    const asked = sendOn(poolOf(this.dataSource), [PRIMARY], PATIENCE_MS);
    const primary = beforeDeadline(at + PATIENCE_MS, asked).catch(() => [[]]);
    const [[rows]] = await Promise.all([primary, this.pool!.probe.ask()]);
    const [row] = rows as Place[];
    // A write has told of another primary meanwhile, and this answer may be the one's before.
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
