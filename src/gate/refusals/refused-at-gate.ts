import type { Code } from '../../common/errors/codes';
import { type Failure, type FieldErrors, type Refusal, Refused } from '../../common/errors/errors';
import {
  isReleaseCode,
  REFUSAL_CODES,
  type ReleaseCode,
  type ReleaseReason,
} from '../../cargo/release/release-reason';

/** Why the gate refuses: a reason as availability tells it, also of what is no cargo. */
export type GateReason = Omit<ReleaseReason, 'code'> & { code: ReleaseCode | Code };

/** A refusal of the gate with everything that stands against it; its code is that of the first, unless it has one. */
export class RefusedAtGate extends Refused {
  constructor(
    readonly reasons: GateReason[],
    refusal: Omit<Refusal, 'code'> & Partial<Refusal> & { errors?: FieldErrors },
  ) {
    const { code } = reasons[0]!;
    super({ ...refusal, code: refusal.code ?? (isReleaseCode(code) ? REFUSAL_CODES[code] : code) });
  }
}

/** A reason that nothing more is known of than what it says. */
export function gateReason(code: GateReason['code'], sentence: string): GateReason {
  return { code, sentence, since: null, until: null, source: null };
}

/** Everything that stood against a truck that was refused (decision 244). */
export function reasonsOf(failure: Failure): GateReason[] {
  if (failure instanceof RefusedAtGate) return failure.reasons;
  return failure.parts.length
    ? failure.parts.flatMap(reasonsOf)
    : [gateReason(failure.code, failure.message)];
}
