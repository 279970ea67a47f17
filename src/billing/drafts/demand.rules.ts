import { Refused } from '../../common/errors/errors';
import { BILLING } from '../billing.codes';
import { dateOf, dayFrom } from '../pricing/local-days';

/**
 * The last day that a draft on demand charges: today, or another day up to so many days ahead.
 * @throws Refused
 */
export function untilOf(until: string | null | undefined, today: string, ahead: number): string {
  if (!until) return today;
  if (dayFrom(until) > dayFrom(today) + ahead)
    throw new Refused({
      code: BILLING.charge_day,
      sentence: `${dateOf(dayFrom(until))} is more than ${ahead} days ahead.`,
      field: 'until',
    });
  return until;
}

/**
 * What keeps a draft from being made on demand is refused, where a run notes it as a problem.
 * @throws Refused for the first problem of these codes
 */
export function refuseProblems(
  problems: { code: string; sentence: string }[],
  codes: readonly ('payer_missing' | 'tax_missing')[],
): void {
  for (const code of codes) {
    const problem = problems.find((each) => each.code === code);
    if (problem) throw new Refused({ code: BILLING[code], sentence: problem.sentence });
  }
}

/** @throws Refused where no draft is to be made */
export function requireSomething(count: number, label: string, until: string): void {
  if (!count)
    throw new Refused({
      code: BILLING.nothing_to_invoice,
      sentence: `Nothing is to be invoiced for ${label} until ${until}.`,
    });
}
