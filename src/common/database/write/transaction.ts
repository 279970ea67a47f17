import type { PoolClient, QueryResult } from 'pg';
import sql, { empty, Sql } from 'sql-template-tag';
import { Unavailable } from '../../errors/database-errors';
import type { Actor } from '../../tenancy/actor';
import type { SharedPool } from '../pool/shared-pool';
import { cutOff, send, Statement, Unit } from '../sql/statements';
import { PLACE, type Place } from '../pool/timelines';

export type Isolation = 'READ COMMITTED' | 'REPEATABLE READ';

/** The time limits of a transaction. Times are on the clock of `performance.now()`, or Infinity. */
export interface TransactionLimits {
  deadline: number;
  /** The limit for one statement, in milliseconds. */
  statement: number;
  /** The limit for one wait for a lock, in milliseconds. */
  lock: number;
}

interface Opening {
  client: PoolClient;
  /** The unit that BEGIN is sent in. */
  unit: Unit;
  /** Rejects when the transaction did not begin. */
  begun: Promise<unknown>;
}

/**
 * A transaction that takes a connection and begins with its first statement. Its settings are local to the transaction,
 * because a pooler may give the session to another client afterwards.
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
   * Sends a statement. BEGIN and the statements of the same turn are one unit: when BEGIN fails, the server skips the
   * rest. Later statements wait until the transaction has begun. So none runs outside of it.
   * @param named whether to prepare it by name
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
   * Sends the last statements and COMMIT pipelined. Throws when one fails; the database then rolls back.
   * @param tell receives a place in the log of the database behind the commit; undefined where it is not known
   */
  async commit(last: Sql[], tell?: (place: Place | undefined) => void): Promise<void> {
    if (this.opening || last.length) {
      const { named } = this.pool.config;
      const written = last.map((statement) => this.send(statement, named));
      const committed = Promise.all([...written, this.send(COMMIT, false)]);
      const place = tell && this.send<Place>(PLACE, named).catch(() => undefined);
      const { command } = (await committed).at(-1)!;
      if (command !== 'COMMIT') throw new Error(FAILED_UNSEEN);
      tell?.((await place)?.rows[0]);
    }
    await this.end();
  }

  /**
   * Rolls back.
   * @param lost the connection may not answer: cut it without waiting
   * @param tell receives a place in the log of the database behind what the transaction has seen
   */
  async rollback(lost: boolean, tell?: (place: Place) => void): Promise<void> {
    this.over = true;
    const taken = (async () => {
      try {
        const { client, unit } = (await this.opening) ?? {};
        unit?.close();
        if (client && lost) cutOff(client);
        else if (client) {
          const rolledBack = client.query('ROLLBACK');
          const place = tell && send<Place>(client, PLACE, this.pool.config.named).catch(() => undefined);
          await rolledBack;
          const [row] = (await place)?.rows ?? [];
          if (row) tell?.(row);
        }
      } catch {
        // The transaction did not begin, or the connection is lost. The pool does not reuse a connection with an open
        // transaction.
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
    // The next statement fails with it.
    begun.catch(() => undefined);
    return { client, unit, begun };
  }

  /**
   * Sets the time limits, and the writer for the trace triggers (`traces.ts`), which identify a command by
   * `application_name`.
   */
  private settings(): Sql {
    const { deadline, statement, lock } = this.limits;
    const { user_id, token_id, signed_in, request_id, operation } = this.actor;
    const left = Math.min(statement, deadline - performance.now());
    const text = (value: number | string | null) => (operation === null ? '' : String(value ?? ''));
    return sql`SELECT set_config('statement_timeout', ${toSetting(left)}, true),
      set_config('lock_timeout', ${toSetting(lock)}, true),
      set_config('wharfinger.user_id', ${text(user_id)}, true),
      set_config('wharfinger.token_id', ${text(token_id)}, true),
      set_config('wharfinger.request_id', ${text(request_id)}, true),
      set_config('wharfinger.operation', ${text(operation)}, true)${
        signed_in
          ? sql`, set_config('wharfinger.identity_id', ${text(signed_in.identity_id)}, true),
              set_config('wharfinger.client_id', ${text(signed_in.client_id)}, true)`
          : empty
      }`;
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

/** Checks that the transaction is open, because COMMIT succeeds without one, too. */
function requireOpen(client: PoolClient): void {
  const status = client.getTransactionStatus();
  if (status === 'E') throw new Error(FAILED_UNSEEN);
  if (status !== 'T') throw new Unavailable('connection_lost');
}

/** Milliseconds as a PostgreSQL setting: a whole number, 0 for no limit. */
function toSetting(ms: number): string {
  return String(Number.isFinite(ms) ? Math.max(1, Math.floor(ms)) : 0);
}
