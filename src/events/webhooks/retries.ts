const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The wait before the next try after each failure, in seconds (Standard Webhooks). */
const AFTER = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

/** The jitter of a wait, as a share of it, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** The longest `Retry-After` that is respected, in seconds. */
const LONGEST = 24 * HOUR;

/**
 * The seconds from a failure to the next try; undefined when the delivery is given up.
 * @param tries the number of failures
 * @param retryAfter the seconds that the receiver asked for
 */
export function secondsUntilRetry(tries: number, retryAfter: number | null): number | undefined {
  const wait = AFTER[tries - 1];
  if (wait === undefined) return undefined;
  const jittered = wait * (1 - JITTER + 2 * JITTER * Math.random());
  return Math.max(jittered, Math.min(retryAfter ?? 0, LONGEST));
}
