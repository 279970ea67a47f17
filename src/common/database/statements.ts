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
import { expanded } from './abbreviations';

/**
 * How many statements a connection keeps by name. A plan of a large view takes up to 0.4 MB of the server, so these
 * are some dozens of MB for a connection.
 */
const MOST_NAMED = 200;

/** How many texts are remembered as they are prepared, which saves making that again. */
const MOST_REMEMBERED = 2_000;

/** A statement as a connection prepares it. */
interface Prepared {
  name: string;
  text: string;
}

const prepared = new Map<string, Prepared>();
const named = new WeakMap<ClientBase, Set<string>>();

/** The statement that was not used for longest makes room. */
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

/** A statement with its values; its text may have abbreviations. One that is `planned` is planned for its values. */
export type Statement = Pick<Sql, 'text' | 'values'> & { planned?: boolean };

/**
 * Lets the server forget a statement, together with the one that is sent next, whose Sync is enough for both.
 * (DEALLOCATE would do as well, but not behind a pooler.)
 */
function forget(connection: Connection, name: string): void {
  delete connection.parsedStatements[name];
  delete connection.submittedNamedStatements[name];
  connection.close({ type: 'S', name });
}

/** How many statements the connection keeps by name. */
export function namedOn(client: ClientBase): number {
  return named.get(client)?.size ?? 0;
}

/**
 * A statement with a name under which a connection plans it once: planning is most of the cost of a read that joins. The
 * name is made of the text, so that behind a pooler that gives one connection to several processes it means the same to
 * all of them.
 */
function preparedOf(short: string): Prepared {
  const known = prepared.get(short);
  if (known) return known;
  if (prepared.size >= MOST_REMEMBERED) prepared.clear();
  const text = expanded(short);
  const name = `w_${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`;
  const made = { name, text };
  prepared.set(short, made);
  return made;
}

/**
 * Sends a statement without waiting for those before it: the answers come in the same order. What is sent in one turn of
 * the event loop goes out in one piece, since each piece is a call of the system.
 * @param named whether it may be prepared by name
 * @param limit after how many milliseconds without an answer the connection is given up
 * @param unit what it is a part of; otherwise it is a unit of its own
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
  const { name, text } = named
    ? preparedOf(statement.text)
    : { text: expanded(statement.text), name: undefined };
  if (name) keep(client, name);
  return new Promise((resolve, reject) => {
    const sent = new Sent(name, text, statement.values, limit, unit, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    client.query(sent);
  });
}

/**
 * The statements of one turn of the event loop, with one Sync behind the last of them: when one fails, the server skips
 * the others, also where no transaction is open that would refuse them.
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

  /** Ends it: the server answers all of it. */
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

/** The name that connections know a prepared statement by. */
export function nameOf(text: string): string {
  return preparedOf(text).name;
}

/**
 * A statement as node-postgres sends it, which takes longer to make one of an object that describes it. node-postgres
 * goes on to the next statement at ReadyForQuery, which the server says once in a unit: the parts before the last say
 * it themselves.
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
    // a connection that is lost says so to every statement
    if (!this.isFollowed() || !(error instanceof DatabaseError)) return;
    connection.emit('readyForQuery', { status: 'E' });
    connection.emit('errorMessage', error);
  }

  private isFollowed(): boolean {
    return this.unit !== undefined && !this.unit.isLast(this);
  }
}

/** Ends a connection without waiting for what is still to be answered on it. */
export function cutOff(client: Client | PoolClient): void {
  void client.end();
  client.connection.stream.destroy();
}

declare module 'pg' {
  /** What node-postgres knows of the statements of a connection, which its types leave out. */
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
  /** How node-postgres sends a statement and takes what is answered. */
  interface Query {
    queryMode?: 'extended';
    _getRows(connection: Connection): void;
    handleCommandComplete(message: unknown, connection: Connection): void;
    handleError(error: Error, connection: Connection): void;
  }
}
