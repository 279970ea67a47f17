import { Logger } from '@nestjs/common';
import { Client, ClientConfig } from 'pg';
import { failureOf, Unavailable } from '../errors/database-errors';
import { within } from './within';

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
  private client?: Client;
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
    clearTimeout(this.again);
    await this.client?.end();
  }

  private async find(): Promise<boolean> {
    const answers = await this.answers();
    if (this.closed) return false;
    clearTimeout(this.again);
    if (!answers) this.again = setTimeout(() => void this.ask(), AGAIN_MS).unref();
    if (answers === this.away) {
      this.away = !answers;
      if (answers) this.logger.warn('The database answers again.');
      else this.logger.warn('The database does not answer: requests are answered 503 until it does.');
      if (!answers) this.whenAway();
    }
    return answers;
  }

  private async answers(): Promise<boolean> {
    try {
      await within(performance.now() + ANSWER_MS, this.query());
      return true;
    } catch (error) {
      void this.client?.end();
      this.client = undefined;
      // it is there, but lets no more in: what has a connection goes on
      const failure = failureOf(error);
      return failure instanceof Unavailable && failure.reason === 'too_many_connections';
    }
  }

  private async query(): Promise<void> {
    if (!this.client) {
      const client = new Client(this.config);
      this.client = client;
      client.on('error', () => {
        if (this.client === client) this.client = undefined;
      });
      await client.connect();
    }
    await this.client.query('SELECT 1');
  }
}
