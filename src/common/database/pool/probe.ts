import { Logger } from '@nestjs/common';
import { Client, ClientConfig } from 'pg';
import { ConfigError } from '../../config/config';
import { failureOf, Unavailable } from '../../errors/database-errors';
import { cutOff } from '../sql/statements';
import { beforeDeadline } from './deadline';

/** What depends on which database is checked. */
export interface ProbeOptions {
  /** How long it may take to answer, in milliseconds. */
  patience: number;
  /** What the log says when it stops answering, and when it answers again. */
  away: string;
  back: string;
  /** Checks a new session. Throws ConfigError, which the log says instead of `away`, where it cannot be used. */
  require?: (client: Client) => Promise<void>;
}

const PRIMARY: ProbeOptions = {
  patience: 2_000,
  away: 'The database does not answer: requests are answered 503 until it does.',
  back: 'The database answers again.',
};

/** What the database stated of itself. */
interface Told {
  /** Whether it lets nobody write, as a standby does. */
  is_read_only: boolean;
  /** Up to where a standby has replayed the log; null for a primary. */
  replayed: string | null;
}
const QUESTION = `
  SELECT current_setting('transaction_read_only') = 'on' AS is_read_only,
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()::text END AS replayed`;

/** The interval of the probe while the database is away. */
const AGAIN_MS = 250;

/**
 * Checks whether the database answers, on a connection of its own: when a statement takes long or fails, and for the
 * readiness endpoint. While the database is away, it polls, and requests fail at once.
 */
export class Probe {
  private readonly logger = new Logger('Database');
  /** The open connection, when no check uses it. */
  private idle?: Client;
  private asking?: Promise<boolean>;
  private again?: NodeJS.Timeout;
  private away = false;
  private told?: Told;
  /** Why its sessions cannot be used, which the log says once; undefined where they can. */
  private unusable?: string | undefined;
  private closed = false;

  /** @param whenAway called when the database stops answering */
  constructor(
    private readonly config: ClientConfig,
    private readonly whenAway: () => void,
    private readonly options: ProbeOptions = PRIMARY,
  ) {}

  /** Whether the last check failed. */
  get isAway(): boolean {
    return this.away;
  }

  /** Whether the database let nobody write when it answered last, as a standby does. */
  get isReadOnly(): boolean {
    return this.told?.is_read_only ?? false;
  }

  /** Up to where the standby had replayed the log when it answered last; undefined for a primary. */
  get replayed(): string | undefined {
    return this.told?.replayed ?? undefined;
  }

  /** Whether the database answers now. Concurrent calls share one check. */
  ask(): Promise<boolean> {
    return (this.asking ??= this.find().finally(() => (this.asking = undefined)));
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.again);
    await this.idle?.end();
  }

  private async find(): Promise<boolean> {
    const answers = await this.answers();
    if (this.closed || answers !== this.away) return answers && !this.closed;
    this.away = !answers;
    if (answers) {
      clearInterval(this.again);
      this.logger.warn(this.options.back);
    } else {
      // Checks do not wait for the previous one, which may hang on a dying server and notice late that the database is
      // back.
      this.again = setInterval(() => void this.find(), AGAIN_MS).unref();
      if (!this.unusable) this.logger.warn(this.options.away);
      this.whenAway();
    }
    return answers;
  }

  private async answers(): Promise<boolean> {
    if (this.closed) return false;
    const { idle } = this;
    this.idle = undefined;
    let client = idle;
    try {
      client ??= new Client(this.config); // reads the files of certificates that its address names
      this.told = await beforeDeadline(performance.now() + this.options.patience, this.query(client, !idle));
      if (this.idle || this.closed) void client.end();
      else this.idle = client;
      this.unusable = undefined;
      return true;
    } catch (error) {
      if (client) cutOff(client);
      if (!client || error instanceof ConfigError) this.sayUnusable((error as Error).message);
      // The server runs but takes no more connections: open connections go on.
      const failure = failureOf(error);
      return failure instanceof Unavailable && failure.reason === 'too_many_connections';
    }
  }

  private sayUnusable(why: string): void {
    if (why !== this.unusable) this.logger.warn(why);
    this.unusable = why;
  }

  private async query(client: Client, isNew: boolean): Promise<Told> {
    if (isNew) {
      client.on('error', () => {
        if (this.idle === client) this.idle = undefined;
      });
      await client.connect();
      await this.options.require?.(client);
    }
    return (await client.query<Told>(QUESTION)).rows[0]!;
  }
}
