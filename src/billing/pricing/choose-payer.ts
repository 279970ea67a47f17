import type { CustomerId, SubjectFacts } from '../facts/subject-facts';
import { measureOf, type PayerRole } from '../tariffs/measures';
import { dateOf, type Day, type Instant } from './local-days';
import type { PricedCode } from './price-list';

export interface Payer {
  customer: CustomerId | null;
  /** The number of the nomination that names it. */
  nomination: string | null;
}

const NOBODY: Payer = { customer: null, nomination: null };

/** What is paid. */
interface Service {
  day: Day;
  side: 'arrival' | 'departure' | null;
  /** Whether it begins after the container was emptied here. */
  isEmpty: boolean;
}

/** Whether a container was emptied here before an instant. */
export const isEmptyAt = ({ emptied_at }: SubjectFacts, at: Instant): boolean =>
  emptied_at !== null && at > emptied_at;

/** The roles that pay a code; those for empty containers are of what is charged for their stays alone. */
const rolesOf = (code: PricedCode, isEmpty: boolean): readonly PayerRole[] =>
  isEmpty && measureOf(code).subject === 'container_stay' ? code.payers_empty : code.payers;

/** Who pays for a day of service: of the roles of the charge code in their order, the first that is known. */
export function choosePayer(code: PricedCode, facts: SubjectFacts, { day, side, isEmpty }: Service): Payer {
  for (const role of rolesOf(code, isEmpty)) {
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

/** Everybody who may pay for units of a code, whatever their days are; null is nobody. */
export function payersOfUnits(code: PricedCode, facts: SubjectFacts): (CustomerId | null)[] {
  const states = facts.emptied_at === null ? [false] : [false, true];
  return states.flatMap((isEmpty) => payersInRoles(code.id, rolesOf(code, isEmpty), facts));
}

function payersInRoles(id: number, payers: readonly PayerRole[], facts: SubjectFacts): (CustomerId | null)[] {
  const first = payers.find((role) => role !== 'nominated' && facts.payers[role]);
  const nominated = payers.includes('nominated')
    ? facts.nominations.filter(({ charge_code_ids: ids }) => !ids.length || ids.includes(id))
    : [];
  return [...nominated.map(({ customer }) => customer), (first && facts.payers[first]) ?? null];
}
