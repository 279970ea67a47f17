import type { QueryRunner } from 'typeorm';

/** How often the sessions that hold a lock are looked up, in milliseconds. */
const EVERY_MS = 50;

/** A session that holds a lock. */
interface Blocker {
  pid: number;
  user: string;
  program: string;
  since: string;
  query: string;
}

/**
 * Looks up which sessions a connection waits for, while it waits: afterwards the database does not tell.
 * Another connection looks, outside of a transaction, because CREATE INDEX CONCURRENTLY would wait for its snapshot.
 * @param waiting the connection that may wait
 */
export async function blockersOf(
  waiting: QueryRunner,
): Promise<{ seen: () => Promise<string>; stop: () => void }> {
  const [{ pid }] = (await waiting.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  let last: Blocker[] = [];
  let looking: Promise<void> = Promise.resolve();
  const look = async () => {
    const found = await waiting.connection.query<Blocker[]>(
      `SELECT a.pid, a.usename AS user, a.application_name AS program,
         to_char(a.xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since, left(a.query, 200) AS query
       FROM pg_stat_activity a WHERE a.pid = ANY (pg_blocking_pids($1)) ORDER BY a.xact_start`,
      [pid],
    );
    if (found.length) last = found;
  };
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined);
  }, EVERY_MS);
  return {
    seen: async () => {
      await looking;
      return last.length ? last.map(sentenceOf).join('; ') : 'nobody was seen to hold it';
    },
    stop: () => clearInterval(timer),
  };
}

function sentenceOf({ pid, user, program, since, query }: Blocker): string {
  return `session ${pid} of ${user} (${program || 'no name'}) holds it since ${since} with ${query}`;
}
