import sql, { raw, Sql } from 'sql-template-tag';
import { toId } from '../../common/database/conditions';
import type { Reader } from '../../common/database/reader';
import { key, keyInAnyCase, many, part } from '../../common/database/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { CUSTOMERS } from '../customers/customers';
import type { InvoiceQuery } from './invoice.dto';

/** The relations by which an invoice bills a container. */
const BILLED = ['line_items', 'billed_containers'];

/** Applies the filters of a list. */
export function filterInvoices(reader: Reader, query: InvoiceQuery): Reader {
  const { customer_type } = query;
  // These filters vary too much in selectivity for one cached plan.
  if (query.line_items_q || query.tariff_id || query.customer_general_ledger_id) reader.unprepared();
  if (customer_type) {
    const { column, hasAddress } = CUSTOMERS[customer_type];
    const ledger = query.customer_general_ledger_id;
    reader.where(raw(`t.${column} IS NOT NULL`));
    if (hasAddress) reader.refersTo(column.replace(/_id$/, ''), many(key('general_ledger_id')), ledger);
    else if (ledger) reader.where(raw('false'));
  }
  return reader
    .refersTo('line_items', part('description'), query.line_items_q)
    .filter(query.created_during, (event) => sql`t.created_during = ${event}`)
    .filter(query.creation_method, (method) => sql`t.creation_method = ${method}`)
    .filter(query.movement_id, (id) => sql`t.movement_id = ${id}`)
    .filter(query.truck_visit_id, (id) => sql`t.truck_visit_id = ${id}`)
    .filter(query.total, (total) => sql`t.total = ${total}::numeric`)
    .where(query.missing_general_ledger_id ? sql`coalesce(t.general_ledger_id, '') = ''` : undefined)
    .filter(query.general_ledger_id, (ledger) => sql`t.general_ledger_id = ${ledger}`)
    .filter(query.currency, (currency) => sql`t.currency = ${currency}`)
    .refersTo('bill_of_lading', keyInAnyCase('number'), query.bill_of_lading_number)
    .filter(query.bill_of_lading_id, (id) => sql`t.bill_of_lading_id = ${toId(id) ?? null}`)
    .refersTo('line_items', many(key('tariff_id')), query.tariff_id)
    .refersTo(BILLED, 'container_id', query.container_id && (toId(query.container_id) ?? 0))
    .refersTo(
      BILLED.map((path) => `${path}.container`),
      key('number', normalizeContainerNumber),
      query.container_number,
    )
    .filter(query.voyage_id, (id) => sql`t.voyage_id = ${toId(id) ?? null}`)
    .refersTo('voyage', keyInAnyCase('number'), query.voyage_number)
    .filter(query.paid, (paid) => flag('paid', paid))
    .filter(query.is_proforma, (is_proforma) => flag('is_proforma', is_proforma))
    .filter(query.approved, (approved) => flag('approved', approved));
}

/** A literal instead of a parameter, so that the planner knows how selective it is: most invoices are paid. */
function flag(column: string, value: boolean): Sql {
  return raw(value ? `t.${column}` : `NOT t.${column}`);
}
