import sql, { raw, type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { known, planned, type Query, rows } from '../../common/database/sql/query';
import { CUSTOMER_TEXT } from '../customers/customer-reference';
import { Exact, plain } from '../money';
import { dateOf, dayFrom } from '../pricing/local-days';
import { invoiceOf, IS_PAID_IN_PART, statusOf } from './charge-status';
import type { ChargeValues } from './charge-values';
import type { ChargeStatus } from './charge-words';
import type { PaidPart } from './part-payments.rules';
import { RECORD_ID, SUBJECT_TYPE } from './subjects';
import type { SubjectType } from '../tariffs/measures';

/** A charge as it is compared. */
export interface StoredCharge extends ChargeValues {
  id: number;
  /** The day on which it was charged. */
  charged_on: string;
  explanation: { unit_days?: Record<string, number> } | null;
  waives_id: number | null;
  /** Whether it is on no invoice and not settled. */
  open: boolean;
}

/** A charge with how far it has come, and the record that it is for. */
export interface StatedCharge extends StoredCharge {
  status: ChargeStatus;
  subject_type: SubjectType;
  record_id: number;
  /** The invoice that it is on, where a part of that is paid or credited. */
  part_paid_invoice_id: number | null;
  /** What of it is paid, where that is a part; `withPartPayments` finds it. */
  part?: PaidPart;
}

/** SQL: what a charge `c` says, as its next one repeats it. */
export const CHARGE_COLUMNS =
  raw(`c.id, c.subject_id, c.number, c.kind, c.charge_code_id, c.container_id, c.stay_id,
  c.bill_of_lading_id, c.event, c.first_unit, c.last_unit, c.occurred_on::text, c.period_from::text,
  c.period_until::text, trim_scale(c.quantity)::text AS quantity, c.billed_by, c.billed_per,
  trim_scale(c.amount)::text AS amount, c.total::text, c.currency, c.tariff_id, c.rate_position, c.ahead,
  c.explanation, c.waives_id`);

const COMPARED = `CASE WHEN b.id IS NOT NULL THEN ${CUSTOMER_TEXT} END AS payer,
  c.invoice_line_id IS NULL AND c.settled_with_id IS NULL AS open`;

const PART_PAID = `CASE WHEN ${IS_PAID_IN_PART} THEN i.id END`;

/**
 * The charges of subjects, in their order. Planned each time, because a first run fills the table faster than its
 * statistics follow, and a plan for few charges would read all of the organization.
 */
export function storedCharges({ actor }: Db, subject_ids: number[]): Query<StoredCharge[]> {
  const { organization_id, time_zone } = actor;
  return rows<StoredCharge>(
    planned(sql`
    SELECT ${CHARGE_COLUMNS}, ${raw(COMPARED)}, (c.created_at AT TIME ZONE ${time_zone})::date::text AS charged_on
    FROM charges c
    LEFT JOIN billing_customers b ON b.organization_id = c.organization_id AND b.id = c.customer_id
    WHERE c.organization_id = ${organization_id} AND ${among('c.subject_id', subject_ids)}
    ORDER BY c.subject_id, c.number`),
  );
}

/**
 * The charges of stays or of voyages and of orders, in their order, with how far each has come. The subjects are found
 * first, because without statistics a join would compare all subjects of the organization with all charges.
 * @param order_ids SQL: the query of the ids of the orders
 */
export function statedCharges(
  { actor }: Db,
  of: 'stay_id' | 'voyage_id',
  ids: number[],
  order_ids: Sql,
): Query<StatedCharge[]> {
  if (!ids.length) return known([]);
  const { organization_id, time_zone } = actor;
  return rows<StatedCharge>(
    planned(sql`
    WITH s AS MATERIALIZED (
      SELECT s.* FROM charge_subjects s WHERE s.organization_id = ${organization_id} AND ${among(`s.${of}`, ids)}
      UNION ALL
      SELECT s.* FROM charge_subjects s
      WHERE s.organization_id = ${organization_id} AND s.service_order_id = ANY(ARRAY(${order_ids})))
    SELECT ${CHARGE_COLUMNS}, ${raw(COMPARED)}, (c.created_at AT TIME ZONE ${time_zone})::date::text AS charged_on,
      ${raw(statusOf((name) => `c.${name}`))} AS status,
      ${raw(invoiceOf((name) => `c.${name}`, PART_PAID))} AS part_paid_invoice_id, ${raw(SUBJECT_TYPE)} AS subject_type, ${raw(RECORD_ID)} AS record_id
    FROM s
    JOIN charges c ON c.organization_id = s.organization_id AND c.subject_id = s.id
    LEFT JOIN billing_customers b ON b.organization_id = c.organization_id AND b.id = c.customer_id
    WHERE c.organization_id = ${organization_id}
    ORDER BY c.subject_id, c.number`),
  );
}

/** The numbers of the units of a charge; one undefined for an event. */
export function unitsOf({
  first_unit,
  last_unit,
}: Pick<StoredCharge, 'first_unit' | 'last_unit'>): (number | null)[] {
  if (first_unit === null || last_unit === null) return [null];
  return Array.from({ length: last_unit - first_unit + 1 }, (_, n) => first_unit + n);
}

/** The quantity of one unit, without its sign. */
export function ofOneUnit(charge: StoredCharge): string {
  const units = charge.first_unit === null ? 1 : charge.last_unit! - charge.first_unit + 1;
  return plain(new Exact(charge.quantity).abs().dividedBy(units));
}

/** The day of a unit of a charge. */
export function dayOfUnit(charge: StoredCharge, unit: number): string {
  let at = unit - charge.first_unit!;
  for (const [day, count] of Object.entries(charge.explanation?.unit_days ?? {})) {
    if (at < count) return day;
    at -= count;
  }
  return dateOf(dayFrom(charge.occurred_on) + at);
}
