import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import { Refused } from '../../common/errors/errors';
import { startOfDay, startOfNextDay, today } from '../../common/input/times';
import { customerShown } from '../customers/customer-reference';
import { CUSTOMERS } from '../customers/customers';
import { dayOf, IS_OWED, OWED_AT } from './entries';
import type { Ledger, LedgerQuery, LedgerRow } from './ledger';
import { spanOf } from './span';

/** The most rows of an answer and of a file. */
const MOST_ROWS = 50_000;

/** SQL: something of the customer of an invoice `i`; trucking companies have no account in bookkeeping. */
const ofCustomer = (value: (type: string, hasAddress: boolean) => string) =>
  raw(
    `coalesce(${Object.entries(CUSTOMERS)
      .map(
        ([type, { table, column, hasAddress }]) => `(SELECT ${value(type, hasAddress)} FROM ${table} c
          WHERE c.organization_id = i.organization_id AND c.id = i.${column})`,
      )
      .join(', ')})`,
  );
const CUSTOMER = ofCustomer(
  (type) => `json_build_object('customer_type', '${type}', 'id', c.id, 'name', c.name)`,
);
const ACCOUNT = ofCustomer((_, hasAddress) => (hasAddress ? 'c.general_ledger_id' : 'NULL::text'));
/** SQL: the account of the customer of a payment `p` in the bookkeeping. */
const ACCOUNT_OF_PAYER = raw(
  `(SELECT coalesce(${Object.values(CUSTOMERS)
    .filter(({ hasAddress }) => hasAddress)
    .map(
      ({ table, column }) => `(SELECT c.general_ledger_id FROM ${table} c
        WHERE c.organization_id = b.organization_id AND c.id = b.${column})`,
    )
    .join(
      ', ',
    )}) FROM billing_customers b WHERE b.organization_id = p.organization_id AND b.id = p.customer_id)`,
);
const PAYER = raw(customerShown('p.organization_id', 'p.customer_id'));

/** What bookkeeping takes over: documents and payments as debits and credits that sum to nothing (decision 886). */
@Injectable()
export class LedgerService {
  constructor(private readonly db: Db) {}

  /** @throws Refused for a span that is too long, and for too many rows */
  async of(query: LedgerQuery): Promise<Ledger> {
    const { organization_id, time_zone } = this.db.actor;
    const { from, until } = spanOf(query, today(time_zone));
    const [start, end] = [startOfDay(from, time_zone), startOfNextDay(until, time_zone)];
    const within = (at: Sql) => sql`${at} >= ${start}::timestamptz AND ${at} < ${end}::timestamptz`;
    const isAsked = query.currency ? sql`b.currency = ${query.currency}` : sql`true`;
    const found = await this.db.query<LedgerRow>(sql`
      SELECT ${dayOf(raw('b.at'), time_zone)}::text AS day, json_build_object('type', b.type, 'id', b.id, 'number', b.number) AS document,
        b.customer, b.account, b.general_ledger_id, greatest(b.amount, 0)::numeric(18,2)::text AS debit,
        greatest(-b.amount, 0)::numeric(18,2)::text AS credit, b.currency
      FROM (${this.bookings(organization_id, within)}) b
      WHERE b.amount <> 0 AND ${isAsked}
      ORDER BY day, b.type, b.at, b.id, b.side, b.general_ledger_id NULLS LAST
      LIMIT ${MOST_ROWS + 1}`);
    if (found.length > MOST_ROWS)
      throw new Refused({
        code: COMMON.answer_too_large,
        sentence: `From ${from} until ${until} there are more than ${MOST_ROWS.toLocaleString('en')} bookings: take fewer days.`,
        field: 'from',
      });
    return { from, until, rows: found };
  }

  /** SQL: the sides of all bookings; debits are above 0. What of a subtotal is on no line is revenue without an account. */
  private bookings(organization_id: number, within: (at: Sql) => Sql): Sql {
    const invoices = sql`invoices i WHERE i.organization_id = ${organization_id} AND ${IS_OWED} AND ${within(OWED_AT)}`;
    const payments = (at: Sql) =>
      sql`payments p WHERE p.organization_id = ${organization_id} AND ${within(at)}`;
    const paid = raw(`CASE p.direction WHEN 'in' THEN p.amount ELSE -p.amount END`);
    const moved = (at: Sql, sign: Sql) => sql`
      SELECT ${at} AS at, 'payment' AS type, p.id, p.number, ${PAYER} AS customer, 'money' AS account,
        NULL::text AS general_ledger_id, ${sign} * ${paid} AS amount, p.currency, 0 AS side FROM ${payments(at)}
      UNION ALL
      SELECT ${at}, 'payment', p.id, p.number, ${PAYER}, 'receivable', ${ACCOUNT_OF_PAYER}, -(${sign}) * ${paid}, p.currency, 1
      FROM ${payments(at)}`;
    return sql`
      SELECT ${OWED_AT} AS at, 'invoice' AS type, i.id, i.number, ${CUSTOMER} AS customer, 'receivable' AS account,
        ${ACCOUNT} AS general_ledger_id, i.total AS amount, i.currency, 0 AS side FROM ${invoices}
      UNION ALL
      SELECT ${OWED_AT}, 'invoice', i.id, i.number, ${CUSTOMER}, 'revenue', l.general_ledger_id, -l.total, i.currency, 1
      FROM invoices i
      CROSS JOIN LATERAL (
        SELECT n.tariff_general_ledger_id AS general_ledger_id, sum(n.total) AS total FROM invoice_lines n
        WHERE n.organization_id = ${organization_id} AND n.invoice_id = i.id GROUP BY 1) l
      WHERE i.organization_id = ${organization_id} AND ${IS_OWED} AND ${within(OWED_AT)}
      UNION ALL
      SELECT ${OWED_AT}, 'invoice', i.id, i.number, ${CUSTOMER}, 'revenue', NULL, -(i.total - i.taxes_and_fees - coalesce((
          SELECT sum(n.total) FROM invoice_lines n
          WHERE n.organization_id = ${organization_id} AND n.invoice_id = i.id), 0)), i.currency, 2 FROM ${invoices}
      UNION ALL
      SELECT ${OWED_AT}, 'invoice', i.id, i.number, ${CUSTOMER}, 'tax', NULL, -i.taxes_and_fees, i.currency, 3 FROM ${invoices}
      UNION ALL
      ${moved(raw('p.paid_at'), sql`1`)}
      UNION ALL
      ${moved(raw('p.reversed_at'), sql`-1`)}`;
  }
}
