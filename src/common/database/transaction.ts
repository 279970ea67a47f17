import type { PoolClient, QueryResult } from 'pg';
import sql, { Sql } from 'sql-template-tag';
import { Unavailable } from '../errors/database-errors';
import type { Actor } from '../tenancy/actor';
import type { SharedPool } from './shared-pool';
import { cutOff, send, Statement, Unit } from './statements';

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/** How long a transaction and its waits may take. Times are as `performance.now()` tells them, or Infinity. */
export interface TransactionLimits {
  deadline: number;
  /** How long one statement may run, in milliseconds. */
  statement: number;
  /** How long one statement may wait for a lock, in milliseconds. */
  lock: number;
}

/** The beginning of a transaction. */
interface Opening {
  client: PoolClient;
  /** What goes out together with BEGIN. */
  unit: Unit;
  /** Rejects when the transaction did not begin. */
  begun: Promise<unknown>;
}

/**
 * One transaction, which takes a connection and begins with its first statement. What it sets holds until its
 * end, so that it needs nothing of its session, which a pooler may give to somebody else.
 */
export class Transaction {
  private opening?: Promise<Opening>;
  private over = false;
  private committing = false;

  constructor(
    private readonly pool: SharedPool,
    private readonly actor: Actor,
    private readonly isolation: Isolation,
    private readonly limits: TransactionLimits,
  ) {}

  /** Whether COMMIT was sent. */
  get isCommitting(): boolean {
    return this.committing;
  }

  /**
   * Sends a statement. BEGIN and what goes out with it are one unit: when BEGIN fails, the server skips the rest. What
   * comes later waits until the transaction has begun. So no statement is carried out outside of it.
   * @param named whether it may be prepared by name
   */
  async send<T extends object>(statement: Statement, named: boolean): Promise<QueryResult<T>> {
    this.opening ??= this.open();
    const { client, unit, begun } = await this.opening;
    if (!unit.isOpen) await begun;
    if (this.over) throw new Unavailable('deadline');
    if (statement === COMMIT) {
      if (!unit.isOpen) requireOpen(client);
      this.committing = true;
    }
    return unit.isOpen ? unit.send<T>(statement, named) : send<T>(client, statement, named);
  }

  /**
   * Does what is to be done last, and keeps everything. The statements go out together, since none needs the answer of
   * another: after one that fails the database takes everything back. Throws when it does.
   */
  async commit(last: Sql[]): Promise<void> {
    if (this.opening || last.length) {
      const written = last.map((statement) => this.send(statement, this.pool.config.named));
      const { command } = (await Promise.all([...written, this.send(COMMIT, false)])).at(-1)!;
      if (command !== 'COMMIT') throw new Error(FAILED_UNSEEN);
    }
    await this.end();
  }

  /**
   * Takes everything back.
   * @param lost the connection may not answer, and is ended instead; nothing waits for it
   */
  async rollback(lost: boolean): Promise<void> {
    this.over = true;
    const taken = (async () => {
      try {
        const { client, unit } = (await this.opening) ?? {};
        unit?.close();
        if (client && lost) cutOff(client);
        else await client?.query('ROLLBACK');
      } catch {
        // it did not begin, or is gone: the pool does not use a connection again whose transaction is open
      }
      await this.end();
    })();
    if (!lost) await taken;
  }

  private async open(): Promise<Opening> {
    if (this.over) throw new Unavailable('deadline');
    const client = await this.pool.connect();
    const unit = new Unit(client);
    const { named } = this.pool.config;
    const begun = Promise.all([unit.send(BEGIN[this.isolation], named), unit.send(this.settings(), named)]);
    // whatever is sent next fails with it
    begun.catch(() => undefined);
    return { client, unit, begun };
  }

  /** Its limits, and who writes, for the triggers that trace writes (`traces.ts`). A command they know by its program. */
  private settings(): Sql {
    const { deadline, statement, lock } = this.limits;
    const { user_id, token_id, request_id, operation } = this.actor;
    const left = Math.min(statement, deadline - performance.now());
    const text = (value: number | string | null) => (operation === null ? '' : String(value ?? ''));
    return sql`SELECT set_config('statement_timeout', ${toSetting(left)}, true),
      set_config('lock_timeout', ${toSetting(lock)}, true),
      set_config('wharfinger.user_id', ${text(user_id)}, true),
      set_config('wharfinger.token_id', ${text(token_id)}, true),
      set_config('wharfinger.request_id', ${text(request_id)}, true),
      set_config('wharfinger.operation', ${text(operation)}, true)`;
  }

  private async end(): Promise<void> {
    this.over = true;
    const opening = await this.opening?.catch(() => undefined);
    opening?.client.release();
  }
}

const BEGIN: Record<Isolation, Sql> = {
  'READ COMMITTED': sql`BEGIN ISOLATION LEVEL READ COMMITTED`,
  'REPEATABLE READ': sql`BEGIN ISOLATION LEVEL REPEATABLE READ`,
};
const COMMIT = sql`COMMIT`;

const FAILED_UNSEEN = 'A statement failed, and the handler went on as if it had not';

/** COMMIT passes without a transaction, too, where there is nothing to keep any more. */
function requireOpen(client: PoolClient): void {
  const status = client.getTransactionStatus();
  if (status === 'E') throw new Error(FAILED_UNSEEN);
  if (status !== 'T') throw new Unavailable('connection_lost');
}

/** Milliseconds as PostgreSQL takes them: whole, and 0 for no limit. */
function toSetting(ms: number): string {
  return String(Number.isFinite(ms) ? Math.max(1, Math.floor(ms)) : 0);
}
