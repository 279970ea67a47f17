import { setTimeout as pause } from 'node:timers/promises';

/** How long something may take to come about that happens beside requests, in milliseconds. */
const PATIENCE_MS = 20_000;

/** What a question and the pause behind it take at most where the machine has time for both, in milliseconds. */
const QUESTION_MS = 100;

/** The longest pause between two questions, in milliseconds: each takes the processor from what it waits for. */
const LONGEST_PAUSE_MS = 75;

/**
 * Asks again and again until the answer is there, and returns it. On a machine that others use, where a question takes
 * longer, it goes on until it has looked as often as it would on one that is quiet.
 * @throws when it is not there in time, with what was requested
 */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  patience = PATIENCE_MS,
): Promise<T> {
  const end = performance.now() + patience;
  for (let requested = 1; ; requested++) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > end && requested * QUESTION_MS > patience)
      throw new Error(`It did not come about in time: ${what}`);
    await pause(Math.min(15 * requested, LONGEST_PAUSE_MS));
  }
}
