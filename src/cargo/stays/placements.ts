import sql, { empty, raw, type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import { refusalOf } from '../../common/errors/constraints';
import { Refused } from '../../common/errors/errors';
import { atTerminal } from '../../places/locations/locations';
import type { MOVEMENT_TYPES } from '../containers/container-movement.entity';
import { LAST_MOVED_AT } from '../containers/last-moved';
import { STANDING } from '../held/applied-hold';
import { HAS_CARGO } from './left-cargo';
import { CARRIERS, IS_OPEN } from './stay-words';

/** A change of a container's place, which its record already shows. */
export interface Placement {
  container_id: number;
  /** When the container arrived or left. The default is now, but not before it arrived or was moved last. */
  at?: Date;
  /** The carrier. Without it, a departure to a voyage or train takes it from that place. */
  by?: (typeof CARRIERS)[number] | null;
  voyage_id?: number | null;
  /** Whether the container was handed over or loaded, which also ends a stay that was only announced. */
  ended?: boolean;
  /** Whether this reverses an earlier change: an ended stay goes on, and a stay that began is announced again. */
  reversed?: boolean;
}

/**
 * SQL: whether a movement dates the beginning or end of the stay `s`. A time without a movement gives way to others.
 */
const TOLD = (...types: (typeof MOVEMENT_TYPES)[number][]) =>
  raw(`EXISTS (SELECT FROM container_movements m
    WHERE m.organization_id = s.organization_id AND m.stay_id = s.id AND m.movement_type IN ('${types.join("', '")}'))`);
/** SQL: the `in_at` of the stay `s`, whose container leaves at `p.at`. */
const IN_AT = sql`CASE WHEN s.in_at > p.at AND NOT ${TOLD('gate_in', 'discharge')} THEN p.at ELSE s.in_at END`;
/** SQL: when the last stay of the container `c` ended. */
const LAST_OUT = sql`(SELECT max(o.out_at) FROM container_stays o
  WHERE o.organization_id = c.organization_id AND o.container_id = c.id)`;

/**
 * SQL: whether a container that arrives at `p.at` has a later stay that ended the moment it began. The exclusion
 * constraint does not see such a stay, because no moment is in both ranges.
 */
const BEFORE_A_MOMENT = sql`EXISTS (SELECT FROM container_stays o
  WHERE o.organization_id = c.organization_id AND o.container_id = c.id AND o.status = 'departed'
    AND o.in_at = o.out_at AND o.out_at > p.at)`;

/** The work that remains once the placements are applied. */
export interface Settled {
  /** The containers that are at the terminal and have no open stay. */
  without: number[];
  /** The containers that arrived with cargo inside, while the truck that took both is still inside the terminal. */
  laden: number[];
}

/**
 * Applies placements to the stays that the containers show, in one statement.
 * @throws Refused for an arrival before a stay that ended the moment it began
 */
export function settling(db: Db, placements: Placement[]): Query<Settled> {
  const { organization_id } = db.actor;
  const reversed = placements.some((each) => each.reversed);
  const shown = sql`s.organization_id = ${organization_id} AND s.id = p.stay_id`;
  return rows<{ container_id: number; laden: boolean; early: boolean }>(sql`
    WITH p AS (
      SELECT p.container_id, coalesce(p.at,
        greatest(date_trunc('milliseconds', clock_timestamp()), ${LAST_OUT}, ${LAST_MOVED_AT}, s.in_at)) AS at, p.by, p.voyage_id, p.ended,
        p.reversed, c.stay_id, c.container_status, c.current_location_type AS type, c.current_location_id AS place,
        (${raw(atTerminal('c.current_location_type'))}) IS TRUE AS inside, s.status
      FROM jsonb_to_recordset(${JSON.stringify(placements)}::jsonb) AS p(container_id bigint, at timestamptz,
        by text, voyage_id bigint, ended boolean, reversed boolean)
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = p.container_id
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
    ), gave_way AS (
      UPDATE container_stays s SET out_at = p.at, updated_at = now()
      FROM p WHERE s.organization_id = ${organization_id} AND s.container_id = p.container_id
        AND p.inside AND p.status = 'announced' AND p.at >= s.in_at AND s.out_at > p.at
        AND NOT ${TOLD('gate_out', 'load')}
    ), came AS (
      UPDATE container_stays s SET status = 'here', in_at = p.at, arrived_by = p.by,
        arrived_by_voyage_id = p.voyage_id, arrival_status = p.container_status, updated_at = now()
      FROM p WHERE ${shown} AND p.inside AND p.status = 'announced'
    ), came_before AS (
      UPDATE container_stays s SET arrived_by = p.by, arrived_by_voyage_id = p.voyage_id, updated_at = now()
      FROM p WHERE ${shown} AND p.inside AND p.status = 'here' AND s.arrived_by IS NULL AND p.by IS NOT NULL
    )${reversed ? takenBack(organization_id, shown) : empty}, went AS (
      UPDATE container_stays s SET status = 'departed', out_at = p.at, in_at = ${IN_AT},
        departed_by = coalesce(p.by, CASE p.type WHEN 'Voyage' THEN 'voyage' WHEN 'TrainVisit' THEN 'train' END),
        departed_by_voyage_id = coalesce(p.voyage_id, CASE p.type WHEN 'Voyage' THEN p.place END),
        departure_status = p.container_status,
        delivered = p.by IS NOT DISTINCT FROM 'truck' OR coalesce(p.type, '') IN ('TrainVisit', 'Consignee'),
        updated_at = now()
      FROM p WHERE ${shown} AND NOT p.inside AND p.reversed IS NOT TRUE
        AND (p.status = 'here' OR p.status = 'announced' AND (p.ended OR p.type = 'Consignee'))
    )
    SELECT p.container_id, p.status IS NOT DISTINCT FROM 'announced' AS laden,
      p.status = 'announced' AND ${BEFORE_A_MOMENT} AS early
    FROM p CROSS JOIN LATERAL (SELECT ${organization_id}::bigint AS organization_id, p.container_id AS id) c
    WHERE p.inside AND (coalesce(p.status, '') NOT ${raw(IS_OPEN)} AND p.reversed IS NOT TRUE
      OR p.status = 'announced' AND (${BEFORE_A_MOMENT} OR (${HAS_CARGO}) AND EXISTS (
        SELECT FROM container_stays s
        WHERE s.organization_id = c.organization_id AND s.container_id = c.id AND s.status = 'departed'
          AND stay_is_on_truck(s.organization_id, s.id))))`).map((found) => {
    if (found.some(({ early }) => early))
      throw new Refused(refusalOf('ex_container_stays_in_at', 'container_stays'));
    const of = (laden: boolean) => found.flatMap((row) => (row.laden === laden ? row.container_id : []));
    return { without: of(false), laden: of(true) };
  });
}

/**
 * SQL: what happens to stays whose placements are reversed. A statement without such placements leaves it out, because each table that
 * is written takes time to begin, also where nothing is written.
 */
function takenBack(organization_id: number, shown: Sql): Sql {
  return sql`, came_back AS (
      UPDATE container_stays s SET status = 'here', out_at = NULL, departed_by = NULL, departed_by_voyage_id = NULL,
        departure_status = NULL, delivered = false, updated_at = now()
      FROM p WHERE ${shown} AND p.inside AND p.status = 'departed' AND p.reversed
    ), held_meanwhile AS (
      UPDATE container_holds h SET stay_id = p.stay_id, updated_at = now()
      FROM p WHERE p.inside AND p.status = 'departed' AND p.reversed
        AND h.organization_id = ${organization_id} AND h.container_id = p.container_id AND h.stay_id IS NULL
        AND NOT EXISTS (
          SELECT FROM container_holds o
          WHERE o.organization_id = h.organization_id AND o.stay_id = p.stay_id AND o.hold_type_id = h.hold_type_id
            AND (${raw(STANDING)}))
    ), went_back AS (
      UPDATE container_stays s SET status = 'announced', in_at = NULL, arrived_by = NULL,
        arrived_by_voyage_id = NULL, arrival_status = NULL, updated_at = now()
      FROM p WHERE ${shown} AND NOT p.inside AND p.status = 'here' AND p.reversed
    )`;
}
