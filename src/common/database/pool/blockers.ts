import type { QueryRunner } from 'typeorm';

/** How often the sessions that hold a lock are looked up, in milliseconds. */
const EVERY_MS = 50;

/** How long a session waits before the console names the sessions that it waits for, and until it names them again, in milliseconds. */
const SAY_MS = 5_000;
const AGAIN_MS = 60_000;

/** A session that holds a lock. */
interface Blocker {
  pid: number;
  user: string;
  program: string;
  /** Null, and its query masked, for a role that may not see the sessions of others. */
  since: string | null;
  query: string;
}

/**
 * Looks up which sessions a connection waits for, while it waits: afterwards the database does not tell.
 * Another connection looks, outside of a transaction, because CREATE INDEX CONCURRENTLY would wait for its snapshot.
 * A long wait is shown on the console, because a wait without a limit ends in no message.
 * @param waiting the connection that may wait
 * @param what the subject of the sentence, such as `Migration Nominations`
 */
export async function blockersOf(
  waiting: QueryRunner,
  what: string,
): Promise<{ seen: () => Promise<string>; stop: () => void }> {
  const [{ pid }] = (await waiting.query('SELECT pg_backend_pid() AS pid')) as [{ pid: number }];
  let last: Blocker[] = [];
  let looking: Promise<void> = Promise.resolve();
  let sayAt: number | undefined;
  const look = async () => {
    const found = await waiting.connection.query<Blocker[]>(
      `SELECT a.pid, a.usename AS user, a.application_name AS program,
         to_char(a.xact_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since, left(a.query, 200) AS query
       FROM pg_stat_activity a WHERE a.pid = ANY (pg_blocking_pids($1)) ORDER BY a.xact_start`,
      [pid],
    );
    if (found.length) last = found;
    const now = performance.now();
    sayAt = found.length ? (sayAt ?? now + SAY_MS) : undefined;
    if (sayAt === undefined || now < sayAt) return;
    console.error(`${what} waits: ${found.map(sentenceOf).join('; ')}.`);
    sayAt = now + AGAIN_MS;
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
  const session = `session ${pid} of ${user} (${program || 'no name'}) holds it`;
  return since ? `${session} since ${since} with ${query}` : session;
}
