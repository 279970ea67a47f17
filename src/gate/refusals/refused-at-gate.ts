import {
  type Failure,
  type FieldErrors,
  type NamedRecord,
  type Refusal,
  Refused,
} from '../../common/errors/errors';
import { paramsOf, type Text } from '../../common/languages/sentence';
import type { ReleaseReason } from '../../cargo/release/release-reason';

/** A reason of the gate in the shape of a reason of availability, for cargo and everything else. */
export type GateReason<C extends string = string> = Omit<ReleaseReason, 'code'> & { code: C };

/** A refusal of the gate with all its reasons. */
export class RefusedAtGate extends Refused {
  constructor(
    readonly reasons: GateReason[],
    refusal: Refusal & { errors?: FieldErrors },
  ) {
    super(refusal);
  }
}

/**
 * A reason without dates and source. Of a reason about one container the records name it; its id is found when the
 * refusal is stored.
 */
export function gateReason<C extends string>(
  code: C,
  sentence: Text,
  records: NamedRecord[] = [],
): GateReason<C> {
  const [number, ...others] = records.flatMap(({ type, key }) => (type === 'container' ? key : []));
  const container = number !== undefined && !others.length ? { id: null, number } : null;
  return { code, sentence, container, since: null, until: null, source: null, action: null };
}

/** All reasons for which a truck was refused (decision 244). */
export function reasonsOf(failure: Failure): GateReason[] {
  if (failure instanceof RefusedAtGate) return failure.reasons;
  return failure.parts.length
    ? failure.parts.flatMap(reasonsOf)
    : [gateReason(failure.code, failure.sentence, failure.records)];
}

/** A reason as it is kept: in English, with what it tells, so that it can be worded otherwise. */
export function keptReason(reason: GateReason): object {
  const { sentence } = reason;
  return { ...reason, sentence: String(sentence), params: paramsOf(sentence) };
}
