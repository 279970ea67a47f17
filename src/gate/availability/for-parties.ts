import { isPlaceTold } from '../../cargo/interests/seen-of-stay';
import sql, { type Sql } from 'sql-template-tag';
import { ON_HOLD } from '../../cargo/held/hold-type.kind';
import type { StandingHold } from '../../cargo/held/standing-holds';
import type { LEVELS } from '../../cargo/interests/ways';
import { reasonForParties } from '../../cargo/release/reason-for-parties';
import type { ReleaseReason } from '../../cargo/release/release-reason';
import type { Actor } from '../../common/tenancy/actor';
import type { Availability, AvailabilityHold } from './availability.view';
import type { LeavingCost } from './leaving-costs';

type Level = (typeof LEVELS)[number];

/** What a container `c` is to the actor's parties in the stay that it shows. */
export interface OfParties {
  /** At which level it is of them; null where it is of others. */
  level: Level | null;
  /** Whether one of them is nominated for it; null where nobody is. */
  is_nominated: boolean | null;
  /** The bills of its stay that are of them themselves. */
  own_bills: number[];
}

/** SQL: the columns of `OfParties`. */
export function ofParties({ organization_id, parties }: Actor): Sql {
  const own = sql`ANY(${parties.map(({ id }) => id)}::bigint[])`;
  return sql`
    (SELECT CASE WHEN bool_or(p.level = 'owner') THEN 'owner' WHEN count(*) > 0 THEN 'carrier' END FROM stay_parties p
      WHERE p.organization_id = ${organization_id} AND p.party_id = ${own} AND p.shown AND p.container_id = c.id) AS level,
    (SELECT bool_or(n.to_party_id = ${own}) FROM nominations_of_stays(${organization_id}, ARRAY[c.stay_id]) n) AS is_nominated,
    ARRAY(
      SELECT p.bill_of_lading_id FROM container_bills l
      JOIN bill_parties p ON p.organization_id = l.organization_id AND p.bill_of_lading_id = l.bill_of_lading_id
      WHERE l.organization_id = ${organization_id} AND l.stay_id = c.stay_id AND p.party_id = ${own}) AS own_bills,`;
}

/** Whether the right to collect it was given: to an owner to anybody, to a carrier to itself. */
export function isNominated(level: Level, is_nominated: boolean | null): boolean {
  return is_nominated !== null && (level === 'owner' || is_nominated);
}

/**
 * The reasons as a party is told them: that they are there, but neither whose they are nor what they follow from
 * (decision 550).
 */
export function reasonsFor(level: Level, reasons: ReleaseReason[], holds: StandingHold[]): ReleaseReason[] {
  const typeOf = ({ source }: ReleaseReason) =>
    holds.find(
      ({ hold_id, bill_id, is_open }) =>
        is_open &&
        hold_id === source?.id &&
        source.type === (bill_id ? 'bill_of_lading_hold' : 'container_hold'),
    )?.hold_type;

  const told = new Map<string, ReleaseReason>();
  for (const reason of reasons) {
    const cut = reasonForParties(level, reason, typeOf(reason));
    told.set(`${cut.code} ${String(cut.sentence)}`, cut);
  }
  return [...told.values()];
}

/** A hold as a party is told it: a bill is named to whom it is theirs, and a type if it is open to parties. */
export const holdFor = (bills: Set<number>, hold: AvailabilityHold, is_open: boolean): AvailabilityHold => ({
  ...hold,
  hold_type: is_open ? hold.hold_type : ON_HOLD,
  reference_number: null,
  bill_of_lading: hold.bill_of_lading && bills.has(hold.bill_of_lading.id) ? hold.bill_of_lading : null,
});

/** Days are for owners: a carrier is told whether something is to be paid. */
export const costFor = (level: Level, cost: LeavingCost): LeavingCost =>
  level === 'owner' ? cost : { ...cost, last_free_day: null, paid_through: null };

interface Announced extends Pick<
  Availability,
  'announced' | 'buried_by' | 'location' | 'stay' | 'expected' | 'released_by' | 'released_until'
> {
  announced_by_others?: boolean;
}

/** What is told of where it is and who comes: an owner is told that others come, a carrier is not. */
export function factsFor<F extends Announced>(
  level: Level,
  { announced_by_others, ...facts }: F,
): Omit<F, 'announced_by_others'> {
  const { announced } = facts;
  const nobody = { pre_advice: null, appointment: null, truck_visit: null };
  const isTold = level === 'owner' && (announced || announced_by_others);
  const { location, stay, expected } = facts;
  return {
    ...facts,
    location: isPlaceTold(level, stay?.in_at, expected) ? location : null,
    buried_by: null,
    // whose message it is, is told to owners; until when, to whoever collects
    released_by: level === 'owner' ? facts.released_by : null,
    announced: isTold ? { ...nobody, ...announced, announced_by_others } : announced,
  };
}
