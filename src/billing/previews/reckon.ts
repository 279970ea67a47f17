import type { SubjectFacts } from '../facts/subject-facts';
import type { Instant } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import { propose } from '../pricing/propose';

/**
 * Everything that a subject costs if it ends at `at`, and at its own end where that is later, as that of an order may be.
 * @param facts those of a subject that has ended by then
 */
export const reckon = (facts: SubjectFacts, list: PriceList, at: Instant) =>
  propose(facts, list, { at: Math.max(at, facts.ended_at ?? at) + 1, interim: true });
