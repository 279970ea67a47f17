import type { SubjectFacts } from '../facts/subject-facts';
import type { Instant } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import { propose, type Until } from '../pricing/propose';

/**
 * Everything that a subject costs if it ends at `at`, and at its own end where that is later, as that of an order may be.
 * @param facts those of a subject that has ended by then
 * @param now behind it is what might be
 */
export const reckon = (facts: SubjectFacts, list: PriceList, at: Instant, now: Instant) =>
  propose(facts, list, endingAt(facts, at, now));

/** How far a subject is reckoned that ends at `at`. */
export const endingAt = ({ ended_at }: SubjectFacts, at: Instant, now: Instant): Until => ({
  at: Math.max(at, ended_at ?? at) + 1,
  interim: true,
  was: now,
});
