import { Client } from 'pg';

type Query = (this: Client, statement: unknown, ...rest: unknown[]) => unknown;

/** Runs `work` and returns the text of every SQL statement that any connection sent meanwhile. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const record: Query = function (statement, ...rest) {
    statements.push(typeof statement === 'string' ? statement : (statement as { text: string }).text);
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
