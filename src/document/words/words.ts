import { BILLING } from './billing';
import { CARGO } from './cargo';
import { COMMON } from './common';
import { EVENTS } from './events';
import { GATE } from './gate';
import { PARTIES } from './parties';
import { PLACES } from './places';
import { QUAY } from './quay';
import { VOYAGES } from './voyages';

/**
 * The vocabulary of the API: what a field means, where its declaration says nothing of its own. A word stands once,
 * for all requests and answers that have it; `Voyage.number` is what it means of one record.
 */
export const VOCABULARIES: readonly Readonly<Record<string, string>>[] = [
  COMMON,
  PLACES,
  PARTIES,
  VOYAGES,
  CARGO,
  GATE,
  QUAY,
  BILLING,
  EVENTS,
];

export const WORDS: ReadonlyMap<string, string> = new Map(
  VOCABULARIES.flatMap((each) => Object.entries(each)),
);
