import type { CustomerId, SubjectFacts } from '../facts/subject-facts';
import { dateOf, type Day } from './local-days';
import type { PricedCode } from './price-list';

export interface Payer {
  customer: CustomerId | null;
  /** The number of the nomination that names it. */
  nomination: string | null;
}

const NOBODY: Payer = { customer: null, nomination: null };

/** Who pays for a day of service: of the roles of the charge code in their order, the first that is known. */
export function choosePayer(
  code: PricedCode,
  facts: SubjectFacts,
  day: Day,
  side: 'arrival' | 'departure' | null,
): Payer {
  for (const role of code.payers) {
    if (role === 'nominated') {
      if (!facts.nominations.length) continue;
      const date = dateOf(day);
      const nomination = facts.nominations.find(
        ({ charge_code_ids, from, until }) =>
          (!charge_code_ids.length || charge_code_ids.includes(code.id)) &&
          (from === null || from <= date) &&
          (until === null || date <= until),
      );
      if (nomination) return { customer: nomination.customer, nomination: nomination.number };
      continue;
    }
    const departing = side === 'departure' ? facts.departure_payers?.[role] : undefined;
    const customer = departing === undefined ? facts.payers[role] : departing;
    if (customer) return { customer, nomination: null };
  }
  return NOBODY;
}
