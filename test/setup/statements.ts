import { Client } from 'pg';

/** A statement as it was sent to the database; one with a name is prepared. */
export interface Statement {
  text: string;
  values?: unknown[];
  name?: string;
}

type Query = (this: Client, statement: unknown, ...rest: unknown[]) => unknown;

/** Runs `work` and returns every SQL statement that any connection sent meanwhile. */
export async function sentStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const record: Query = function (statement, ...rest) {
    statements.push(typeof statement === 'string' ? { text: statement } : (statement as Statement));
    return query.call(this, statement, ...rest);
  };
  prototype.query = record;
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return statements;
}

/** The same, as text alone. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await sentStatements(work)).map(({ text }) => text);
}
