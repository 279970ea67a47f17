import type { PoolClient } from 'pg';
import sql, { raw, Sql } from 'sql-template-tag';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { Unavailable } from '../errors/database-errors';
import type { Actor } from '../tenancy/actor';
import { cutOff, send } from './statements';

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/** How long a transaction and its waits may take. Times are as `performance.now()` tells them, or Infinity. */
export interface TransactionLimits {
  deadline: number;
  /** How long one statement may run, in milliseconds. */
  statement: number;
  /** How long one statement may wait for a lock, in milliseconds. */
  lock: number;
}

/**
 * One transaction, which takes a connection and begins with its first statement. What it sets holds until its
 * end, so that it needs nothing of its session, which a pooler may give to somebody else.
 */
export class Transaction {
  private readonly runner: QueryRunner;
  private begun?: Promise<PoolClient>;
  private over = false;

  constructor(
    dataSource: DataSource,
    private readonly actor: Actor,
    private readonly isolation: Isolation,
    private readonly limits: TransactionLimits,
    private readonly named: boolean,
  ) {
    this.runner = dataSource.createQueryRunner();
    const connect = this.runner.connect.bind(this.runner) as () => Promise<PoolClient>;
    // whatever TypeORM sends goes over `connect` and so begins it; it takes it for begun already
    this.runner.connect = () => this.connection(connect);
    Object.assign(this.runner, { isTransactionActive: true, transactionDepth: 1 });
  }

  get manager(): EntityManager {
    return this.runner.manager;
  }

  /**
   * Does what is to be done last, and keeps everything. The statements go out together, since none needs the answer of
   * another: after one that fails the database takes everything back. Throws when it does.
   */
  async commit(last: Sql[]): Promise<void> {
    const client = last.length ? ((await this.runner.connect()) as PoolClient) : await this.begun;
    if (client) {
      const written = last.map((statement) => send(client, statement, this.named));
      const committed = (await Promise.all([...written, send(client, COMMIT, false)])).at(-1)!;
      if (committed.command !== 'COMMIT')
        throw new Error('A statement failed, and the handler went on as if it had not');
    }
    await this.end();
  }

  /**
   * Takes everything back.
   * @param lost the connection may not answer, and is ended instead; nothing waits for it
   */
  async rollback(lost: boolean): Promise<void> {
    const { begun } = this;
    this.over = true;
    const taken = (async () => {
      try {
        const client = await begun;
        if (client && lost) cutOff(client);
        else await client?.query('ROLLBACK');
      } catch {
        // it did not begin, or is gone: the pool does not use a connection again whose transaction is open
      }
      await this.end();
    })();
    if (!lost) await taken;
  }

  private connection(connect: () => Promise<PoolClient>): Promise<PoolClient> {
    if (this.over) return Promise.reject(new Unavailable('deadline'));
    return (this.begun ??= this.begin(connect));
  }

  private async begin(connect: () => Promise<PoolClient>): Promise<PoolClient> {
    const client = await connect();
    const { deadline, statement, lock } = this.limits;
    const left = Math.min(statement, deadline - performance.now());
    const begins = `BEGIN ISOLATION LEVEL ${this.isolation}; SET LOCAL statement_timeout = ${toSetting(left)};
       SET LOCAL lock_timeout = ${toSetting(lock)}; ${this.signature(client)}`;
    // the first statement goes out with it, and fails when it does
    send(client, raw(begins), false).catch(() => undefined);
    return client;
  }

  /** Tells the triggers that trace writes (`traces.ts`) who writes. A command they know by the name of the program. */
  private signature(client: PoolClient): string {
    const { user_id, token_id, request_id, operation } = this.actor;
    if (operation === null) return '';
    return Object.entries({ user_id, token_id, request_id, operation })
      .map(([name, value]) => `SET LOCAL wharfinger.${name} = ${client.escapeLiteral(String(value ?? ''))}`)
      .join('; ');
  }

  private async end(): Promise<void> {
    this.over = true;
    await this.runner.release();
  }
}

const COMMIT = sql`COMMIT`;

/** Milliseconds as PostgreSQL takes them: whole, and 0 for no limit. */
function toSetting(ms: number): number {
  return Number.isFinite(ms) ? Math.max(1, Math.floor(ms)) : 0;
}
