const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long after each failure a delivery is tried again, in seconds (Standard Webhooks). */
const AFTER = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** By how much of it a wait is longer or shorter at most, so that what failed together does not come together again. */
const JITTER = 0.1;

/** The longest that a receiver may ask to be left alone, in seconds. */
const LONGEST = 24 * HOUR;

/**
 * How many seconds after a failure a delivery is tried again; undefined when it is given up.
 * @param tries how often it has failed
 * @param retryAfter what the receiver asked for
 */
export function secondsUntilRetry(tries: number, retryAfter: number | null): number | undefined {
  const wait = AFTER[tries - 1];
  if (wait === undefined) return undefined;
  const jittered = wait * (1 - JITTER + 2 * JITTER * Math.random());
  return Math.max(jittered, Math.min(retryAfter ?? 0, LONGEST));
}
