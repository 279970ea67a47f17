const MINUTE = 60;

/** The wait before the next try after each failure, in seconds; the last one stands for all further ones. */
const AFTER = [5, 30, 5 * MINUTE, 15 * MINUTE] as const;

/** The jitter of a wait, as a share of it, so that channels that failed together are not tried together. */
const JITTER = 0.1;

/**
 * The seconds from a failure to the next try. A channel is never given up.
 * @param failures the number of failures in a row, this one included
 */
export function secondsUntilRetry(failures: number): number {
  const wait = AFTER[Math.min(failures, AFTER.length) - 1]!;
  return wait * (1 - JITTER + 2 * JITTER * Math.random());
}
