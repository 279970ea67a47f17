import { Refused } from '../../common/errors/errors';
import type { ReleaseReason } from '../../cargo/release/release-reason';

/** Why the gate refuses: a reason as availability tells it, also of what is no cargo. */
export type GateReason = Omit<ReleaseReason, 'code'> & { code: string };

/** A refusal of the gate with everything that stands against it; its sentence is that of the first. */
export class RefusedAtGate extends Refused {
  constructor(
    readonly reasons: GateReason[],
    sentence: string,
    field?: string,
  ) {
    super(sentence, { field });
  }
}

/** A reason that nothing more is known of than what it says. */
export function gateReason(code: string, sentence: string): GateReason {
  return { code, sentence, since: null, until: null, source: null };
}
