import type { SubjectFacts } from '../facts/subject-facts';
import { localDays, type Day } from './local-days';

/** What a subject was on a day. */
interface FactsOnDay {
  facts: SubjectFacts;
  container_status: string | null;
}

/**
 * What a subject was on a day: as the container came, and from the day after it became empty as it is now. What it came with
 * stays so where it was filled here, because nothing says when.
 */
export function factsOn(facts: SubjectFacts, day: Day, zone: string): FactsOnDay {
  const { arrival_status, emptied_at } = facts;
  if (emptied_at !== null && day > localDays(zone).dayOf(emptied_at))
    return { facts, container_status: 'empty' };
  return { facts: atArrival(facts), container_status: arrival_status };
}

const ARRIVALS = new WeakMap<SubjectFacts, SubjectFacts>();

/** What a subject was when it came. */
export function atArrival(facts: SubjectFacts): SubjectFacts {
  const { came_with } = facts;
  if (!came_with) return facts;
  let then = ARRIVALS.get(facts);
  if (!then) {
    then = { ...facts, ...came_with, quantities: { ...facts.quantities, tonne: came_with.weight } };
    ARRIVALS.set(facts, then);
  }
  return then;
}
