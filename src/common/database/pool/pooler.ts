import { Client, ClientBase } from 'pg';
import sql from 'sql-template-tag';
import { ConfigError } from '../../config/config';
import type { SharedPool } from './shared-pool';
import { nameOf, send } from '../sql/statements';

/**
 * How often to check whether two connections share a session. A pooler mostly hands out the one that became free last.
 */
const LOOKS = 20;

/** Selects the server process of the session, and whether it knows this statement by the name it was sent with. */
const session = (name: string) => sql`
  SELECT pg_backend_pid() AS pid, EXISTS (SELECT FROM pg_prepared_statements WHERE name = ${name}) AS by_name`;
const NAME = nameOf(session('').text);

/**
 * Checks that connections find their prepared statements again. A pooler that tracks prepared statements renames them;
 * one that passes them through loses them when it gives the session to another connection.
 * @throws ConfigError when the pooler loses them
 */
export async function requireNamedStatements(pool: SharedPool): Promise<void> {
  const one = await pool.connect();
  const other = new Client({ ...pool.config, pipeline: false });
  try {
    const { rows } = await send<{ pid: number; by_name: boolean }>(one, session(NAME), true);
    const [{ pid, by_name }] = rows as [(typeof rows)[0]];
    // Without a pooler, the pid is the one that the connection was given at its start.
    if (!by_name || pid === one.processID) return;
    await other.connect();
    for (let look = 0; look < LOOKS; look++)
      if ((await pidOf(one)) === (await pidOf(other))) throw new ConfigError(NOT_KEPT);
  } finally {
    one.release();
    await other.end();
  }
}

async function pidOf(client: ClientBase): Promise<number> {
  return (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
}

const NOT_KEPT =
  'The pooler in front of the database shares sessions between connections and keeps no named prepared statements: set ' +
  'its max_prepared_statements to 200 (PgBouncer 1.21 or later), or DATABASE_NAMED_STATEMENTS=false.';
