import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { planned, type Query, rows } from '../../common/database/sql/query';
import type { NewCharge } from './charge-rows';

/** A charge as it is written: the customer by its id, and the number of the charge of its subject that settles it. */
export interface ChargeRow extends Omit<NewCharge, 'payer'> {
  customer_id: number | null;
  settled_with: number | null;
  waives_id?: number;
  reason?: string;
}

/** A charge that is settled by one that is written with it, by the number of that one. */
export interface Settlement {
  id: number;
  subject_id: number;
  settled_with: number;
}

/** What is noted of a subject that was charged. */
export interface SubjectState {
  id: number;
  charged_through: string | null;
  last_free_day: string | null;
}

/** The columns of a charge, with their types in SQL. */
const COLUMNS = {
  subject_id: 'bigint',
  number: 'integer',
  kind: 'text',
  charge_code_id: 'bigint',
  container_id: 'bigint',
  stay_id: 'bigint',
  bill_of_lading_id: 'bigint',
  event: 'text',
  first_unit: 'integer',
  last_unit: 'integer',
  occurred_on: 'date',
  period_from: 'date',
  period_until: 'date',
  quantity: 'numeric',
  billed_by: 'text',
  billed_per: 'text',
  amount: 'numeric',
  total: 'numeric',
  currency: 'text',
  customer_id: 'bigint',
  tariff_id: 'bigint',
  rate_position: 'integer',
  ahead: 'boolean',
  explanation: 'jsonb',
  waives_id: 'bigint',
  reason: 'text',
} satisfies Record<Exclude<keyof ChargeRow, 'settled_with'>, string>;
const names = (alias: string) =>
  raw(
    Object.keys(COLUMNS)
      .map((name) => `${alias}${name}`)
      .join(', '),
  );
const TYPED = raw(
  Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', '),
);

/**
 * Writes charges, settles others with them, and notes how far subjects were charged, in one statement. It answers what it wrote,
 * but to a run, which writes thousands and tells of none. Of a run it is planned each time, because a first run fills the tables
 * faster than their statistics follow, and a plan for few subjects would read all of the organization.
 */
export function writeCharges(
  { actor: { organization_id, user_id } }: Db,
  charges: ChargeRow[],
  settlements: Settlement[],
  subjects: SubjectState[],
  run: number | null,
): Query<{ id: number; subject_id: number; number: number }[]> {
  const statement = sql`
    WITH added AS MATERIALIZED (
      SELECT r.*, nextval('charges_id_seq') AS id
      FROM json_to_recordset(${JSON.stringify(charges)}::json) AS r(settled_with integer, ${TYPED})
    ), written AS (
      INSERT INTO charges (organization_id, id, settled_with_id, billing_run_id, user_id, ${names('')})
      SELECT ${organization_id}::bigint, a.id, w.id, ${run}::bigint, ${user_id}::bigint, ${names('a.')}
      FROM added a LEFT JOIN added w ON w.subject_id = a.subject_id AND w.number = a.settled_with
      ORDER BY a.id RETURNING id, subject_id, number
    ), settled AS (
      UPDATE charges c SET settled_with_id = a.id, updated_at = now()
      FROM json_to_recordset(${JSON.stringify(settlements)}::json) AS r(id bigint, subject_id bigint, settled_with integer)
      JOIN added a ON a.subject_id = r.subject_id AND a.number = r.settled_with
      WHERE c.organization_id = ${organization_id} AND c.id = r.id
    ), subjects AS (
      UPDATE charge_subjects s SET charged_through = r.charged_through, last_free_day = r.last_free_day, updated_at = now()
      FROM json_to_recordset(${JSON.stringify(subjects)}::json) AS r(id bigint, charged_through date, last_free_day date)
      WHERE s.organization_id = ${organization_id} AND s.id = r.id
        AND (s.charged_through, s.last_free_day) IS DISTINCT FROM (r.charged_through, r.last_free_day)
    )
    SELECT id, subject_id, number FROM written WHERE ${run}::bigint IS NULL ORDER BY id`;
  return rows(run === null ? statement : planned(statement));
}
