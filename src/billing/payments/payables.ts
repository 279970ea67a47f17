import sql from 'sql-template-tag';
import { among, toId } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import { Unknown } from '../../common/errors/errors';
import { customerRowOf } from '../customers/customer-row';
import type { Payable, Wish } from './allocation.rules';

/**
 * Locks invoices and credit notes in order of their ids, before any payment, and reads them.
 * @param named ids or numbers; digits are tried as an id too
 */
export function lockPayables({ actor: { organization_id } }: Db, named: string[]): Query<Payable[]> {
  const ids = named.flatMap((each) => toId(each) ?? []);
  return rows<Payable>(sql`
    SELECT i.id, i.number, i.document_type, i.is_proforma, i.approved OR i.numbered_at IS NOT NULL AS is_issued,
      ${customerRowOf('i')} AS customer_id, i.currency, i.total::text, i.amount_open::text
    FROM invoices i
    WHERE i.organization_id = ${organization_id}
      AND (${among('i.id', ids)} OR ${among('i.number', named, 'text')})
    ORDER BY i.id FOR UPDATE OF i`);
}

/** The one of these that a text names: by its id before its number. Throws Unknown, with the path of the field. */
export function namedAmong(payables: Payable[], named: string, field: string): Payable {
  const id = toId(named);
  const found = payables.find((each) => each.id === id) ?? payables.find(({ number }) => number === named);
  if (!found) throw new Unknown('Invoice', named, field);
  return found;
}

/** What a request allocates to each of the invoices that it names. Throws Unknown. */
export function wishesOf<N extends { invoice: string; amount?: string | null }>(
  named: N[],
  payables: Payable[],
): (Wish & { item: N })[] {
  return named.map((item, at) => ({
    item,
    invoice: namedAmong(payables, item.invoice.trim(), `invoices.${at}.invoice`),
    amount: item.amount,
    field: `invoices.${at}`,
  }));
}
