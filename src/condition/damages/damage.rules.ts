import { COMMON } from '../../common/errors/codes';
import { Conflict, type Failure, naming, Refused } from '../../common/errors/errors';
import { isToCome } from '../../common/input/times';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';
import type { DAMAGE_STATUSES, Severity } from './damage-words';

/** A container as it decides about its damages. It is locked. */
export interface DamagedContainer {
  id: number;
  number: string;
  shipping_line_id: number | null;
  /** The stay that it shows, when it came for that (null before it came) and when it left. */
  stay_id: number | null;
  stay_status: string | null;
  in_at: Date | null;
  out_at: Date | null;
}

/** A damage as it decides what may be done with it. */
export interface StoredDamage {
  id: number;
  status: (typeof DAMAGE_STATUSES)[number];
  severity: Severity;
  found_at: Date;
}

/** The stay that was there at a time: the one that the container shows, unless that was over by then; null for none. */
export function stayAt({ stay_id, stay_status, out_at }: DamagedContainer, at: Date): number | null {
  if (stay_status === 'cancelled' || (out_at && at > out_at)) return null;
  return stay_id;
}

/** The refusal of a time at which something of a container is to be found; undefined where it may be. */
export function refusalOfTime(container: DamagedContainer, at: Date, field: string): Failure | undefined {
  const { number, in_at } = container;
  if (isToCome(at))
    return new Refused({ code: COMMON.time_to_come, sentence: 'What is found is not found later.', field });
  if (stayAt(container, at) === null || !in_at || at >= in_at) return undefined;
  return new Refused({
    code: CONDITION.found_before_arrival,
    sentence: CONDITION_SAYS.found_before_arrival({ container: number }),
    field,
    records: naming('container', number),
  });
}

/** @throws Conflict for a damage that is repaired or withdrawn */
export function requireOpen(damage: Pick<StoredDamage, 'id' | 'status'>, container: string): void {
  if (damage.status === 'open') return;
  throw new Conflict({
    code: CONDITION.damage_over,
    sentence: CONDITION_SAYS.damage_over({ damage: damage.id, container }),
    records: naming('container_damage', damage.id),
  });
}

/** @throws Refused for a repair to come, and for one before the damage was found */
export function requireRepairTime(
  damage: Pick<StoredDamage, 'id' | 'found_at'>,
  container: string,
  at: Date,
): void {
  if (isToCome(at))
    throw new Refused({
      code: COMMON.time_to_come,
      sentence: 'A damage is not repaired at a time to come.',
      field: 'at',
    });
  if (at >= damage.found_at) return;
  throw new Refused({
    code: CONDITION.repaired_before_found,
    sentence: CONDITION_SAYS.repaired_before_found({ damage: damage.id, container }),
    field: 'at',
    records: naming('container_damage', damage.id),
  });
}

/** What a change of a damage does to the hold: a major one that is open applies it, the last that goes lifts it. */
export function effectOnHold(
  before: Pick<StoredDamage, 'status' | 'severity'> | undefined,
  after: Pick<StoredDamage, 'status' | 'severity'>,
): 'apply' | 'lift' | 'none' {
  const counts = (damage: typeof before) => damage?.status === 'open' && damage.severity === 'major';
  if (counts(before) === counts(after)) return 'none';
  return counts(after) ? 'apply' : 'lift';
}
