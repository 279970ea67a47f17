import sql, { raw, Sql } from 'sql-template-tag';
import { toId } from '../../common/database/sql/conditions';
import type { Reader } from '../../common/database/read/reader';
import { key, keyAmong, keyInAnyCase, many, part } from '../../common/database/sql/references';
import { startOfDay, startOfNextDay } from '../../common/input/times';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { CUSTOMERS } from '../customers/customers';
import type { InvoiceQuery, InvoiceStatus } from './invoice.dto';

/** SQL: whether something of an invoice or a credit note is open that a customer was sent. */
const IS_OPEN = 't.amount_open <> 0 AND NOT t.is_proforma AND (t.approved OR t.numbered_at IS NOT NULL)';

/** The relations by which an invoice bills a container. */
const BILLED = ['line_items', 'billed_containers'];

/**
 * Applies the filters of a list.
 * @param day today, before which an invoice was to be paid that is overdue, in the time zone
 */
export function filterInvoices(
  reader: Reader,
  query: InvoiceQuery,
  { day, time_zone }: { day: string; time_zone: string },
): Reader {
  const { customer_type } = query;
  // These filters vary too much in selectivity for one cached plan.
  if (query.line_items_q || query.tariff_id || query.customer_general_ledger_id || query.charge_code)
    reader.unprepared();
  if (customer_type) {
    const { column, hasAddress, namedBy } = CUSTOMERS[customer_type];
    const ledger = query.customer_general_ledger_id;
    reader.where(raw(`t.${column} IS NOT NULL`));
    if (hasAddress) reader.refersTo(column.replace(/_id$/, ''), many(key('general_ledger_id')), ledger);
    else if (ledger) reader.where(raw('false'));
    reader.refersTo(column.replace(/_id$/, ''), many(keyAmong(...namedBy)), query.customer);
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
    .filter(query.approved, (approved) => flag('approved', approved))
    .filter(query.document_type, (type) => raw(`t.document_type = '${type}'`))
    .filter(query.status, (status) => statusIs(status, day))
    .skewed(query.due_until, (day) => sql`t.due_on <= ${day}::date`)
    .skewed(query.due_from, (day) => sql`t.due_on >= ${day}::date`)
    .filter(query.open, (open) => raw(open ? IS_OPEN : `NOT (${IS_OPEN})`))
    .filter(query.overdue, (overdue) =>
      overdue
        ? sql`${raw(IS_OPEN)} AND t.amount_open > 0 AND t.due_on < ${day}::date`
        : sql`(${raw(IS_OPEN)} AND t.amount_open > 0 AND t.due_on < ${day}::date) IS NOT TRUE`,
    )
    .skewed(query.paid_from, (from) => sql`t.paid_at >= ${startOfDay(from, time_zone)}::timestamptz`)
    .skewed(query.paid_until, (until) => sql`t.paid_at < ${startOfNextDay(until, time_zone)}::timestamptz`)
    .filter(query.billing_run_id, (id) => sql`t.billing_run_id = ${id}`)
    .refersTo('line_items.charge_code', many(key('code')), query.charge_code);
}

function statusIs(status: InvoiceStatus, day: string): Sql {
  if (status === 'draft') return sql`NOT t.approved AND NOT t.paid`;
  if (status === 'paid') return sql`t.paid`;
  if (status === 'approved') return sql`t.approved AND NOT t.paid`;
  return sql`t.approved AND NOT t.paid AND t.due_on < ${day}::date`;
}

/** SQL: how far an invoice has come, by statuses that exclude each other: what is overdue is not approved alone. */
export const countedStatuses = (day: string): Record<InvoiceStatus, Sql> => ({
  draft: statusIs('draft', day),
  approved: sql`${statusIs('approved', day)} AND NOT coalesce(t.due_on < ${day}::date, false)`,
  paid: statusIs('paid', day),
  overdue: statusIs('overdue', day),
});

/** A literal instead of a parameter, so that the planner knows how selective it is: most invoices are paid. */
function flag(column: string, value: boolean): Sql {
  return raw(value ? `t.${column}` : `NOT t.${column}`);
}
