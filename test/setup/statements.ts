import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';
import { BACKGROUND } from '../../src/common/database/pool/own-connection';
import { Background } from '../../src/common/database/write/background';

/** A statement as it was sent to the database; one with a name is prepared. */
export interface Statement {
  text: string;
  values?: unknown[];
  name?: string;
}

type Listener = (statement: Statement, client: Client) => unknown;
/** Sockets can be set to keep no process from ending; the types of node-postgres do not say so. */
type Unreferable = { unref(): void };
type Query = (
  this: Client & Unreferable,
  statement: unknown,
  values?: unknown,
  ...rest: unknown[]
) => unknown;

const listeners = new Set<Listener>();
const prototype = Client.prototype as unknown as { query: Query };
const { query } = prototype;
prototype.query = function (statement, values, ...rest) {
  const text = typeof statement === 'string' ? { text: statement } : (statement as Statement);
  const sent = Array.isArray(values) ? { ...text, values: values as unknown[] } : text;
  // what has no text is a message to the server, such as to forget a prepared statement
  if (text.text) for (const listener of listeners) listener(sent, this);
  this.unref();
  return query.call(this, statement, values, ...rest);
};

/** Calls the listener with every statement that any connection sends from now on. */
export function onStatement(listener: Listener): void {
  listeners.add(listener);
}

/** Runs `work` with the listener called with every statement that is sent meanwhile. */
async function listening(listener: Listener, work: () => Promise<unknown>): Promise<void> {
  listeners.add(listener);
  try {
    await work();
  } finally {
    listeners.delete(listener);
  }
}

/** What is repeated beside requests, also where it uses their connections. */
const repeated = new AsyncLocalStorage<true>();
const background = Background.prototype as unknown as { repeat: Background['repeat'] };
const repeat = background.repeat;
background.repeat = function (name, every, work) {
  return repeat.call(this, name, every, () => repeated.run(true, work));
};

/** Whether a statement belongs to what the service does beside requests, at times of its own. */
function isBackground(client: Client): boolean {
  if (repeated.getStore()) return true;
  const { connectionParameters: to } = client as unknown as {
    connectionParameters: { application_name?: string };
  };
  return to.application_name?.startsWith(BACKGROUND) ?? false;
}

/** Runs `work` and returns every SQL statement that any connection sent meanwhile, but for those beside requests. */
export async function sentStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const record: Listener = (statement, client) => isBackground(client) || statements.push(statement);
  await listening(record, work);
  return statements;
}

/** The same, as text alone. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await sentStatements(work)).map(({ text }) => text);
}

/** Runs `work` and returns what is sent beside requests meanwhile. */
export async function backgroundStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  await listening((statement, client) => isBackground(client) && statements.push(statement), work);
  return statements;
}

/**
 * Runs `work` and returns how often its transactions waited for the database: statements that are sent before the one
 * before them is answered wait together.
 */
export async function waitsOf(work: () => Promise<unknown>): Promise<number> {
  const unanswered = new Map<Client, number>();
  let waits = 0;
  const count: Listener = (statement, client) => {
    if (isBackground(client)) return;
    if (statement.text.startsWith('BEGIN')) unanswered.set(client, 0);
    const before = unanswered.get(client);
    if (before === undefined) return;
    if (!before) waits++;
    unanswered.set(client, before + 1);
    const { callback } = statement as { callback?: (...answer: unknown[]) => void };
    Object.assign(statement, {
      callback: (...answer: unknown[]) => {
        unanswered.set(client, unanswered.get(client)! - 1);
        callback?.(...answer);
      },
    });
  };
  await listening(count, work);
  return waits;
}
