import { Refused } from '../../common/errors/errors';
import { BILLING } from '../billing.codes';
import { dateOf, localDays } from '../pricing/local-days';

/** How far ahead a preview looks. */
const MOST_DAYS = 365;
const DAY = 86_400_000;

/** @throws Refused for a time before the arrival, or more than 365 days ahead */
export function requireAt(at: string, { in_at }: { in_at: number | null }, now: Date, zone: string): void {
  const instant = Date.parse(at);
  const date = dateOf(localDays(zone).dayOf(instant));
  const refuse = (sentence: string) => new Refused({ code: BILLING.charge_day, sentence, field: 'at' });
  if (in_at !== null && instant < in_at) throw refuse(`${date} is before the arrival.`);
  if (instant > now.getTime() + MOST_DAYS * DAY)
    throw refuse(`${date} is more than ${MOST_DAYS} days ahead.`);
}
