import { Refused } from '../../common/errors/errors';
import { BILLING } from '../billing.codes';
import { dateOf, dayFrom } from '../pricing/local-days';
import { MOST_DAYS_OF_SPAN } from './statement.dto';

/**
 * The days that a request names: today is the last one unless given, and the first is that of the last one's month.
 * @throws Refused for more than 400 days, and for a last day before the first
 */
export function spanOf(
  { from, until }: { from?: string | null; until?: string | null },
  today: string,
): { from: string; until: string } {
  const last = until ?? today;
  const first = from ?? `${last.slice(0, 8)}01`;
  const days = dayFrom(last) - dayFrom(first) + 1;
  if (days < 1 || days > MOST_DAYS_OF_SPAN)
    throw new Refused({
      code: BILLING.range_too_long,
      sentence:
        days < 1
          ? `${dateOf(dayFrom(last))} is before ${dateOf(dayFrom(first))}.`
          : `From ${dateOf(dayFrom(first))} until ${dateOf(dayFrom(last))} are ${days} days, more than ${MOST_DAYS_OF_SPAN}.`,
      field: 'until',
    });
  return { from: dateOf(dayFrom(first)), until: dateOf(dayFrom(last)) };
}
