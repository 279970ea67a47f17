import type { PoolClient, QueryResult } from 'pg';
import { isConnectionLost, isStaleSession, Unavailable } from '../../errors/database-errors';
import type { SharedPool } from '../pool/shared-pool';
import { send, type Statement } from './statements';

/**
 * The rows of statements that are sent pipelined on a connection of a pool.
 * @param limit the time without an answer after which the connection is given up, in milliseconds
 * @param first what to do on the connection before they are sent
 */
export async function sendOn(
  pool: SharedPool,
  statements: readonly Statement[],
  limit?: number,
  first?: (client: PoolClient) => Promise<void>,
): Promise<object[][]> {
  const client = await pool.connect();
  try {
    await first?.(client);
    const { named } = pool.config;
    const rows = await rowsOf(statements, (statement) =>
      send(client, statement, named && !statement.planned, limit),
    );
    client.release();
    return rows;
  } catch (error) {
    client.release(isLost(error) || isStaleSession(error));
    throw fromHere(error);
  }
}

/** The rows of statements that are sent pipelined. Throws the first failure. */
export async function rowsOf(
  statements: readonly Statement[],
  ask: (statement: Statement) => Promise<QueryResult<object>>,
): Promise<object[][]> {
  const answers = await Promise.all(statements.map(ask));
  return answers.map((answer) => answer.rows);
}

/** The same failure with the stack of the caller, because its own stack only shows the socket. */
export function fromHere(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error, fromHere);
  return error;
}

/** Whether the connection is broken, or a statement still runs on it. */
export function isLost(error: unknown): boolean {
  return isConnectionLost(error) || (error instanceof Unavailable && error.reason === 'deadline');
}
