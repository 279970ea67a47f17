import { Injectable, Optional } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import sql, { raw, Sql } from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { setTimeout as pause } from 'node:timers/promises';
import {
  isForParties,
  isForeignKeyViolation,
  isLockWait,
  isRetryable,
  isStaleSession,
  isStuck,
  lostInCommit,
} from '../errors/database-errors';
import { Conflict } from '../errors/errors';
import type { Json } from '../json';
import type { Actor } from '../tenancy/actor';
import { currentScope, type Reads, runIn } from '../tenancy/scope';
import { toId } from './sql/conditions';
import { Reader } from './read/reader';
import { Replica } from './pool/replica';
import { fromHere, isLost, rowsOf, sendOn } from './sql/sending';
import { poolOf, type SharedPool } from './pool/shared-pool';
import type { Statement } from './sql/statements';
import { Isolation, Transaction } from './write/transaction';
import type { Place } from './pool/timelines';
import { Batches, Template } from './sql/batches';
import { all, type Queries, type Query, rows } from './sql/query';
import { RowQueries, type Where } from './sql/row-queries';
import { beforeDeadline } from './pool/deadline';
import type { ColumnName, ColumnOf, Columns, Row, RowClass, Values } from '../schema/columns';
import { COMMON } from '../errors/codes';

/** The limit for a statement of the service itself, such as the look-up of a token, in milliseconds. */
const SERVICE_MS = 3_000;

/** How often to attempt a transaction that fails by deadlock or serialization failure. */
const ATTEMPTS = 3;

/**
 * How long a request waits for a lock while it holds a connection, in milliseconds. Then it gives the connection back
 * and retries, so that many requests for one locked row do not exhaust the pool.
 */
const LOCK_SLICE_MS = 1_000;

/**
 * The database for the running request: the rows of its organization, in its transaction. Services read views, write
 * rows and run SQL through it, and never name the organization.
 */
@Injectable()
export class Db {
  /** Queries of the organization's rows, for `pipeline`. */
  readonly queries: RowQueries;
  /** The organizations of which this process has seen a party in use. */
  private readonly withParties = new Set<number>();
  private readonly batches = new Batches(async (statement) => (await this.sendAlone([statement]))[0]!);

  /** @param replica where reads may be answered; commands have none */
  constructor(
    readonly dataSource: DataSource,
    @Optional() private readonly replica?: Replica,
  ) {
    this.queries = new RowQueries(dataSource);
  }

  get pool(): SharedPool {
    return poolOf(this.dataSource);
  }

  /** The actor of the running request. Throws outside of a request or command. */
  get actor(): Actor {
    return currentScope().actor;
  }

  /**
   * Runs `work` for an actor without a transaction, for reads. Retries once on a stale connection.
   * @param deadline on the clock of `performance.now()`
   * @param reads where it reads, if the replica may answer
   * @throws Unavailable at the deadline
   */
  async reading<T>(
    actor: Actor,
    base: string,
    work: () => Promise<T>,
    deadline: number = Infinity,
    reads?: Reads,
  ): Promise<T> {
    const scope = { actor, base, deadline, writes: false, reads };
    const attempt = () => beforeDeadline(deadline, runIn(scope, work));
    try {
      return await attempt();
    } catch (error) {
      if (isStuck(error)) this.pool.renew();
      if (!isStaleSession(error)) throw error;
      this.pool.renewInTurn();
      return attempt();
    }
  }

  /**
   * Runs `work` for an actor in one transaction; `work` may run again, so it has no effect outside of the database. The
   * transaction begins at the first statement. It is retried after a deadlock, a serialization failure, a stale
   * connection or the first party in use, and after a lock timeout as long as time is left.
   * @param deadline on the clock of `performance.now()`; nothing is committed after it
   * @param isolation `REPEATABLE READ` also fails to serialize when a row that it writes has changed since it began
   * @throws Unavailable at the deadline
   */
  async transaction<T>(
    actor: Actor,
    base: string,
    work: () => Promise<T>,
    deadline: number = Infinity,
    isolation: Isolation = 'READ COMMITTED',
  ): Promise<T> {
    const { statement_timeout, lock_timeout } = this.pool.config;
    const [statement, patience] = [statement_timeout || Infinity, lock_timeout || Infinity];
    const lockEnd = performance.now() + patience;
    const { replica } = this;
    const tell = replica?.pool && ((place?: Place) => replica.noteWrite(actor, place));
    for (let losses = 0; ;) {
      // A command has no deadline, and does not start over because of a lock.
      const slice = deadline === Infinity ? patience : Math.min(LOCK_SLICE_MS, lockEnd - performance.now());
      const limits = { deadline, statement, lock: slice };
      const transaction = new Transaction(this.pool, actor, isolation, limits);
      try {
        const [last, afterCommit] = [[] as (() => Sql[])[], new Set<() => void>()];
        const send = transaction.send.bind(transaction);
        const tellsParties = this.withParties.has(actor.organization_id);
        const scope = { actor, base, deadline, writes: true, send, last, afterCommit, tellsParties };
        const all = async () => ({ result: await work(), statements: last.flatMap((make) => make()) });
        const { result, statements } = await beforeDeadline(deadline, runIn(scope, all));
        await beforeDeadline(deadline, transaction.commit(statements, tell));
        for (const then of afterCommit) then();
        return result;
      } catch (error) {
        // What it refused for may be newer than what the caller wrote last.
        await transaction.rollback(isLost(error), tell);
        if (isForParties(error)) this.withParties.add(actor.organization_id);
        if (isStaleSession(error)) this.pool.renewInTurn();
        const again = isLockWait(error)
          ? deadline !== Infinity && performance.now() < lockEnd
          : ++losses < ATTEMPTS && (isRetryable(error) || (isStaleSession(error) && losses === 1));
        const lost = transaction.isCommitting ? lostInCommit(error) : undefined;
        if (lost) replica?.noteWrite(actor, undefined);
        if (!again) throw lost ?? error;
        if (isLockWait(error)) await pause(50 + Math.random() * 100);
      }
    }
  }

  /** Reads the records of a view in this organization. */
  read(view: Type): Reader {
    const { actor, base, send: inTransaction } = currentScope();
    const run = <T extends object>(statement: Statement | Template) =>
      'strings' in statement && !inTransaction && this.pool.config.batches
        ? (this.batches.rows(statement) as Promise<T[]>)
        : this.query<T>(statement);
    return new Reader(this.dataSource, view, actor, base, run);
  }

  /** The record of a view with this id. Throws NotFound, which names the kind of record `what`. */
  show(view: Type, id: number, what: string): Promise<Json> {
    return this.read(view)
      .where(sql`t.id = ${id}`)
      .orNotFound(what, id);
  }

  /**
   * `show` as a query for `pipeline`, for a record that the transaction has locked or written.
   * @param id the id, or SQL that selects it
   */
  showing(view: Type, id: number | Sql): Query<Json> {
    return this.read(view)
      .where(sql`t.id = (${id})`)
      .toShow()
      .map((shown) => shown!);
  }

  /** The record that a path names by id or key. A value of digits is tried as an id first. */
  async readByIdOrKey(view: Type, key: string, value: string): Promise<Json | undefined> {
    const id = toId(value);
    const byId =
      id &&
      (await this.read(view)
        .where(sql`t.id = ${id}`)
        .one());
    return (
      byId ||
      this.read(view)
        .where(sql`${raw(`t.${key}`)} = ${value}`)
        .one()
    );
  }

  /** Runs one SQL statement and returns its rows. */
  query<T extends object>(statement: Statement): Promise<T[]> {
    return this.run(rows<T>(statement));
  }

  /**
   * Sends the statements of these queries pipelined, in order. Each has its own snapshot, so a statement after a lock
   * sees what the lock waited for. Returns the answer of each query. Throws the failure of the first statement that
   * failed; the database skips those after it.
   */
  pipeline<T extends unknown[]>(...queries: Queries<T>): Promise<T> {
    return this.run(all<T>(...queries));
  }

  /** Sends the statements of one query pipelined. */
  async run<R>({ statements, answer }: Query<R>): Promise<R> {
    return answer(statements.length ? await this.send(statements) : []);
  }

  /**
   * The time of the database, which all processes share, but not before `earliest`. Read it after the last lock: of two
   * transactions that waited for one row, the later one then gets the later time.
   */
  now(earliest: Date | null = null): Promise<Date> {
    return this.run(this.queries.now(earliest));
  }

  /**
   * Takes an advisory lock of this organization until the transaction ends: for a limit on a count, which no constraint
   * can hold.
   */
  async alone(what: string): Promise<void> {
    const name = `${what} of ${this.actor.organization_id}`;
    await this.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  }

  /** Runs one SQL statement outside of any organization, for tokens and the command line. */
  async queryAsService<T extends object>(statement: Sql): Promise<T[]> {
    const [found] = await sendOn(this.pool, [statement], SERVICE_MS);
    return found as T[];
  }

  /** The matching row of the organization, or null. `lock` locks it until the transaction ends. */
  find<E extends Row>(
    entity: RowClass<E>,
    where: Where<E>,
    options?: { lock?: boolean },
  ): Promise<Columns<E> | null> {
    return this.run(this.queries.find(entity, where, options));
  }

  /** The organization's row that a path names by id or key. A value of digits is tried as an id first. */
  async findByIdOrKey<E extends Row>(
    entity: RowClass<E>,
    key: ColumnName<E>,
    value: string,
    options?: { lock?: boolean },
  ): Promise<Columns<E> | null> {
    const named = (where: object) => this.find(entity, where, options);
    const id = toId(value);
    return (id === undefined ? null : await named({ id })) ?? named({ [key]: value });
  }

  /**
   * The matching rows of the organization in order of id, which is also the lock order with `lock`. `only` selects some
   * columns.
   */
  async findAll<E extends Row, C extends ColumnOf<E> = ColumnOf<E>>(
    entity: RowClass<E>,
    where: Where<E>,
    options: { lock?: boolean; only?: readonly C[] } = {},
  ): Promise<Pick<Columns<E>, C>[]> {
    return this.run(this.queries.findAll(entity, where, options));
  }

  /**
   * Resolves the key (or `id`, to check it) by which a body names a record. undefined and null pass through, and an
   * empty key resolves to null.
   * @throws Unknown with the field, when there is no such record
   */
  async idOf<E extends Row, V extends string | number | null | undefined>(
    entity: RowClass<E>,
    key: ColumnName<E>,
    value: V,
    field: string,
  ): Promise<number | null | Extract<V, undefined>> {
    if (value === undefined) return value as Extract<V, undefined>;
    if (value === null || value === '') return null;
    return (await this.run(this.queries.idBy(entity, key, value, field)))();
  }

  /**
   * Resolves a reference in a request, given as `<field>_id` or else by key as `<field>`. Null clears the reference,
   * undefined leaves it.
   * @throws Unknown with the field, when there is no such record
   */
  async reference<E extends Row>(
    entity: RowClass<E>,
    key: ColumnName<E>,
    field: string,
    input: object,
  ): Promise<number | null | undefined> {
    return (await this.run(this.queries.reference(entity, key, field, input)))();
  }

  /** Inserts a row of this organization and returns its id. */
  async insert<E extends Row>(entity: RowClass<E>, values: Values<E>): Promise<number> {
    const [id] = await this.run(this.queries.insert(entity, values));
    return id!;
  }

  /**
   * Inserts a row of this organization and returns its id; undefined when another row has the same value in a column.
   */
  async insertUnlessTaken<E extends Row>(
    entity: RowClass<E>,
    values: Values<E>,
    column: string,
  ): Promise<number | undefined> {
    return this.run(this.queries.insertUnlessTaken(entity, values, column));
  }

  /** Inserts rows of this organization in one statement and returns their ids in the same order. */
  async insertAll<E extends Row>(entity: RowClass<E>, rows: Values<E>[]): Promise<number[]> {
    return this.run(this.queries.insert(entity, ...rows));
  }

  /**
   * Updates columns of one row. Undefined keeps a column; null resets a NOT NULL column to its default.
   * @param which its id, or the locked row as it is stored: if no column differs, nothing is written, not even
   *   `updated_at`
   */
  async update<E extends Row>(
    entity: RowClass<E>,
    which: number | (Columns<E> & Pick<Row, 'id'>),
    values: Values<E>,
  ): Promise<void> {
    await this.run(this.queries.update(entity, which, values));
  }

  /**
   * Deletes one row.
   * @throws Conflict while another record refers to it
   */
  async remove<E extends Row>(entity: RowClass<E>, id: number, what: string): Promise<void> {
    try {
      await this.run(this.queries.remove(entity, id));
    } catch (error) {
      if (isForeignKeyViolation(error))
        throw new Conflict({ code: COMMON.in_use, sentence: `${what} is in use and cannot be deleted.` });
      throw error;
    }
  }

  /** Deletes the matching rows of the organization. For parts of a record, to which nothing else refers. */
  async removeAll<E extends Row>(entity: RowClass<E>, where: Where<E>): Promise<void> {
    await this.run(this.queries.removeAll(entity, where));
  }

  /** The rows of each statement, sent pipelined in the running transaction, or else on a connection of a pool. */
  private async send(statements: readonly Statement[]): Promise<object[][]> {
    const { send: inTransaction } = currentScope();
    if (!inTransaction) return this.sendAlone(statements);
    const { named } = this.pool.config;
    try {
      return await rowsOf(statements, (statement) => inTransaction(statement, named && !statement.planned));
    } catch (error) {
      throw fromHere(error);
    }
  }

  /** Sends the statements pipelined on a connection, where the request reads. */
  private sendAlone(statements: readonly Statement[]): Promise<object[][]> {
    const { replica } = this;
    return replica ? replica.read(currentScope().reads, statements) : sendOn(this.pool, statements);
  }
}
