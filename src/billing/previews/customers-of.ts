import sql, { join, raw, type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { known, type Query, rows } from '../../common/database/sql/query';
import { groupBy } from '../../common/group-by';
import { ofAllWhoPay } from '../customers/all-who-pay';
import { CUSTOMERS, CustomerType } from '../customers/customers';
import { isOverLimit } from '../customers/credit-limit';
import type { RuleOfTax } from '../taxes/tax.rules';
import type { Account } from './account';

/** The customers with these keys (`Consignee:5`), with the terms of their accounts or those of everybody. */
export function customersOf({ actor }: Db, keys: string[]): Query<Account[]> {
  const { organization_id, release_needs_charges } = actor;
  const customers = [...new Set(keys)].map((key) => key.split(':') as [CustomerType, string]);
  if (!customers.length) return known([]);
  const each: Sql[] = [...groupBy(customers, ([type]) => type)].map(([type, those]) => {
    const ids = those.map(([, id]) => Number(id));
    const { table, column } = CUSTOMERS[type];
    return sql`
      SELECT ${`${type}:`} || c.id AS key,
        json_build_object('customer_type', ${type}::text, 'id', c.id, 'name', c.name) AS customer,
        coalesce(a.terms, 'cash') AS terms, coalesce(a.treatment, 'domestic') AS treatment,
        coalesce(a.blocked, false) AS blocked,
        ${release_needs_charges ? HAS_LIMIT : sql`false`} AS has_limit,
        ${release_needs_charges ? limitReached(column) : sql`NULL::json`} AS limit_reached
      FROM ${raw(table)} c
      LEFT JOIN billing_customers b ON b.organization_id = c.organization_id AND b.${raw(column)} = c.id
      LEFT JOIN billing_accounts a ON a.organization_id = b.organization_id AND a.customer_id = b.id
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)}`;
  });
  return rows<Account>(ofAllWhoPay(join(each, ' UNION ALL ')));
}

/** SQL: whether the account `a` is on account up to a limit. */
const HAS_LIMIT = sql`(a.terms = 'credit' AND NOT a.blocked AND a.credit_limit IS NOT NULL) IS TRUE`;

/** SQL: the account `a` of the customer `c` and what its limit means, where it is on account beyond that. */
const limitReached = (column: string): Sql => sql`
  CASE WHEN ${HAS_LIMIT} AND ${isOverLimit(column, raw('c.id'))} THEN
    json_build_object('account_id', a.id, 'rule', coalesce((
      SELECT p.credit_limit_reached FROM billing_profiles p WHERE p.organization_id = a.organization_id), 'refuse')) END`;

/** The rules of taxes, with the percentages of each. */
export function taxRules({ actor: { organization_id } }: Db): Query<RuleOfTax[]> {
  return rows<RuleOfTax>(sql`
    SELECT r.tax_class, r.treatment, t.code AS tax, t.id AS tax_id, (
      SELECT coalesce(json_agg(json_build_object('percent', p.percent::text, 'valid_from', p.valid_from)
        ORDER BY p.valid_from), '[]'::json)
      FROM tax_percentages p WHERE p.organization_id = t.organization_id AND p.tax_id = t.id) AS percentages
    FROM tax_rules r JOIN taxes t ON t.organization_id = r.organization_id AND t.id = r.tax_id
    WHERE r.organization_id = ${organization_id}`);
}
