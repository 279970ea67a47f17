/**
 * How many cases a test draws that plays at random: 100 in each run, `STATES=1000 npm test` for a long search, as at
 * night.
 */
export const STATES = Number(process.env.STATES ?? 100);
