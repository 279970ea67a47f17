import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { isLockWait, isRetryable } from '../../errors/database-errors';
import { blockersOf } from './blockers';

/**
 * How long a try waits for a lock, the first one and at most, in milliseconds. Requests queue behind whoever waits for a
 * table. The longest wait is below `deadlock_timeout` (1 s), because in a deadlock the try then gives up before PostgreSQL
 * ends a request for it.
 */
const LOCK_WAIT_MS = { first: 100, most: 800 };

/** The pause after a try that got no lock: this long at first, twice as long each time, and at most so long, in milliseconds. */
const PAUSE_MS = { first: 50, most: 2_000 };

/** The most tries. */
export const TRIES = 50;

/** Somebody held a lock in all tries. The message is a sentence that names who. */
export class LockHeld extends Error {}

/**
 * Does what locks tables, and again while it gets no lock or loses a deadlock.
 * @param runner the connection that waits
 * @param what the subject of the sentence, such as `Migration Nominations`
 * @param work one try; it waits for a lock no longer than it is given, in milliseconds
 * @throws LockHeld
 */
export async function patiently<T>(
  runner: QueryRunner,
  what: string,
  work: (wait: number) => Promise<T>,
  { tries = TRIES, most = LOCK_WAIT_MS.most }: { tries?: number; most?: number } = {},
): Promise<T> {
  for (let tried = 1; ; tried++) {
    const blockers = await blockersOf(runner, what);
    try {
      return await work(Math.min(LOCK_WAIT_MS.first * tried, most));
    } catch (error) {
      if (!isLockWait(error) && !isRetryable(error)) throw error;
      if (tried === tries)
        throw new LockHeld(`${what} got no lock in ${tries} tries: ${await blockers.seen()}.`, {
          cause: error,
        });
      await sleep(Math.min(PAUSE_MS.first * 2 ** (tried - 1), PAUSE_MS.most));
    } finally {
      blockers.stop();
    }
  }
}

/** Does work in a transaction that waits for each lock so long at most, in milliseconds. */
export async function waiting<T>(runner: QueryRunner, wait: number, work: () => Promise<T>): Promise<T> {
  await runner.startTransaction();
  try {
    await runner.query(`SET LOCAL lock_timeout = ${wait}`);
    const result = await work();
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}
