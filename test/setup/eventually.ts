import { setTimeout as pause } from 'node:timers/promises';

/** How long something may take to come about that happens beside requests, in milliseconds. */
const PATIENCE_MS = 20_000;

/**
 * Asks again and again until the answer is there, and returns it.
 * @throws when it is not there in time, with what was asked for
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  patience = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`It did not come about in time: ${what}`);
    await pause(20);
  }
}
