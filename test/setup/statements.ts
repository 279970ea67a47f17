import { Client } from 'pg';

type Query = (this: Client, statement: unknown, ...rest: unknown[]) => unknown;

/** Runs `work` and returns the text of every SQL statement that any connection sent meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const query = Client.prototype.query as Query;
  const record: Query = function (statement, ...rest) {
    statements.push(typeof statement === 'string' ? statement : (statement as { text: string }).text);
    return query.call(this, statement, ...rest);
  };
  Client.prototype.query = record as typeof Client.prototype.query;
  try {
    await work();
  } finally {
    Client.prototype.query = query as typeof Client.prototype.query;
  }
  return statements;
}
