import { sentences } from '../languages/sentence';

/** The sentences that any domain may use, by code. */
export const SAYS = sentences({
  unknown_reference: "{what} '{key}' is unknown.",
  not_found: "{what} '{key}' was not found.",
  'not_found.id': '{what} {key} was not found.',
  'not_found.unnamed': '{what} was not found.',
  taken: '{field} is already taken.',
});
