import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';

/** The keys of the advisory locks of who migrates, and of who maintains. The numbers are arbitrary. */
export const MIGRATING = 7_263_115;
export const MAINTAINING = 7_263_118;

/** The interval between tries, and how long it is waited before the log says for what, in milliseconds. */
const AGAIN_MS = 100;
const SAY_AFTER_MS = 2_000;

/**
 * Begins a transaction that holds the advisory lock until it ends, which works behind any pooler. It polls between
 * transactions, because CREATE INDEX CONCURRENTLY would wait for a transaction that waits for the lock: a deadlock.
 * @param awaited who has the lock, for the log of one that waits: `another process to migrate`
 */
export async function turn(lock: QueryRunner, key: number, awaited: string): Promise<void> {
  const begun = performance.now();
  for (let isTold = false; !(await takesTurn(lock, key)); await sleep(AGAIN_MS)) {
    if (isTold || performance.now() - begun < SAY_AFTER_MS) continue;
    isTold = true;
    new Logger('Database').log(`Waiting for ${awaited}.`);
  }
}

/** The same where nobody has the lock; answers whether. */
export async function takesTurn(lock: QueryRunner, key: number): Promise<boolean> {
  await lock.startTransaction();
  await lock.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const [row] = (await lock.query(`SELECT pg_try_advisory_xact_lock(${key}) AS taken`)) as {
    taken: boolean;
  }[];
  if (!row!.taken) await lock.rollbackTransaction();
  return row!.taken;
}
