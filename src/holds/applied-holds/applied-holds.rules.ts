import { CARGO } from '../../cargo/cargo.codes';
import { COMMON } from '../../common/errors/codes';
import { Conflict, NotFound, Refused } from '../../common/errors/errors';
import { CARGO_SAYS } from '../../cargo/cargo.sentences';
import type { AppliesTo } from './held-records';
import type { Lift } from './lift';

/** A hold as it was found at the time `now`; `in_force` is false for one that is lifted for a time or for good. */
export type FoundHold = { now: Date } & ({ id: null } | { id: number; in_force: boolean });

/** @throws NotFound without a hold type, and for one of the other kind of record */
export function requireTypeFor(
  kind: AppliesTo,
  id: number,
  type: { applies_to: AppliesTo } | undefined,
): void {
  if (type?.applies_to === kind) return;
  throw new NotFound('Hold type', id, {
    ...(type && { sentence: CARGO_SAYS[`not_found.hold_type_of_${kind}`]({ hold_type_id: id }) }),
  });
}

/**
 * The hold whose lift for a time a new application of its type ends (decision 72).
 * @throws Conflict when the hold is in force, or was applied by somebody else meanwhile
 */
export function requireEndable(found: FoundHold): number {
  if (found.id === null || found.in_force)
    throw new Conflict({ code: CARGO.hold_in_force, sentence: CARGO_SAYS.hold_in_force() });
  return found.id;
}

/**
 * The hold that is back in force after a lift for a time, whose return has to be recorded before it is lifted again.
 * @throws Refused for a `lift_until` in the past; Conflict when the hold is not in force (decision 47)
 */
export function requireReturned(found: FoundHold, { lift_until }: Lift): number {
  if (lift_until && new Date(lift_until) <= found.now)
    throw new Refused({
      code: COMMON.time_over,
      sentence: CARGO_SAYS['time_over.hold']({ lift_until: new Date(lift_until) }),
      field: 'hold.lift_until',
      status: 422,
    });
  if (found.id === null || !found.in_force)
    throw new Conflict({ code: CARGO.hold_not_in_force, sentence: CARGO_SAYS.hold_not_in_force() });
  return found.id;
}
