import { once } from 'node:events';
import { Client, ClientConfig } from 'pg';
import type { Sql } from 'sql-template-tag';
import { isStaleSession, isStuck, Unavailable } from '../../errors/database-errors';
import type { Db } from '../db';
import { cutOff, send } from '../sql/statements';

declare module 'pg' {
  interface ClientBase {
    /** The number of the session as the other end of the connection reported it, which the types leave out. */
    readonly processID: number | null;
  }
}

/** How the names of connections beside the pool begin in `pg_stat_activity`; that of the background work is no longer. */
export const BACKGROUND = 'wharfinger background';

/** Runs one statement of the service's own and returns its rows. */
export type Query = <T extends object>(statement: Sql) => Promise<T[]>;

/**
 * A connection beside the pool, for all organizations: so it takes none from a request. What is queried on it takes turns.
 * It is made when it is needed, and made anew when it was lost.
 */
export class OwnConnection {
  private readonly config: ClientConfig;
  private client?: Promise<Client>;
  /** The one that is connected, or about to be. */
  private newest?: Client;
  private turn: Promise<unknown> = Promise.resolve();

  /**
   * @param name by what name the database knows it
   * @param channels whom to tell of what is notified on each channel of the database
   */
  constructor(
    private readonly db: Db,
    name: string,
    private readonly channels: ReadonlyMap<string, ((payload: string) => void)[]> = new Map(),
  ) {
    this.config = {
      ...(this.db.dataSource.isInitialized ? db.pool.config : {}),
      pipeline: false,
      application_name: name,
    };
  }

  /** Runs one statement. */
  query<T extends object>(statement: Sql): Promise<T[]> {
    return this.inTurn((query) => query<T>(statement));
  }

  /** Runs work in one transaction. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.inTurn(async (query, client) => {
      await client.query('BEGIN');
      try {
        const result = await work(query);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch(() => this.drop(client));
        throw error;
      }
    });
  }

  /** Runs work once what was queried before is done. */
  inTurn<T>(work: (query: Query, client: Client) => Promise<T>): Promise<T> {
    const result = this.turn.then(async () => {
      // nothing is kept of a connection that is not tried: the next turn tries it
      if (!this.client && this.db.pool.probe.isAway) throw new Unavailable('database_away');
      const client = await (this.client ??= this.connect());
      const query: Query = async (statement) =>
        (await send<never>(client, statement, this.db.pool.config.named)).rows;
      try {
        return await work(query, client);
      } catch (error) {
        // a session that only lets read, or that does not answer, does so for good: another one may be with a new primary
        if (isStaleSession(error) || isStuck(error)) this.drop(client);
        throw error;
      }
    });
    this.turn = result.catch(() => undefined);
    return result;
  }

  /** Cuts the connection off where the database does not answer, because nothing may wait for it any more. */
  async cutOffIfAway(): Promise<void> {
    const answers = this.db.dataSource.isInitialized && (await this.db.pool.probe.ask());
    if (this.newest && !answers) this.drop(this.newest);
  }

  async end(): Promise<void> {
    await (await this.client?.catch(() => undefined))?.end();
  }

  private async connect(): Promise<Client> {
    const client = new Client(this.config);
    this.newest = client;
    client.on('error', () => this.drop(client));
    client.on('end', () => this.drop(client));
    client.on('notification', ({ channel, payload = '' }) => {
      for (const heard of this.channels.get(channel) ?? []) heard(payload);
    });
    // pg leaves `connect` open for good where the connection is cut off meanwhile
    const gone = once(client, 'end').then(() => Promise.reject(new Unavailable('database_away')));
    try {
      await Promise.race([client.connect(), gone]);
      for (const channel of this.channels.keys()) await client.query(`LISTEN ${channel}`);
      return client;
    } catch (error) {
      this.drop(client);
      throw error;
    }
  }

  /** The next statement connects anew. */
  private drop(client: Client): void {
    // one that was dropped may end when another one is there already
    if (client === this.newest) this.client = undefined;
    cutOff(client);
  }
}
