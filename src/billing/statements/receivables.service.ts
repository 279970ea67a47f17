import { Injectable } from '@nestjs/common';
import sql, { join, raw, type Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { rows } from '../../common/database/sql/query';
import { COMMON } from '../../common/errors/codes';
import { Refused } from '../../common/errors/errors';
import { today } from '../../common/input/times';
import { IS_OWED, UNINVOICED } from '../customers/credit-limit';
import { customerRowOf } from '../customers/customer-row';
import { CUSTOMER_COLUMNS } from '../customers/customers';
import { AGES, byAge } from './ages';
import { CUSTOMER } from './customer-json';
import type { ReceivableCountQuery, ReceivableQuery } from './receivable.dto';
import type { Receivable, Receivables } from './receivable.view';

/** The most rows of an answer. */
const MOST_ROWS = 10_000;
const COLUMNS = raw(CUSTOMER_COLUMNS.map((column) => `i.${column}`).join(', '));

/** Who owes what (decision 885). Only what is open of invoices counts, whatever customers paid beyond. */
@Injectable()
export class ReceivablesService {
  constructor(private readonly db: Db) {}

  /** @throws Refused for too many rows */
  async list(query: ReceivableQuery): Promise<Receivables> {
    const [receivables, as_of] = await this.db.pipeline(
      rows<Receivable>(sql`
        SELECT r.customer, r.currency, r.open::text, r.ages, r.oldest, r.credit_limit::text, r.over_limit
        FROM (${this.receivables()}) r WHERE ${matches(query)}
        ORDER BY r.open DESC, r.customer ->> 'customer_type', (r.customer ->> 'id')::bigint, r.currency
        LIMIT ${MOST_ROWS + 1}`),
      this.db.queries.now(),
    );
    if (receivables.length > MOST_ROWS)
      throw new Refused({
        code: COMMON.answer_too_large,
        sentence: `More than ${MOST_ROWS.toLocaleString('en')} customers owe something: take one currency.`,
        field: 'currency',
      });
    return { receivables, as_of };
  }

  /** How many there are of each value. */
  async counts({ by, ...query }: ReceivableCountQuery): Promise<{ counts: object[] }> {
    const found = await this.db.run(
      rows<{ value: string | null; count: number }>(sql`
        SELECT ${raw(`r.${by}::text`)} AS value, count(*)::integer AS count
        FROM (${this.receivables()}) r WHERE ${matches(query)} GROUP BY 1 ORDER BY 2 DESC, 1`),
    );
    return { counts: found.map(({ value, count }) => ({ [by]: value, count, more: false })) };
  }

  /** SQL: a row for each customer and currency with something open. */
  private receivables(): Sql {
    const { organization_id, time_zone } = this.db.actor;
    const day = today(time_zone);
    const ages = byAge(raw('i.amount_open'), raw('i.due_on'), day);
    const object = join(ages.map((age, at) => sql`${AGES[at]}::text, ${age}`));
    return sql`
      SELECT ${CUSTOMER} AS customer, g.currency, g.open, g.ages, g.oldest, a.credit_limit,
        coalesce(g.open + CASE WHEN a.credit_limit IS NOT NULL THEN ${UNINVOICED} END > a.credit_limit, false)
          AS over_limit
      FROM (
        SELECT i.organization_id, ${COLUMNS}, i.currency, sum(i.amount_open) AS open, json_build_object(${object}) AS ages,
          (array_agg(json_build_object('number', i.number, 'due_on', i.due_on,
            'days', greatest(coalesce(${day}::date - i.due_on, 0), 0)) ORDER BY i.due_on, i.id))[1] AS oldest
        FROM invoices i
        WHERE i.organization_id = ${organization_id} AND ${IS_OWED}
        GROUP BY i.organization_id, ${COLUMNS}, i.currency) g
      LEFT JOIN billing_accounts a ON a.organization_id = ${organization_id} AND a.customer_id = ${customerRowOf('g')}
        AND a.credit_currency = g.currency`;
  }
}

/** SQL: the condition that a row `r` is what a query asks for. */
function matches({ currency, over_limit }: ReceivableQuery): Sql {
  const each = [
    currency ? sql`r.currency = ${currency}` : sql`true`,
    typeof over_limit === 'boolean' ? sql`r.over_limit = ${over_limit}` : sql`true`,
  ];
  return join(each, ' AND ');
}
