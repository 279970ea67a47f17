import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import type { Numeric } from '../../common/schema/columns';
import { anyOf } from '../../common/write/lookups';
import type { Severity } from '../../condition/damages/damage-words';
import { kilogramsOf } from '../../gate/purposes/purpose.rules';
import type { ItemContainer } from './edi-item-values';

/** What is told of a container, as it was when it happened. */
export interface Facts {
  /** The item. */
  id: number;
  number: string;
  container_type_id: number | null;
  usage: ItemContainer['usage'];
  container_status: ItemContainer['container_status'];
  booking: string | null;
  /** The numbers of the bills of its stay, 9 at most. */
  bills: string[];
  moved_at: Date | null;
  /** In kilograms. */
  weight: Numeric | null;
  /** 9 at most. */
  seals: string[];
  /** Of an operating reefer, in degrees. */
  set_point: Numeric | null;
  trucking_company: string | null;
  license_plate: string | null;
  port_of_loading_id: number | null;
  port_of_discharge_id: number | null;
  /** Those of its booking, as UN/LOCODE. */
  booked_port_of_loading: string | null;
  booked_port_of_discharge: string | null;
  cell: string | null;
  /** The voyage that an export goes with. */
  departure_voyage_id: number | null;
  /** What the inspection of the move found, 9 at most. */
  damages: { damage_type_id: number; component_id: number; location: string; severity: Severity }[];
  /** Whether it was discharged beyond what was expected. */
  over: boolean;
}

/** How many items are read by one statement. */
const MOST = 1_000;

/**
 * Reads what is told of items. Times, places, visit and truck are those of the movement; seals, weight and status those of
 * the interchange, else of the stay.
 */
export async function factsOf(db: Db, items: number[]): Promise<Map<number, Facts>> {
  const facts = new Map<number, Facts>();
  for (let from = 0; from < items.length; from += MOST)
    for (const each of await read(db, items.slice(from, from + MOST))) facts.set(each.id, each);
  return facts;
}

/** The organization is `anyOf`, because with its id the joins of a thousand items of a new one would take any index. */
function read(db: Db, ids: number[]): Promise<Facts[]> {
  const { organization_id, weight_unit } = db.actor;
  return db.query<Facts>(sql`
    SELECT i.id, i.container_number AS number,
      coalesce((g.after ->> 'container_type_id')::bigint, c.container_type_id) AS container_type_id,
      coalesce(g.after ->> 'usage', s.usage) AS usage,
      coalesce(g.after ->> 'container_status',
        CASE WHEN i.code IN ('34', '44') THEN s.arrival_status ELSE s.departure_status END, s.container_status)
        AS container_status,
      k.number AS booking, k.port_of_loading AS booked_port_of_loading, k.port_of_discharge AS booked_port_of_discharge,
      b.numbers AS bills, m.moved_at,
      coalesce(g.weight, coalesce((g.after ->> 'weight')::numeric, s.weight) * ${kilogramsOf(weight_unit)}::numeric) AS weight,
      (CASE WHEN g.seals <> '{}' THEN g.seals ELSE coalesce(g.seals_after, s.seals, '{}') END)[1:9] AS seals,
      CASE WHEN s.operating_reefer THEN s.reefer_set_point_temperature END AS set_point,
      CASE WHEN coalesce(g.after ->> 'usage', s.usage) = 'export' THEN s.departure_voyage_id END AS departure_voyage_id,
      y.name AS trucking_company, u.license_plate,
      coalesce(d.port_of_loading_id, l.port_of_loading_id, b.port_of_loading_id) AS port_of_loading_id,
      coalesce(d.port_of_discharge_id, l.port_of_discharge_id, b.port_of_discharge_id) AS port_of_discharge_id,
      coalesce(d.cell, CASE WHEN i.code = '46' THEN l.cell END, p.cell) AS cell,
      (SELECT coalesce(json_agg(e), '[]'::json) FROM (
        SELECT e.damage_type_id, e.component_id, e.location, e.severity FROM inspections n
        JOIN container_damages e ON e.organization_id = n.organization_id AND e.inspection_id = n.id
          AND e.status <> 'withdrawn'
        WHERE n.organization_id = i.organization_id AND (n.interchange_id = g.id OR n.tally_move_id = (
          SELECT t.id FROM tally_moves t
          WHERE t.organization_id = i.organization_id AND t.container_id = i.container_id AND t.voyage_id = i.voyage_id
            AND i.code IN ('44', '46') AND (t.changed ->> 'movement_id')::bigint = i.movement_id LIMIT 1))
        ORDER BY e.sequence LIMIT 9) e) AS damages,
      EXISTS (SELECT FROM tally_moves t
        WHERE t.organization_id = i.organization_id AND t.container_id = i.container_id AND t.voyage_id = i.voyage_id
          AND i.code = '44' AND t.over AND t.undone_at IS NULL AND (t.changed ->> 'movement_id')::bigint = i.movement_id) AS over
    FROM edi_items i
    JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
    LEFT JOIN container_movements m ON m.organization_id = i.organization_id AND m.id = i.movement_id
    LEFT JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id
    LEFT JOIN truck_visits v ON v.organization_id = m.organization_id AND v.id = m.truck_visit_id
    LEFT JOIN trucks u ON u.organization_id = v.organization_id AND u.id = v.truck_id
    LEFT JOIN trucking_companies y ON y.organization_id = v.organization_id AND y.id = v.trucking_company_id
    LEFT JOIN LATERAL (
      SELECT x.id, x.weight, x.seals, x.booking_id, x.container_after AS after,
        CASE WHEN jsonb_typeof(x.container_after -> 'seals') = 'array'
          THEN ARRAY(SELECT jsonb_array_elements_text(x.container_after -> 'seals')) END AS seals_after
      FROM interchanges x
      WHERE x.organization_id = m.organization_id AND x.truck_visit_id = m.truck_visit_id
        AND x.container_id = i.container_id
        AND x.type = CASE i.code WHEN '34' THEN 'interchange_in' ELSE 'interchange_out' END
      ORDER BY x.completed DESC, x.id DESC LIMIT 1) g ON true
    LEFT JOIN bookings k ON k.organization_id = i.organization_id
      AND k.id = coalesce(g.booking_id, (g.after ->> 'booking_id')::bigint, s.booking_id)
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(w.number ORDER BY w.id), '{}') AS numbers,
        (array_agg(w.port_of_loading_id ORDER BY w.id))[1] AS port_of_loading_id,
        (array_agg(w.port_of_discharge_id ORDER BY w.id))[1] AS port_of_discharge_id
      FROM (
        SELECT o.number, r.id, o.port_of_loading_id, o.port_of_discharge_id FROM container_bills r
        JOIN bill_of_ladings o ON o.organization_id = r.organization_id AND o.id = r.bill_of_lading_id
        WHERE r.organization_id = i.organization_id AND r.stay_id = i.stay_id ORDER BY r.id LIMIT 9) w) b
    LEFT JOIN LATERAL (
      SELECT n.port_of_loading_id, n.port_of_discharge_id, n.cell FROM discharge_list_items n
      JOIN discharge_lists h ON h.organization_id = n.organization_id AND h.id = n.discharge_list_id
      WHERE n.organization_id = i.organization_id AND n.container_id = i.container_id AND i.code = '44'
        AND h.voyage_id = i.voyage_id
      ORDER BY n.cell IS NULL, n.id LIMIT 1) d ON true
    LEFT JOIN LATERAL (
      SELECT n.port_of_loading_id, n.port_of_discharge_id, n.cell FROM load_list_items n
      WHERE n.organization_id = i.organization_id AND n.stay_id = i.stay_id AND i.code <> '44'
      ORDER BY n.cell IS NULL, n.id LIMIT 1) l ON true
    LEFT JOIN LATERAL (
      SELECT n.cell FROM bayplan_cells n
      JOIN bayplans h ON h.organization_id = n.organization_id AND h.id = n.bayplan_id
      WHERE n.organization_id = i.organization_id AND n.container_number = i.container_number
        AND h.voyage_id = i.voyage_id AND h.leg = CASE i.code WHEN '44' THEN 'arrival' ELSE 'departure' END
      ORDER BY n.id LIMIT 1) p ON true
    WHERE i.organization_id = ${anyOf(organization_id)} AND i.id = ANY(${ids}::bigint[])`);
}

/** A voyage as messages name it. */
export interface VoyageFacts {
  id: number;
  number: string;
  vessel: string;
  imo_number: string | null;
  call_sign: string | null;
  berthed_at: Date | null;
  departed_at: Date | null;
  /** What lines call it in their manifests, by the id of the line. */
  manifests: Record<string, string>;
}

export async function voyagesOf(db: Db, ids: number[]): Promise<Map<number, VoyageFacts>> {
  if (!ids.length) return new Map();
  const found = await db.query<VoyageFacts>(sql`
    SELECT v.id, v.number, s.name AS vessel, s.imo_number, s.call_sign, v.actual_time_of_berth AS berthed_at,
      v.actual_time_of_departure AS departed_at, coalesce((
        SELECT json_object_agg(m.shipping_line_id, m.shipping_line_voyage_number ORDER BY m.id DESC) FROM manifests m
        WHERE m.organization_id = v.organization_id AND m.voyage_id = v.id
          AND m.shipping_line_voyage_number <> ''), '{}') AS manifests
    FROM voyages v JOIN vessels s ON s.organization_id = v.organization_id AND s.id = v.vessel_id
    WHERE v.organization_id = ${db.actor.organization_id} AND v.id = ANY(${ids}::bigint[])`);
  return new Map(found.map((voyage) => [voyage.id, voyage]));
}

/** A shipping line as messages of a partner have it. */
export interface LineFacts {
  id: number;
  /** Who the terminal is for the line, where that differs. */
  sender: string | null;
  time_zone: string | null;
}

/** What the EDI settings of lines say, where they name the partner. */
export async function linesOf(db: Db, partner_id: number, ids: number[]): Promise<Map<number, LineFacts>> {
  const found = await db.query<LineFacts>(sql`
    SELECT l.id, s.time_zone, CASE WHEN s.edi_partner_id = ${partner_id}
      THEN coalesce(nullif(s.sender_edi_id, ''), nullif(s.default_sender_id, '')) END AS sender
    FROM shipping_lines l
    LEFT JOIN edi_settings s ON s.organization_id = l.organization_id AND s.shipping_line_id = l.id
    WHERE l.organization_id = ${db.actor.organization_id} AND l.id = ANY(${ids}::bigint[])`);
  return new Map(found.map((line) => [line.id, line]));
}
