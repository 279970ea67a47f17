const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long a mail waits after each try that failed, in seconds. */
const AFTER = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR];

/** How often a mail is tried. */
export const MOST_ATTEMPTS = AFTER.length + 1;

/** The seconds until the next try; undefined when the mail is given up. */
export const secondsUntilRetry = (attempts: number): number | undefined => AFTER[attempts - 1];
