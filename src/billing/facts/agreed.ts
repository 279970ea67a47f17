import sql, { raw, Sql } from 'sql-template-tag';
import { ofAllWhoPay } from '../customers/all-who-pay';
import { CUSTOMER_TEXT } from '../customers/customer-reference';

/** What a nomination or an agreement may be for, as SQL of the row that is read; NULL where there is none. */
export interface AgreedFor {
  organization: string;
  stay: string;
  /** The ids of its bills: one of them, or a sub-select. */
  bills: string;
  booking: string;
}

/**
 * SQL: the nominations for a record as JSON: its stay's before those of its bills, those before those of its booking; of
 * each the newest first.
 */
export const nominationsFor = ({ organization, stay, bills, booking }: AgreedFor): Sql =>
  ofAllWhoPay(
    raw(`(
    SELECT coalesce(json_agg(json_build_object('number', n.number, 'customer', ${CUSTOMER_TEXT}, 'from', n."from",
        'until', n."until", 'charge_code_ids', (
          SELECT coalesce(json_agg(l.charge_code_id), '[]'::json) FROM nomination_codes l
          WHERE l.organization_id = n.organization_id AND l.nomination_id = n.id)) ORDER BY n.rank, n.id DESC), '[]'::json)
    FROM (
      SELECT 1 AS rank, n.* FROM payer_nominations n
      WHERE n.organization_id = ${organization} AND n.stay_id = ${stay}
      UNION ALL
      SELECT 2, n.* FROM payer_nominations n
      WHERE n.organization_id = ${organization} AND n.bill_of_lading_id IN (${bills})
      UNION ALL
      SELECT 3, n.* FROM payer_nominations n
      WHERE n.organization_id = ${organization} AND n.booking_id = ${booking}
    ) n
    JOIN billing_customers b ON b.organization_id = n.organization_id AND b.id = n.customer_id)`),
  );

/** The columns of cargo that agreements look at, as SQL. */
export interface AgreedOf extends Omit<AgreedFor, 'stay'> {
  shipping_line: string;
  consignee: string;
  usage: string;
  /** SQL of the day of its arrival. */
  arrived_on: string;
}

/** SQL: the free time agreements for cargo without a stay, as JSON, by everything that they name but who pays. */
export const agreementsFor = (of: AgreedOf): Sql =>
  ofAllWhoPay(sql`(
    SELECT coalesce(json_agg(json_build_object('number', a.number, 'charge_code_id', a.charge_code_id,
        'free_units', a.free_units, 'extra_units', a.extra_units,
        'customer', CASE WHEN b.id IS NOT NULL THEN ${raw(CUSTOMER_TEXT)} END) ORDER BY a.id), '[]'::json)
    FROM free_time_agreements a
    LEFT JOIN billing_customers b ON b.organization_id = a.organization_id AND b.id = a.customer_id
    WHERE a.organization_id = ${raw(of.organization)} AND a.stay_id IS NULL AND a.sizes = '{}'
      AND (a.bill_of_lading_id IS NULL OR a.bill_of_lading_id IN (${raw(of.bills)}))
      AND (a.booking_id IS NULL OR a.booking_id = ${raw(of.booking)})
      AND (a.shipping_line_id IS NULL OR a.shipping_line_id = ${raw(of.shipping_line)})
      AND (a.consignee_id IS NULL OR a.consignee_id = ${raw(of.consignee)})
      AND (a.usages = '{}' OR ${raw(of.usage)} = ANY(a.usages))
      AND (a.valid_from IS NULL OR a.valid_from <= ${raw(of.arrived_on)})
      AND (a.valid_until IS NULL OR ${raw(of.arrived_on)} <= a.valid_until))`);
