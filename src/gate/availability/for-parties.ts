import { isPlaceTold } from '../../cargo/interests/seen-of-stay';
import sql from 'sql-template-tag';
import { ON_HOLD } from '../../cargo/held/hold-type.kind';
import type { StandingHold } from '../../cargo/held/standing-holds';
import type { LEVELS } from '../../cargo/interests/ways';
import { reasonForParties } from '../../cargo/release/reason-for-parties';
import type { ReleaseReason } from '../../cargo/release/release-reason';
import { among } from '../../common/database/conditions';
import { type Query, rows } from '../../common/database/query';
import type { Actor } from '../../common/tenancy/actor';
import type { Availability, AvailabilityHold } from './availability.view';
import type { LeavingCost } from './leaving-costs';

type Level = (typeof LEVELS)[number];

/** At which level the stays that containers show are of the actor's parties, by container. Those of others are left out. */
export function levelsOf({ organization_id, parties }: Actor, ids: number[]): Query<Map<number, Level>> {
  const own = parties.map(({ id }) => id);
  return rows<{ id: number; level: Level }>(sql`
    SELECT p.container_id AS id, CASE WHEN bool_or(p.level = 'owner') THEN 'owner' ELSE 'carrier' END AS level
    FROM stay_parties p
    WHERE p.organization_id = ${organization_id} AND p.party_id = ANY(${own}::bigint[]) AND p.shown
      AND ${among('p.container_id', ids)}
    GROUP BY p.container_id`).map((found) => new Map(found.map(({ id, level }) => [id, level])));
}

/** The bills of the stays that these containers show which are of the actor's parties themselves. */
export function ownBillsOf({ organization_id, parties }: Actor, ids: number[]): Query<Set<number>> {
  const own = parties.map(({ id }) => id);
  return rows<{ id: number }>(sql`
    SELECT p.bill_of_lading_id AS id FROM bill_parties p
    WHERE p.organization_id = ${organization_id} AND p.party_id = ANY(${own}::bigint[])
      AND p.bill_of_lading_id = ANY(ARRAY(
        SELECT l.bill_of_lading_id FROM containers c
        JOIN container_bills l ON l.organization_id = c.organization_id AND l.stay_id = c.stay_id
        WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)}))`).map(
    (found) => new Set(found.map(({ id }) => id)),
  );
}

/** The containers for which somebody is nominated in the stay that they show, and whether it is one of the actor's parties. */
export function nominationsOf(
  { organization_id, parties }: Actor,
  ids: number[],
): Query<Map<number, { own: boolean }>> {
  const own = parties.map(({ id }) => id);
  return rows<{ id: number; own: boolean }>(sql`
    SELECT c.id, bool_or(n.to_party_id = ANY(${own}::bigint[])) AS own FROM containers c
    CROSS JOIN LATERAL nominations_of_stays(${organization_id}, ARRAY[c.stay_id]) n
    WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)}
    GROUP BY c.id`).map((found) => new Map(found.map(({ id, own }) => [id, { own }])));
}

/** Whether the right to collect it was given: to an owner to anybody, to a carrier to itself. */
export function isNominated(level: Level, nominated: { own: boolean } | undefined): boolean {
  return nominated !== undefined && (level === 'owner' || nominated.own);
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

interface Announced extends Pick<Availability, 'announced' | 'buried_by' | 'location' | 'stay' | 'expected'> {
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
    announced: isTold ? { ...nobody, ...announced, announced_by_others } : announced,
  };
}
