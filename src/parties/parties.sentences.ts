import { sentences } from '../common/languages/sentence';

/** The sentences of the parties, by the code of the refusal. */
export const SAYS = sentences({
  truck_ambiguous: "'{truck}' is the plate of several trucks: {trucks}. Name one with its spaces or hyphens.",
});
