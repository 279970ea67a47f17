import { COMMON } from '../../common/errors/codes';
import { naming, type Refusal, Refused } from '../../common/errors/errors';
import { QUAY } from '../quay.codes';

/** What came after a move when the set-up says that the cargo is elsewhere, which leaves no movement. */
export const PLACED_ELSEWHERE = 'its place was changed since';

/** A move that is to be undone, with what came after it. */
export interface UndoableMove {
  reference: string;
  undone_at: Date | null;
  /** What happened to its cargo since, as the end of a sentence. */
  since: string | null;
}

/**
 * Decides whether a crane move can be undone: not twice, and not after something else happened to its cargo
 * (decision 386).
 * @throws Refused with what came after
 */
export function requireUndoable({ reference, undone_at, since }: UndoableMove): void {
  const refusal = refusalOf(reference, undone_at, since);
  if (refusal) throw new Refused({ ...refusal, records: naming('tally_move', reference) });
}

function refusalOf(reference: string, undone_at: Date | null, since: string | null): Refusal | undefined {
  if (undone_at) return { code: QUAY.undone, sentence: `Tally move '${reference}' was undone already.` };
  if (!since) return undefined;
  return {
    code: COMMON.happened_since,
    sentence: `Tally move '${reference}' cannot be undone: ${since}.`,
  };
}
