import sql, { empty, type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import type { DraftCharge } from './draft-lines.rules';
import type { Grouped } from './draft-groups.rules';

/** A charge with what its draft says of it. Its tax is that of its line, or null while it is on none. */
export interface OpenCharge extends DraftCharge, Grouped {
  subject_id: number;
  customer_id: number;
  currency: string;
  /** The code, its name, its class of taxes, and its account in bookkeeping. */
  item: string;
  name: string | null;
  tax_class: string;
  general_ledger_id: string | null;
  tariff_name: string | null;
  /** The day that decides the percentage of the tax. */
  occurred_on: string;
  /** The draft that it is on. */
  invoice_id: number | null;
}

/** SQL: a charge `c` is on no invoice, and nothing else settled it. */
export const IS_OPEN = sql`c.invoice_line_id IS NULL AND c.settled_with_id IS NULL`;

/**
 * Charges that have a payer, locked, in order of their ids.
 * @param which SQL on charges `c`
 */
export function lockedCharges(
  { actor: { organization_id } }: Db,
  which: Sql,
  most?: number,
): Query<OpenCharge[]> {
  return rows<OpenCharge>(sql`
    WITH c AS MATERIALIZED (
      SELECT c.* FROM charges c WHERE c.organization_id = ${organization_id} AND ${which} AND c.customer_id IS NOT NULL
      ORDER BY c.id ${most === undefined ? empty : sql`LIMIT ${most}`} FOR UPDATE
    )
    SELECT c.id, c.subject_id, c.customer_id, c.currency, c.charge_code_id, c.container_id, c.stay_id, c.tariff_id,
      trim_scale(c.amount)::text AS amount, trim_scale(c.quantity)::text AS quantity, c.total::text,
      c.billed_by, c.billed_per, c.occurred_on::text,
      coalesce(c.period_from, c.occurred_on)::text AS from, coalesce(c.period_until, c.occurred_on)::text AS until,
      l.tax_id, trim_scale(l.tax_percent)::text AS tax_percent, l.invoice_id,
      k.code AS item, k.name, k.tax_class, k.general_ledger_id, t.name AS tariff_name,
      coalesce(u.voyage_id, o.voyage_id, CASE WHEN c.event = 'departure' THEN coalesce(s.departed_by_voyage_id, s.arrived_by_voyage_id)
        ELSE coalesce(s.arrived_by_voyage_id, s.departed_by_voyage_id) END) AS voyage_id,
      c.bill_of_lading_id,
      coalesce(u.truck_visit_id, (
        SELECT m.truck_visit_id FROM container_movements m
        WHERE m.organization_id = c.organization_id AND m.stay_id = c.stay_id AND m.truck_visit_id IS NOT NULL
          AND m.movement_type = CASE c.event WHEN 'arrival' THEN 'gate_in' WHEN 'departure' THEN 'gate_out' END
        ORDER BY m.id DESC LIMIT 1)) AS truck_visit_id
    FROM c
    JOIN charge_codes k ON k.organization_id = c.organization_id AND k.id = c.charge_code_id
    JOIN charge_subjects u ON u.organization_id = c.organization_id AND u.id = c.subject_id
    LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
    LEFT JOIN service_orders o ON o.organization_id = c.organization_id AND o.id = u.service_order_id
    LEFT JOIN tariffs t ON t.organization_id = c.organization_id AND t.id = c.tariff_id
    LEFT JOIN invoice_lines l ON l.organization_id = c.organization_id AND l.id = c.invoice_line_id
    ORDER BY c.id`);
}
