import { type Failure, type FieldErrors, type Refusal, Refused } from '../../common/errors/errors';
import type { ReleaseReason } from '../../cargo/release/release-reason';

/** Why the gate refuses: a reason as availability tells it, also of what is no cargo. */
export type GateReason<C extends string = string> = Omit<ReleaseReason, 'code'> & { code: C };

/** A refusal of the gate with everything that stands against it. */
export class RefusedAtGate extends Refused {
  constructor(
    readonly reasons: GateReason[],
    refusal: Refusal & { errors?: FieldErrors },
  ) {
    super(refusal);
  }
}

/** A reason that nothing more is known of than what it says. */
export function gateReason<C extends string>(code: C, sentence: string): GateReason<C> {
  return { code, sentence, since: null, until: null, source: null };
}

/** Everything that stood against a truck that was refused (decision 244). */
export function reasonsOf(failure: Failure): GateReason[] {
  if (failure instanceof RefusedAtGate) return failure.reasons;
  return failure.parts.length
    ? failure.parts.flatMap(reasonsOf)
    : [gateReason(failure.code, failure.message)];
}
