import { BILLING } from './billing';
import { CARGO } from './cargo';
import { COMMON } from './common';
import { CONDITION } from './condition';
import { MAILS } from './mails';
import { EDI } from './edi';
import { EVENTS } from './events';
import { GATE } from './gate';
import { PARTIES } from './parties';
import { PLACES } from './places';
import { QUAY } from './quay';
import { VOYAGES } from './voyages';

/**
 * The vocabulary of the API: descriptions for fields whose declaration has none. A word describes the field in all
 * requests and answers; a word such as `Voyage.number` describes it in one record only.
 */
export const VOCABULARIES: readonly Readonly<Record<string, string>>[] = [
  COMMON,
  PLACES,
  PARTIES,
  VOYAGES,
  CARGO,
  GATE,
  QUAY,
  CONDITION,
  BILLING,
  MAILS,
  EDI,
  EVENTS,
];

export const WORDS: ReadonlyMap<string, string> = new Map(
  VOCABULARIES.flatMap((each) => Object.entries(each)),
);
