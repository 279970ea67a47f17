import { Invalid, Refused } from '../../common/errors/errors';
import { BILLING } from '../../billing/billing.codes';
import { SAYS } from '../reports.sentences';

/** The most days of a report. */
const MOST_DAYS = 400;
/** The days of a report of which only one end is named, or none. */
const USUAL_DAYS = 30;
const DAY_MS = 86_400_000;

/** Days of the terminal's calendar as `YYYY-MM-DD`, both of which count. */
export interface Span {
  from: string;
  until: string;
}

/** The day so many days behind another one, on the calendar. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a span has: its first and its last count. */
export function daysOf({ from, until }: Span): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / DAY_MS) + 1;
}

/**
 * The span that a request asks for. Without `until` it ends today; without `from` it has 30 days.
 * @param today at the terminal
 * @throws Invalid when it ends before it begins, Refused (`range_too_long`)
 */
export function spanOf(
  { from, until }: { from?: string | null | undefined; until?: string | null | undefined },
  today: string,
): Span {
  const last = until ?? today;
  const span = { from: from ?? dayAfter(last, 1 - USUAL_DAYS), until: last };
  const days = daysOf(span);
  if (days < 1) throw new Invalid({ until: ['must not be before from'] });
  if (days > MOST_DAYS)
    throw new Refused({
      code: BILLING.range_too_long,
      sentence: SAYS.range_too_long({ most: MOST_DAYS, days }),
      field: 'from',
    });
  return span;
}
