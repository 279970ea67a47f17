import type { VerifiedWeight, WeighedStay } from '../../cargo/verified-weights/verified-weight.rules';
import { refusalOfImplausible, refusalOfLate } from '../../cargo/verified-weights/verified-weight.rules';
import { COMMON } from '../../common/errors/codes';
import { type Failure, naming, type Refusal, Refused, together } from '../../common/errors/errors';
import { isToCome } from '../../common/input/times';
import type { Actor } from '../../common/tenancy/actor';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';

/**
 * Why a weight is not stated, or not taken away: all reasons together (decisions 942 and 943).
 * @param coming the weight; null to take away the one that stands
 */
export function refusalToState(
  stay: WeighedStay,
  coming: VerifiedWeight | null,
  { limited, role }: Pick<Actor, 'limited' | 'role'>,
  now: Date,
): Failure | undefined {
  const measured: Refusal = {
    code: CONDITION.vgm_measured,
    sentence: CONDITION_SAYS.vgm_measured({ container: stay.number }),
    records: naming('container', stay.number),
  };
  const isMeasured = [coming, stay.weight].some((weight) => weight?.vgm_source === 'weighbridge');
  const refusals = [
    limited && isMeasured && measured,
    role !== 'admin' && refusalOfLate(stay, now),
    coming && refusalOfImplausible(stay, coming.vgm, 'vgm'),
    coming &&
      isToCome(coming.vgm_at, now) && {
        code: COMMON.time_to_come,
        sentence: 'A container is not weighed at a time to come.',
        field: 'vgm_at',
      },
  ];
  return together(refusals.flatMap((refusal) => (refusal ? new Refused(refusal) : [])));
}
