import { Logger } from '@nestjs/common';
import { Client, ClientConfig } from 'pg';
import { failureOf, Unavailable } from '../errors/database-errors';
import { cutOff } from './statements';
import { beforeDeadline } from './deadline';

/** How long the database may take to answer the probe. */
const ANSWER_MS = 2_000;
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
  private closed = false;

  /** @param whenAway called when the database stops answering */
  constructor(
    private readonly config: ClientConfig,
    private readonly whenAway: () => void,
  ) {}

  /** Whether the last check failed. */
  get isAway(): boolean {
    return this.away;
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
      this.logger.warn('The database answers again.');
    } else {
      // Checks do not wait for the previous one, which may hang on a dying server and notice late that the database is
      // back.
      this.again = setInterval(() => void this.find(), AGAIN_MS).unref();
      this.logger.warn('The database does not answer: requests are answered 503 until it does.');
      this.whenAway();
    }
    return answers;
  }

  private async answers(): Promise<boolean> {
    const { idle } = this;
    this.idle = undefined;
    const client = idle ?? new Client(this.config);
    try {
      await beforeDeadline(performance.now() + ANSWER_MS, this.query(client, !idle));
      if (this.idle || this.closed) void client.end();
      else this.idle = client;
      return true;
    } catch (error) {
      cutOff(client);
      // The server runs but takes no more connections: open connections go on.
      const failure = failureOf(error);
      return failure instanceof Unavailable && failure.reason === 'too_many_connections';
    }
  }

  private async query(client: Client, isNew: boolean): Promise<void> {
    if (isNew) {
      client.on('error', () => {
        if (this.idle === client) this.idle = undefined;
      });
      await client.connect();
    }
    await client.query('SELECT 1');
  }
}
