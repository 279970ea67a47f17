import { Logger } from '@nestjs/common';
import { Client, ClientConfig } from 'pg';
import { failureOf, Unavailable } from '../errors/database-errors';
import { cutOff } from './statements';
import { beforeDeadline } from './deadline';

/** How long the database may take to answer the probe. */
const ANSWER_MS = 2_000;
/** How long after a failure it is asked again. */
const AGAIN_MS = 250;

/**
 * Finds out whether the database answers, on a connection of its own: asked when something takes long or fails,
 * and by whoever wants to know whether the service is ready. While it is away, it is asked again and again, and
 * nobody else needs to.
 */
export class Probe {
  private readonly logger = new Logger('Database');
  /** A connection that nobody asks on just now. */
  private idle?: Client;
  private asking?: Promise<boolean>;
  private again?: NodeJS.Timeout;
  private away = false;
  private closed = false;

  /** @param whenAway called when the database turns out to be away */
  constructor(
    private readonly config: ClientConfig,
    private readonly whenAway: () => void,
  ) {}

  /** Whether the database did not answer when it was last asked. */
  get isAway(): boolean {
    return this.away;
  }

  /** Asks the database, together with whoever asks at the same time. Whether it answers. */
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
      // none waits for the one before it: that may hang on what is going down, and learn late that it is back
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
      // it is there, but lets no more in: what has a connection goes on
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
