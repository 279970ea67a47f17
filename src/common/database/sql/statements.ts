import { createHash } from 'node:crypto';
import {
  Client,
  ClientBase,
  Connection,
  DatabaseError,
  PoolClient,
  Query,
  QueryResult,
  ResultBuilder,
} from 'pg';
import type { Sql } from 'sql-template-tag';

/**
 * The most named prepared statements on a connection. A plan of a large view takes up to 0.4 MB on the server, so this
 * is some dozens of MB for each connection.
 */
const MOST_NAMED = 200;

/** The most texts whose name is cached. */
const MOST_REMEMBERED = 2_000;

const names = new Map<string, string>();
const named = new WeakMap<ClientBase, Set<string>>();

/** Marks the name as used last, and evicts the least recently used name. */
function keep(client: ClientBase, name: string): void {
  const known = named.get(client) ?? new Set();
  named.set(client, known);
  known.delete(name);
  known.add(name);
  if (known.size > MOST_NAMED) {
    const [oldest] = known;
    known.delete(oldest!);
    forget(client.connection, oldest!);
  }
}

/** A statement with its values. `planned` asks for a custom plan. */
export type Statement = Pick<Sql, 'text' | 'values'> & { planned?: boolean };

/**
 * Closes a prepared statement on the server, pipelined with the next statement, whose Sync serves both. (DEALLOCATE
 * does the same, but not behind a pooler.)
 */
function forget(connection: Connection, name: string): void {
  delete connection.parsedStatements[name];
  delete connection.submittedNamedStatements[name];
  connection.close({ type: 'S', name });
}

/** The number of named prepared statements on the connection. */
export function namedOn(client: ClientBase): number {
  return named.get(client)?.size ?? 0;
}

/**
 * The name of the prepared statement with this text. A connection plans a named statement once: planning is most of the
 * cost of a read with joins. The name is a hash of the text, so it means the same to all processes that share a session
 * through a pooler.
 */
export function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  if (names.size >= MOST_REMEMBERED) names.clear();
  const name = `w_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  names.set(text, name);
  return name;
}

/**
 * Sends a statement without waiting for those before it; answers come in the same order. The statements of one turn of
 * the event loop are written to the socket together, because each write is a system call.
 * @param named whether to prepare it by name
 * @param limit the time without an answer after which the connection is given up, in milliseconds
 * @param unit the unit that it belongs to; alone by default
 */
export function send<T extends object>(
  client: ClientBase,
  statement: Statement,
  named: boolean,
  limit?: number,
  unit?: Unit,
): Promise<QueryResult<T>> {
  const { stream } = client.connection;
  if (!stream.writableCorked) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  const { text } = statement;
  const name = named ? nameOf(text) : undefined;
  if (name) keep(client, name);
  return new Promise((resolve, reject) => {
    const sent = new Sent(name, text, statement.values, limit, unit, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    client.query(sent);
  });
}

/**
 * The statements of one turn of the event loop with one Sync after the last. When one fails, the server skips the rest,
 * even outside a transaction.
 */
export class Unit {
  private last?: Sent;
  private open = true;

  constructor(private readonly client: ClientBase) {
    process.nextTick(() => this.close());
  }

  /** Whether it takes another statement. */
  get isOpen(): boolean {
    return this.open;
  }

  send<T extends object>(statement: Statement, named: boolean): Promise<QueryResult<T>> {
    return send<T>(this.client, statement, named, undefined, this);
  }

  /** Sends the Sync, which makes the server answer. */
  close(): void {
    if (this.open) this.client.connection.sync();
    this.open = false;
  }

  add(part: Sent): void {
    this.last = part;
  }

  isLast(part: Sent): boolean {
    return this.last === part;
  }
}

/**
 * A query of node-postgres, made directly because making it from a config object takes longer. node-postgres starts the
 * next query at ReadyForQuery, which the server sends once for a unit: all but the last emit it themselves.
 */
class Sent extends Query {
  constructor(
    readonly name: string | undefined,
    text: string,
    values: unknown[],
    readonly query_timeout: number | undefined,
    private readonly unit: Unit | undefined,
    callback: (error: Error | undefined, result: ResultBuilder) => void,
  ) {
    super(text, values, callback);
    if (!unit) return;
    this.queryMode = 'extended';
    unit.add(this);
  }

  override _getRows(connection: Connection): void {
    connection.execute();
    if (!this.unit) connection.sync();
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    if (this.isFollowed()) connection.emit('readyForQuery', { status: 'T' });
  }

  override handleError(error: Error, connection: Connection): void {
    super.handleError(error, connection);
    // node-postgres reports a lost connection to every query itself.
    if (!this.isFollowed() || !(error instanceof DatabaseError)) return;
    connection.emit('readyForQuery', { status: 'E' });
    connection.emit('errorMessage', error);
  }

  private isFollowed(): boolean {
    return this.unit !== undefined && !this.unit.isLast(this);
  }
}

/** Closes a connection without waiting for its pending answers. */
export function cutOff(client: Client | PoolClient): void {
  void client.end();
  client.connection.stream.destroy();
}

declare module 'pg' {
  /** Members of node-postgres that its types leave out: the prepared statements of a connection. */
  interface Connection {
    parsedStatements: Record<string, string>;
    submittedNamedStatements: Record<string, string>;
    close(message: { type: 'S'; name: string }): void;
    execute(): void;
    sync(): void;
  }
  interface ClientBase {
    readonly connection: Connection;
  }
  /** Members of node-postgres that its types leave out: sending a query and receiving its answer. */
  interface Query {
    queryMode?: 'extended';
    _getRows(connection: Connection): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
}
