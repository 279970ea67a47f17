import type { CustomerId, SubjectFacts } from '../facts/subject-facts';

/** Everybody who may pay something of a subject. */
export function payersIn({ payers, departure_payers, nominations }: SubjectFacts): CustomerId[] {
  return [
    ...Object.values(payers),
    ...Object.values(departure_payers ?? {}),
    ...nominations.map(({ customer }) => customer),
  ].flatMap((customer) => customer ?? []);
}
