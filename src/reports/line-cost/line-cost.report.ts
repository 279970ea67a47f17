import sql, { empty, raw } from 'sql-template-tag';
import { Charge } from '../../billing/charges/charge.entity';
import { CUSTOMERS, type CustomerType } from '../../billing/customers/customers';
import { isFinal } from '../../billing/invoices/invoice-sql';
import { isTheirs } from '../../common/party-wall/party-wall';
import { AMOUNT, CHARGE_CODE } from '../frame/groups';
import type { Asked, Report } from '../frame/report';

/** SQL: the customers of billing that a request names. */
function payer({ db, filters }: Asked) {
  const { actor, dataSource } = db;
  const type = (filters.shipping_line ? 'ShippingLine' : filters.customer_type) as CustomerType;
  const { entity, table, column, namedBy } = CUSTOMERS[type];
  const name = filters.shipping_line ?? filters.customer;
  return sql`
    SELECT b.id FROM billing_customers b JOIN ${raw(table)} t ON t.organization_id = b.organization_id AND t.id = ${raw(`b.${column}`)}
    WHERE t.organization_id = ${actor.organization_id} AND ${isTheirs(dataSource, entity, 't', actor)}
      AND ${name} IN (${raw(namedBy.map((key) => `t.${key}`).join(', '))})`;
}

/**
 * What a customer was charged and why: by charge code and price. A token that is limited to parties has what it may list, on
 * invoices that are no drafts (decision 898).
 */
export const lineCost: Report = {
  name: 'line_cost',
  title: 'What a customer was charged',
  times: ['month'],
  isMoney: true,
  groups: { charge_code: CHARGE_CODE, amount: AMOUNT },
  always: ['charge_code', 'amount'],
  measures: {
    quantity: 'trim_scale(coalesce(sum(f.quantity), 0))',
    boxes: 'count(DISTINCT f.container_id)',
    total: 'round(coalesce(sum(f.total), 0), 2)::text',
    invoiced: 'round(coalesce(sum(f.total) FILTER (WHERE f.is_invoiced), 0), 2)::text',
    not_yet_invoiced: `CASE WHEN n.is_limited THEN NULL
      ELSE round(coalesce(sum(f.total) FILTER (WHERE NOT f.is_invoiced AND NOT f.is_settled), 0), 2)::text END`,
  },
  picture: { measures: ['total'], byGroup: 'total', form: 'bars', unit: '' },
  facts(asked) {
    const { db, filters, from, until } = asked;
    const { actor, dataSource } = db;
    return sql`
      SELECT h.occurred_on::timestamp AS at, h.currency, h.charge_code_id, h.amount, h.quantity, h.container_id, h.total,
        i.numbered_at IS NOT NULL AS is_invoiced, h.settled_with_id IS NOT NULL AS is_settled
      FROM charges h
      LEFT JOIN invoice_lines l ON l.organization_id = h.organization_id AND l.id = h.invoice_line_id
      LEFT JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
      WHERE h.organization_id = ${actor.organization_id} AND h.occurred_on BETWEEN ${from}::date AND ${until}::date
        AND h.customer_id IN (${payer(asked)}) AND ${isTheirs(dataSource, Charge, 'h', actor)}
        ${actor.limited ? raw(`AND ${isFinal((column) => `i.${column}`)}`) : empty}
        ${filters.currency ? sql`AND h.currency = ${filters.currency}` : empty}`;
  },
};
