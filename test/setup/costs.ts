import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { onServer } from './database';
import { onStatement } from './statements';

/** What a spec file costs; times in seconds. What is left of `wall` was waiting. */
interface Costs {
  file: string;
  wall: number;
  /** Processor time of the worker. */
  node: number;
  /** Time in which PostgreSQL ran statements of the file's databases. */
  postgres: number;
  requests: number;
  statements: number;
}

/** The file that gets one line of each spec file: set by `scripts/test.mjs --costs`. */
const FILE = process.env.TEST_COSTS;
const ROOT = process.cwd();

let requests = 0;
let statements = 0;
/** Milliseconds in databases that the spec file has dropped. */
let dropped = 0;
/** The databases of the worker, and what they had taken when the spec file began. */
const databases = new Map<string, number>();

if (FILE) onStatement(() => statements++);

export function countRequest(): void {
  requests++;
}

export function countDatabase(database: string): void {
  if (FILE) databases.set(database, 0);
}

/** Before a database is dropped. */
export async function countDropped(database: string): Promise<void> {
  if (!FILE) return;
  dropped += (await activeTime(database)) - (databases.get(database) ?? 0);
  databases.delete(database);
}

/** Notes what the spec file costs that runs from now on, and returns what writes it down when it has ended. */
export function noteCosts(): () => Promise<void> {
  if (!FILE) return () => Promise.resolve();
  const begun = { wall: performance.now(), cpu: process.cpuUsage() };
  [requests, statements, dropped] = [0, 0, 0];
  return async () => {
    const { user, system } = process.cpuUsage(begun.cpu);
    const wall = (performance.now() - begun.wall) / 1_000;
    let postgres = dropped;
    for (const [database, before] of databases) {
      const now = await activeTime(database);
      postgres += now - before;
      databases.set(database, now);
    }
    const costs: Costs = {
      file: relative(ROOT, expect.getState().testPath!),
      wall,
      node: (user + system) / 1e6,
      postgres: postgres / 1_000,
      requests,
      statements,
    };
    appendFileSync(FILE, `${JSON.stringify(costs)}\n`);
  };
}

/** Milliseconds in which PostgreSQL ran statements of a database, as it has counted them a second ago. */
function activeTime(database: string): Promise<number> {
  return onServer(async (server) => {
    const { rows } = await server.query<{ active: number }>(
      'SELECT active_time AS active FROM pg_stat_database WHERE datname = $1',
      [database],
    );
    return rows[0]?.active ?? 0;
  });
}
