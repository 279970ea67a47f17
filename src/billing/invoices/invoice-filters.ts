import sql, { raw, Sql } from 'sql-template-tag';
import { contains, toId } from '../../common/database/conditions';
import type { Reader } from '../../common/database/reader';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { CUSTOMERS } from './customers';
import type { InvoiceQuery } from './invoice.dto';

/**
 * Narrows invoices by what a list asks for. What two tables decide is written as a sub-select of one of them
 * by an index, which the planner can begin with.
 */
export function filterInvoices(reader: Reader, query: InvoiceQuery, organization_id: number): Reader {
  const owned = (table: string) => sql`${raw(table)}.organization_id = ${organization_id}`;
  const hasLine = (condition: Sql) =>
    sql`t.id IN (SELECT l.invoice_id FROM invoice_lines l WHERE ${owned('l')} AND ${condition})`;
  const billsContainer = (id: Sql) => sql`t.id IN (
    SELECT l.invoice_id FROM invoice_lines l WHERE ${owned('l')} AND l.container_id = ${id}
    UNION ALL
    SELECT b.invoice_id FROM billed_containers b WHERE ${owned('b')} AND b.container_id = ${id})`;

  // how many invoices these find differs too much for one plan
  if (query.line_items_q || query.tariff_id || query.customer_general_ledger_id) reader.unprepared();
  return reader
    .where(customerIs(query, owned))
    .filter(query.line_items_q, (part) => hasLine(contains('l.description', part)))
    .filter(query.created_during, (event) => sql`t.created_during = ${event}`)
    .filter(query.creation_method, (method) => sql`t.creation_method = ${method}`)
    .filter(query.movement_id, (id) => sql`t.movement_id = ${id}`)
    .filter(query.truck_visit_id, (id) => sql`t.truck_visit_id = ${id}`)
    .filter(query.total, (total) => sql`t.total = ${total}::numeric`)
    .where(query.missing_general_ledger_id ? sql`coalesce(t.general_ledger_id, '') = ''` : undefined)
    .filter(query.general_ledger_id, (ledger) => sql`t.general_ledger_id = ${ledger}`)
    .filter(query.currency, (currency) => sql`t.currency = ${currency}`)
    .filter(
      query.bill_of_lading_number,
      (number) => sql`t.bill_of_lading_id IN (
        SELECT b.id FROM bill_of_ladings b WHERE ${owned('b')} AND b.number = ${number})`,
    )
    .filter(query.bill_of_lading_id, (id) => sql`t.bill_of_lading_id = ${toId(id) ?? null}`)
    .filter(query.tariff_id, (id) => hasLine(sql`l.tariff_id = ${id}`))
    .filter(query.container_id, (id) => billsContainer(sql`${toId(id) ?? null}`))
    .filter(query.container_number, (number) =>
      billsContainer(sql`(SELECT c.id FROM containers c
        WHERE ${owned('c')} AND c.number = ${normalizeContainerNumber(number)})`),
    )
    .filter(query.voyage_id, (id) => sql`t.voyage_id = ${toId(id) ?? null}`)
    .filter(
      query.voyage_number,
      (number) => sql`t.voyage_id = (
        SELECT v.id FROM voyages v WHERE ${owned('v')} AND v.number = ${number})`,
    )
    .filter(query.paid, (paid) => flag('paid', paid))
    .filter(query.is_proforma, (is_proforma) => flag('is_proforma', is_proforma))
    .filter(query.approved, (approved) => flag('approved', approved));
}

/** The customer is of a type, and is one of those with a general ledger id. */
function customerIs(query: InvoiceQuery, owned: (table: string) => Sql): Sql | undefined {
  const { customer_type, customer_general_ledger_id: ledger } = query;
  if (!customer_type) return undefined;
  const { table, column } = CUSTOMERS[customer_type];
  const reference = raw(`t.${column}`);
  if (!ledger) return sql`${reference} IS NOT NULL`;
  return sql`${reference} IN (
    SELECT c.id FROM ${raw(table)} c WHERE ${owned('c')} AND c.general_ledger_id = ${ledger})`;
}

/** Without a parameter, so that the planner knows how rare the value is: most invoices are paid. */
function flag(column: string, value: boolean): Sql {
  return raw(value ? `t.${column}` : `NOT t.${column}`);
}
