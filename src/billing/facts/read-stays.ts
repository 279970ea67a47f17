import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { all, type Query, rows } from '../../common/database/sql/query';
import { groupBy } from '../../common/group-by';
import { ofAllWhoPay } from '../customers/all-who-pay';
import { CUSTOMER_TEXT } from '../customers/customer-reference';
import { ms } from './sql-times';
import type { StayParts, StayRow } from './stay-facts';
import type { AgreementFact, NominationFact } from './subject-facts';

/** A stay with what belongs to it. */
export interface ReadStay {
  stay: StayRow;
  parts: StayParts;
}

type Of<T> = T & { stay_id: number };

/**
 * The stays with these ids that are or were here, in order of id, and what belongs to them: four statements, whatever
 * their number.
 */
export function readStays(db: Db, ids: number[]): Query<ReadStay[]> {
  return readStaysThat(db, (column) => among(column, ids));
}

/**
 * The same of the stays that a condition chooses.
 * @param those SQL of the condition on a column with the id of a stay
 */
export function readStaysThat(db: Db, those: (column: string) => Sql): Query<ReadStay[]> {
  const { organization_id, time_zone } = db.actor;
  return all(
    rows<StayRow>(stays(organization_id, those('s.id'))),
    rows<Of<StayParts['happened'][number]>>(sql`
      SELECT p.stay_id, p.plug_action AS what, p.id, ${raw(ms('p.plug_action_at'))} AS at FROM reefer_plug_movements p
      WHERE p.organization_id = ${organization_id} AND ${those('p.stay_id')}
      UNION ALL
      SELECT m.stay_id, 'restow', m.id, ${raw(ms('coalesce(m.lifted_at, m.created_at)'))}
      FROM tally_moves m
      WHERE m.organization_id = ${organization_id} AND ${those('m.stay_id')} AND m.kind = 'shift' AND m.restow
        AND m.undone_at IS NULL
      UNION ALL
      SELECT m.stay_id, 'yard_move', m.id, ${raw(ms('m.moved_at'))} FROM container_movements m
      WHERE m.organization_id = ${organization_id} AND ${those('m.stay_id')} AND m.movement_type = 'yard'
      ORDER BY stay_id, what, at, id`),
    rows<Of<NominationFact>>(nominations(organization_id, those('s.id'))),
    rows<Of<AgreementFact>>(agreements(organization_id, time_zone, those('s.id'))),
  ).map(([found, happened, nominated, agreed]) => {
    const [happenedOf, nominationsOf, agreementsOf] = [byStay(happened), byStay(nominated), byStay(agreed)];
    return found.map((stay) => ({
      stay,
      parts: {
        happened: happenedOf(stay.id),
        nominations: nominationsOf(stay.id),
        agreements: agreementsOf(stay.id),
      },
    }));
  });
}

function byStay<T>(list: Of<T>[]): (id: number) => T[] {
  const found = groupBy(list, ({ stay_id }) => stay_id);
  return (id) => found.get(id) ?? [];
}

/** SQL: the trucking company of the truck that began or ended the stay `s`. */
const company = (movement: 'gate_in' | 'gate_out') => `(
  SELECT v.trucking_company_id FROM container_movements m
  JOIN truck_visits v ON v.organization_id = m.organization_id AND v.id = m.truck_visit_id
  WHERE m.organization_id = s.organization_id AND m.stay_id = s.id AND m.movement_type = '${movement}'
  ORDER BY m.id DESC LIMIT 1)`;

const stays = (organization_id: number, those: Sql) => sql`
  SELECT s.id, s.number, s.container_id, c.number AS container, ${raw(ms('s.in_at'))} AS in_at,
    ${raw(ms('s.out_at'))} AS out_at, s.arrived_by, s.departed_by, s.arrival_status, s.departure_status,
    s.container_status, ${raw(ms('s.emptied_at'))} AS emptied_at, s.usage, s.departure_voyage_id, y.size,
    c.container_type_id, y.is_reefer, s.operating_reefer, s.shipping_line_id, s.consignee_id,
    (SELECT b.consignee_id FROM container_bills l
      JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
      WHERE l.organization_id = s.organization_id AND l.stay_id = s.id AND b.consignee_id IS NOT NULL
      ORDER BY l.id LIMIT 1) AS bill_consignee_id,
    (SELECT l.bill_of_lading_id FROM container_bills l
      WHERE l.organization_id = s.organization_id AND l.stay_id = s.id ORDER BY l.id LIMIT 1) AS bill_of_lading_id,
    s.commodity_type_id, s.weight::text, s.arrival_commodity_type_id, s.arrival_weight::text,
    (SELECT ${raw(ms('t.closed_at'))} FROM tallies t
      WHERE t.organization_id = s.organization_id AND t.voyage_id = s.arrived_by_voyage_id
        AND t.tally_type = 'discharge') AS discharged_at,
    coalesce(va.loa, vd.loa)::text AS length, coalesce(va.gross_tonnage, vd.gross_tonnage)::text AS gross_tonnage,
    a.agent_id, d.agent_id AS departure_agent_id,
    CASE s.arrived_by WHEN 'truck' THEN ${raw(company('gate_in'))} END AS trucking_company_id,
    CASE s.departed_by WHEN 'truck' THEN ${raw(company('gate_out'))} END AS departure_trucking_company_id
  FROM container_stays s
  JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
  LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
  LEFT JOIN voyages a ON a.organization_id = s.organization_id AND a.id = s.arrived_by_voyage_id
  LEFT JOIN vessels va ON va.organization_id = a.organization_id AND va.id = a.vessel_id
  LEFT JOIN voyages d ON d.organization_id = s.organization_id
    AND d.id = coalesce(s.departed_by_voyage_id, s.departure_voyage_id)
  LEFT JOIN vessels vd ON vd.organization_id = d.organization_id AND vd.id = d.vessel_id
  WHERE s.organization_id = ${organization_id} AND ${those} AND s.status <> 'cancelled' AND s.in_at IS NOT NULL
  ORDER BY s.id`;

/** The stay's nominations before those of its bills, those before those of its booking; of each the newest first. */
const nominations = (organization_id: number, those: Sql) =>
  ofAllWhoPay(sql`
  SELECT s.id AS stay_id, n.number, ${raw(CUSTOMER_TEXT)} AS customer, n."from"::text, n."until"::text,
    (SELECT coalesce(json_agg(l.charge_code_id), '[]'::json) FROM nomination_codes l
      WHERE l.organization_id = n.organization_id AND l.nomination_id = n.id) AS charge_code_ids
  FROM container_stays s
  CROSS JOIN LATERAL (
    SELECT 1 AS rank, n.* FROM payer_nominations n
    WHERE n.organization_id = s.organization_id AND n.stay_id = s.id
    UNION ALL
    SELECT 2, n.* FROM container_bills l
    JOIN payer_nominations n ON n.organization_id = l.organization_id AND n.bill_of_lading_id = l.bill_of_lading_id
    WHERE l.organization_id = s.organization_id AND l.stay_id = s.id
    UNION ALL
    SELECT 3, n.* FROM payer_nominations n
    WHERE n.organization_id = s.organization_id AND n.booking_id = s.booking_id
  ) n
  JOIN billing_customers b ON b.organization_id = n.organization_id AND b.id = n.customer_id
  WHERE s.organization_id = ${organization_id} AND ${those}
  ORDER BY s.id, n.rank, n.id DESC`);

/** The agreements that hold for a stay by everything that they name but who pays. */
const agreements = (organization_id: number, zone: string, those: Sql) =>
  ofAllWhoPay(sql`
  SELECT s.id AS stay_id, a.number, a.charge_code_id, a.free_units, a.extra_units,
    CASE WHEN b.id IS NOT NULL THEN ${raw(CUSTOMER_TEXT)} END AS customer
  FROM container_stays s
  JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
  LEFT JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
  CROSS JOIN LATERAL (
    SELECT a.* FROM free_time_agreements a
    WHERE a.organization_id = s.organization_id AND a.stay_id = s.id
    UNION ALL
    SELECT a.* FROM container_bills l
    JOIN free_time_agreements a ON a.organization_id = l.organization_id AND a.bill_of_lading_id = l.bill_of_lading_id
    WHERE l.organization_id = s.organization_id AND l.stay_id = s.id AND a.stay_id IS NULL
    UNION ALL
    SELECT a.* FROM free_time_agreements a
    WHERE a.organization_id = s.organization_id AND a.booking_id = s.booking_id
      AND a.stay_id IS NULL AND a.bill_of_lading_id IS NULL
    UNION ALL
    SELECT a.* FROM free_time_agreements a
    WHERE a.organization_id = s.organization_id
      AND a.stay_id IS NULL AND a.bill_of_lading_id IS NULL AND a.booking_id IS NULL
  ) a
  LEFT JOIN billing_customers b ON b.organization_id = a.organization_id AND b.id = a.customer_id
  WHERE s.organization_id = ${organization_id} AND ${those}
    AND (a.booking_id IS NULL OR a.booking_id = s.booking_id)
    AND (a.bill_of_lading_id IS NULL OR EXISTS (
      SELECT FROM container_bills l WHERE l.organization_id = s.organization_id AND l.stay_id = s.id
        AND l.bill_of_lading_id = a.bill_of_lading_id))
    AND (a.shipping_line_id IS NULL OR a.shipping_line_id = s.shipping_line_id)
    AND (a.consignee_id IS NULL OR a.consignee_id = s.consignee_id)
    AND (a.usages = '{}' OR s.usage = ANY(a.usages)) AND (a.sizes = '{}' OR y.size = ANY(a.sizes))
    AND (a.valid_from IS NULL OR a.valid_from <= (s.in_at AT TIME ZONE ${zone})::date)
    AND (a.valid_until IS NULL OR (s.in_at AT TIME ZONE ${zone})::date <= a.valid_until)
  ORDER BY s.id, a.id`);
