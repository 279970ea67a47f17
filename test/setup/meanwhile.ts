import { BACKGROUND } from '../../src/common/database/pool/own-connection';
import { asTest } from '../wall/guard';
import { eventually } from './eventually';
import type { Service } from './service';

/** SQL: no trace is written until the transaction ends. */
const NO_TRACES = 'LOCK TABLE audit_entries IN SHARE MODE';

/** What is sent, for answers of these types. */
type Requests<T extends unknown[]> = [...{ [N in keyof T]: () => Promise<T[N]> }];

/**
 * Sends a request while another transaction has changed something and is not over: it waits for that, and goes on once
 * that is committed. Returns its answer.
 * @param change SQL of what the other one does
 */
export async function meanwhile<T>(
  service: Service,
  change: string,
  values: unknown[],
  request: () => Promise<T>,
): Promise<T> {
  const [answer] = await meanwhileAll(service, change, values, [request]);
  return answer;
}

/**
 * Sends requests that write, and lets none of them go on until they all wait: to leave the trace of what they wrote, or
 * for a lock that another one of them has. So what they ask before they write, each asks before any other is done. A
 * request that finds nothing to write is answered meanwhile, and counts as one that waits.
 * @param many how many run at once: of an organization five in a service write, and the others come after them
 */
export function atOnce<T extends unknown[]>(
  service: Service,
  requests: Requests<T>,
  many = requests.length,
): Promise<T> {
  return meanwhileAll(service, NO_TRACES, [], requests, { many });
}

/** Sends requests that write as `atOnce` does, each of them once those before it wait. */
export function inTurn<T extends unknown[]>(service: Service, requests: Requests<T>): Promise<T> {
  return meanwhileAll(service, NO_TRACES, [], requests, { isInTurn: true });
}

/** The same request so many times at once, as `atOnce` has it. */
export function timesAtOnce<T>(
  service: Service,
  count: number,
  request: (n: number) => Promise<T>,
  many = count,
): Promise<T[]> {
  const requests = Array.from({ length: count }, (_, n) => () => request(n));
  return atOnce(service, requests, many);
}

async function meanwhileAll<T extends unknown[]>(
  service: Service,
  change: string,
  values: unknown[],
  requests: Requests<T>,
  { many = requests.length, isInTurn = false } = {},
): Promise<T> {
  const runner = service.own.createQueryRunner();
  await runner.startTransaction();
  try {
    await asTest(() => runner.query(change, values));
    const answers: Promise<unknown>[] = [];
    let answered = 0;
    const heldUp = (count: number) =>
      Promise.race([whenWaiting(service, count, () => answered), Promise.all(answers).then(notHeldUp)]);
    for (const request of requests) {
      answers.push(request().finally(() => answered++));
      if (isInTurn) await heldUp(answers.length);
    }
    await heldUp(many);
    await runner.commitTransaction();
    return (await Promise.all(answers)) as T;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

function notHeldUp(): never {
  throw new Error('All requests were answered: none of them waited for what the other transaction has.');
}

/**
 * Resolves once so many statements of this database wait for locks, those beside requests not counted.
 * @param answered how many of them wait no longer, because they were answered
 */
export async function whenWaiting(service: Service, count: number, answered = () => 0): Promise<void> {
  const waiting = () =>
    service.query(
      `SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name <> $1`,
      [BACKGROUND],
    );
  await eventually(
    `${count} statements that wait for a lock`,
    async () => (await waiting()).length >= Math.max(count - answered(), 1),
    60_000,
  );
}
