import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/query';
import { CUSTOMER_TEXT } from '../customers/customer-reference';
import type { SubjectFacts } from './subject-facts';

/** A service order that is done. */
export interface OrderRow {
  id: number;
  number: string;
  stay_id: number;
  charge_code_id: number;
  quantity: string;
  done_at: number;
  ordered_by: string | null;
}

/** The orders for these stays that are done. */
export function readOrders({ actor: { organization_id } }: Db, stay_ids: number[]): Query<OrderRow[]> {
  return rows<OrderRow>(sql`
    SELECT o.id, o.number, o.stay_id, o.charge_code_id, o.quantity::text,
      (extract(epoch FROM o.done_at) * 1000)::bigint AS done_at,
      CASE WHEN b.id IS NOT NULL THEN ${raw(CUSTOMER_TEXT)} END AS ordered_by
    FROM service_orders o
    LEFT JOIN billing_customers b ON b.organization_id = o.organization_id AND b.id = o.ordered_by_id
    WHERE o.organization_id = ${organization_id} AND ${among('o.stay_id', stay_ids)} AND o.status = 'done'
    ORDER BY o.stay_id, o.id`);
}

/** What an order for a stay says that charges follow from: the container is as its stay says. */
export function orderFacts(order: OrderRow, stay: SubjectFacts): SubjectFacts {
  return {
    ...stay,
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
        container_status: stay.arrival_status,
        times: order.quantity,
        charge_code_id: order.charge_code_id,
      },
    ],
    agreements: [],
    payers: { ...stay.payers, orderer: order.ordered_by },
  };
}
