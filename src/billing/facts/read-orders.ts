import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import { CUSTOMER_TEXT } from '../customers/customer-reference';
import { nominationsFor } from './agreed';
import { ms } from './sql-times';
import { customer, type NominationFact, NOTHING_KNOWN, type SubjectFacts } from './subject-facts';

/** A service order that is done. */
export interface OrderRow {
  id: number;
  number: string;
  stay_id: number | null;
  container_id: number | null;
  bill_of_lading_id: number | null;
  charge_code_id: number;
  quantity: string;
  done_at: number;
  ordered_by: string | null;
  /** Of the bill, the vehicle or the piece that it is for. */
  consignee_id: number | null;
  shipping_line_id: number | null;
  /** Of the voyage that it is for. */
  agent_id: number | null;
  /** Those of its bill before those of its booking; of an order for a stay those of the stay hold instead. */
  nominations: NominationFact[];
}

/** An order that has to be settled before containers leave: which of the stays in question. */
export interface ReleaseOrder extends OrderRow {
  stays: number[];
}

/** SQL: the ids of the orders for stays, for their bills and for their bookings. */
export const releaseOrderIds = (organization_id: number, stay_ids: number[]): Sql => sql`
  SELECT o.id FROM service_orders o WHERE o.organization_id = ${organization_id} AND ${among('o.stay_id', stay_ids)}
  UNION
  SELECT o.id FROM container_bills l
  JOIN service_orders o ON o.organization_id = l.organization_id AND o.bill_of_lading_id = l.bill_of_lading_id
  WHERE l.organization_id = ${organization_id} AND ${among('l.stay_id', stay_ids)}
  UNION
  SELECT o.id FROM container_stays s
  JOIN service_orders o ON o.organization_id = s.organization_id AND o.booking_id = s.booking_id
  WHERE s.organization_id = ${organization_id} AND ${among('s.id', stay_ids)}`;

/** The done orders for these stays, for their bills and for their bookings. */
export function ordersOfRelease(
  { actor: { organization_id } }: Db,
  stay_ids: number[],
): Query<ReleaseOrder[]> {
  const stays = sql`ARRAY(
    SELECT s.id FROM container_stays s
    WHERE s.organization_id = o.organization_id AND ${among('s.id', stay_ids)} AND (s.id = o.stay_id
      OR s.booking_id = o.booking_id OR EXISTS (
        SELECT FROM container_bills l WHERE l.organization_id = s.organization_id AND l.stay_id = s.id
          AND l.bill_of_lading_id = o.bill_of_lading_id)))`;
  const those = sql`o.id IN (${releaseOrderIds(organization_id, stay_ids)})`;
  return rows<ReleaseOrder>(orders(organization_id, those, sql`, to_json(${stays}) AS stays`));
}

/** Those of these orders that are done, in order of their ids. */
export const ordersWithIds = (db: Db, ids: number[]): Query<OrderRow[]> =>
  rows<OrderRow>(orders(db.actor.organization_id, among('o.id', ids)));

/** The done orders for these voyages. */
export const ordersOfVoyages = (db: Db, ids: number[]): Query<OrderRow[]> =>
  rows<OrderRow>(orders(db.actor.organization_id, among('o.voyage_id', ids)));

/** What a nomination for an order that is not for a stay may be for. */
const OF_ORDER = {
  organization: 'o.organization_id',
  stay: 'NULL::bigint',
  bills: 'o.bill_of_lading_id',
  booking: 'o.booking_id',
};

const orders = (organization_id: number, those: Sql, more: Sql = empty) => sql`
  SELECT o.id, o.number, o.stay_id, o.container_id, o.bill_of_lading_id, o.charge_code_id, o.quantity::text,
    ${raw(ms('o.done_at'))} AS done_at,
    CASE WHEN b.id IS NOT NULL THEN ${raw(CUSTOMER_TEXT)} END AS ordered_by,
    coalesce(l.consignee_id, (
      SELECT c.consignee_id FROM vehicle_consignees c
      WHERE c.organization_id = o.organization_id AND c.vehicle_id = o.vehicle_id ORDER BY c.id LIMIT 1)) AS consignee_id,
    coalesce(m.shipping_line_id, k.shipping_line_id, h.shipping_line_id) AS shipping_line_id, v.agent_id,
    ${nominationsFor(OF_ORDER)} AS nominations${more}
  FROM service_orders o
  LEFT JOIN billing_customers b ON b.organization_id = o.organization_id AND b.id = o.ordered_by_id
  LEFT JOIN breakbulks t ON t.organization_id = o.organization_id AND t.id = o.breakbulk_id
  LEFT JOIN vehicles h ON h.organization_id = o.organization_id AND h.id = o.vehicle_id
  LEFT JOIN bill_of_ladings l ON l.organization_id = o.organization_id
    AND l.id = coalesce(o.bill_of_lading_id, t.bill_of_lading_id)
  LEFT JOIN manifests m ON m.organization_id = l.organization_id AND m.id = l.manifest_id
  LEFT JOIN bookings k ON k.organization_id = o.organization_id AND k.id = o.booking_id
  LEFT JOIN voyages v ON v.organization_id = o.organization_id AND v.id = o.voyage_id
  WHERE o.organization_id = ${organization_id} AND ${those} AND o.status = 'done'
  ORDER BY o.stay_id, o.id`;

/** What an order says that charges follow from. The container is as the stay says that it is for. */
export function orderFacts(order: OrderRow, stay?: SubjectFacts): SubjectFacts {
  const own = {
    ...NOTHING_KNOWN,
    nominations: order.nominations,
    consignee_id: order.consignee_id,
    shipping_line_id: order.shipping_line_id,
    payers: {
      consignee: customer('Consignee', order.consignee_id),
      shipping_line: customer('ShippingLine', order.shipping_line_id),
      agent: customer('Agent', order.agent_id),
    },
  };
  const whole = stay ?? own;
  return {
    ...whole,
    type: 'service_order',
    id: order.id,
    label: `service order ${order.number}`,
    began_at: order.done_at,
    ended_at: order.done_at,
    spans: {},
    events: [
      {
        measure: 'service_order',
        event: 'done',
        at: order.done_at,
        side: null,
        container_status: null,
        times: order.quantity,
        charge_code_id: order.charge_code_id,
      },
    ],
    agreements: [],
    payers: { ...whole.payers, orderer: order.ordered_by },
  };
}
