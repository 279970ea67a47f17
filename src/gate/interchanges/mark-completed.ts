import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { effect, known, type Query } from '../../common/database/sql/query';
import type { Actor } from '../../common/tenancy/actor';
import { kilogramsOf } from '../purposes/purpose.rules';
import { FACTS, factsOf } from './container-facts';
import type { EquipmentAtGate, EquipmentKind } from './equipment.service';
import { placeAfter } from './interchange.rules';
import { inTurn, type VisitAtGate, type VisitInterchange } from './visit-interchange';

/** Interchanges to complete, with their chassis and gensets as they were before. */
export interface Completed {
  visit: VisitAtGate;
  open: VisitInterchange[];
  chassis: EquipmentAtGate[];
  gensets: EquipmentAtGate[];
  completed_at: Date;
}

/**
 * Marks interchanges completed, and stores the places of chassis and gensets before the hand-over and the facts of the
 * containers before and after it, for a reversal.
 */
export function markCompleted(
  db: Db,
  { visit, open, chassis, gensets, completed_at }: Completed,
): Query<void> {
  if (!open.length) return known(undefined);
  const places = 'id bigint, current_location_type text, current_location_id bigint';
  const ids = open.map(({ id }) => id);
  const before = (kind: EquipmentKind, equipment: EquipmentAtGate[]) =>
    JSON.stringify(placesBefore(kind, open, equipment, visit.gate_id));
  return effect(sql`
    WITH arrived AS (${arriving(db.actor, ids)})
    UPDATE interchanges i SET completed = true, completed_at = ${completed_at},
      ${raw(FROM_PLACE)},
      container_before = ${raw(factsOf('b'))}
        || CASE WHEN o.type = 'interchange_in' THEN '{}' ELSE jsonb_build_object('in_at', s.in_at) END,
      container_after = coalesce(a.after, ${raw(factsOf('b'))}), stay_id = b.stay_id, updated_at = now()
    FROM interchanges o
    LEFT JOIN containers b ON b.organization_id = o.organization_id AND b.id = o.container_id
    LEFT JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id
    LEFT JOIN arrived a ON a.id = o.id
    LEFT JOIN jsonb_to_recordset(${before('chassis', chassis)}::jsonb) AS h(${raw(places)}) ON h.id = o.id
    LEFT JOIN jsonb_to_recordset(${before('genset', gensets)}::jsonb) AS g(${raw(places)}) ON g.id = o.id
    WHERE o.organization_id = ${db.actor.organization_id} AND ${among('o.id', ids)}
      AND i.organization_id = ${db.actor.organization_id} AND i.id = o.id`);
}

/**
 * SQL: writes what was announced of an arriving container, with the announced seals, into the container. One that comes
 * for a booking departs with the voyage of the booking; full, it is an export unless something else was said (decision
 * 412). Returns its facts afterwards. A container that shows all of it already is not written (decision 816).
 */
function arriving({ organization_id, weight_unit }: Actor, interchange_ids: number[]): Sql {
  const columns = (alias: string) => FACTS.map((fact) => `${alias}.${fact}`).join(', ');
  return sql`
    UPDATE containers c SET ${raw(FACTS.map((fact) => `${fact} = n.${fact}`).join(', '))}, updated_at = now()
    FROM (
      SELECT i.id, i.container_id,
        coalesce(p.container_type_id, b.container_type_id) AS container_type_id,
        coalesce(p.shipping_line_id, b.shipping_line_id) AS shipping_line_id,
        coalesce(p.booking_id, b.booking_id) AS booking_id,
        coalesce(k.voyage_id, b.departure_voyage_id) AS departure_voyage_id,
        coalesce(p.container_status, b.container_status) AS container_status,
        coalesce(p.container_usage, b.usage, CASE WHEN k.id IS NOT NULL
          AND coalesce(p.container_status, b.container_status) = 'full' THEN 'export' END) AS usage,
        coalesce(p.goods, b.goods) AS goods,
        coalesce(p.weight / ${kilogramsOf(weight_unit)}::numeric, b.weight) AS weight,
        CASE WHEN i.seals = '{}' THEN b.seals ELSE i.seals END AS seals
      FROM interchanges i
      JOIN containers b ON b.organization_id = i.organization_id AND b.id = i.container_id
      LEFT JOIN purposes p ON p.organization_id = i.organization_id AND p.id = i.purpose_id
      LEFT JOIN bookings k ON k.organization_id = i.organization_id AND k.id = i.booking_id
      WHERE i.organization_id = ${organization_id} AND ${among('i.id', interchange_ids)} AND i.type = 'interchange_in'
    ) n
    WHERE c.organization_id = ${organization_id} AND c.id = n.container_id
      AND (${raw(columns('c'))}) IS DISTINCT FROM (${raw(columns('n'))})
    RETURNING n.id, ${raw(factsOf('c'))} AS after`;
}

/**
 * SQL: sets the earlier places of the chassis `h` and genset `g` of an interchange `i`. Equipment outside this
 * completion keeps the place that was stored before.
 */
const FROM_PLACE = [
  ['chassis', 'h'],
  ['genset', 'g'],
]
  .flatMap(([kind, alias]) =>
    ['type', 'id'].map((part) => {
      const from = `${kind}_from_location_${part}`;
      return `${from} = CASE WHEN ${alias}.id IS NULL THEN i.${from} ELSE ${alias}.current_location_${part} END`;
    }),
  )
  .join(', ');

/** The place of the chassis or genset before each interchange, by interchange id. */
function placesBefore(
  kind: EquipmentKind,
  open: VisitInterchange[],
  equipment: EquipmentAtGate[],
  gate_id: number,
): Pick<EquipmentAtGate, 'id' | 'current_location_type' | 'current_location_id'>[] {
  return equipment.flatMap((each) => {
    let { current_location_type, current_location_id } = each;
    return inTurn(open.filter((interchange) => interchange[`${kind}_id`] === each.id)).map(({ id, type }) => {
      const before = { id, current_location_type, current_location_id };
      const after = placeAfter(type, before, gate_id);
      [current_location_type, current_location_id] = [after?.type ?? null, after?.id ?? null];
      return before;
    });
  });
}
