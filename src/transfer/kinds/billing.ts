import { CUSTOMERS, CustomerType } from '../../billing/invoices/customers';
import { CreateInvoice, CreateInvoiceLine, CustomerKey } from '../../billing/invoices/invoice.dto';
import { Invoice } from '../../billing/invoices/invoice.entity';
import { InvoiceLine } from '../../billing/invoices/invoice-line.entity';
import { invoiceCurrency, invoiceTotals, lineTotal } from '../../billing/invoices/invoice.rules';
import { Refused } from '../../common/errors/errors';
import { In } from '../../common/input/in';
import type { ImportRun } from '../import-run';
import { FieldMap, reference, SOME_TIME, TableRow } from '../field-map';
import { links } from '../links';
import { BILL, lookupOf } from '../lookups';
import { parts } from '../parts';
import { TableKind } from '../table-kind';
import { namedConsignee } from './consignee-reference';
import { truckVisit, VisitReference } from './gate';

class InvoiceState {
  @In.bool({ notNull: true }) paid?: boolean;
  @In.bool({ notNull: true }) approved?: boolean;
  @In.time() approved_at?: string | null;
  @In.text() approved_by?: string | null;
}

class CustomerLine extends CustomerKey {
  @namedConsignee() declare name?: string | null;
}

class InvoiceReferences extends VisitReference {
  @In.object(() => CustomerLine, { required: true }) customer: CustomerLine;
}

/** An export names a shipping line by its code, others by their name. */
const keyOf = (type: CustomerType) => (type === 'ShippingLine' ? 'code' : 'name');
const TYPES = Object.keys(CUSTOMERS) as CustomerType[];

const customer: FieldMap = {
  columns: TYPES.map((type) => CUSTOMERS[type].column),
  kinds: TYPES.map((type) => CUSTOMERS[type].table),
  value: () => {
    const objects = TYPES.map((type) => {
      const { table, column } = CUSTOMERS[type];
      const name = lookupOf(table, keyOf(type)).name(`t.${column}`);
      return `WHEN t.${column} IS NOT NULL THEN json_build_object('customer_type', '${type}', '${keyOf(type)}', ${name})`;
    });
    return `CASE ${objects.join(' ')} END`;
  },
  put: (row, value) => {
    const { customer_type: type, code, name } = value as CustomerKey;
    for (const { column } of Object.values(CUSTOMERS)) row.columns[column] = null;
    const { table, column } = CUSTOMERS[type];
    const [key, named] = type === 'ShippingLine' && code ? ['code', code] : ['name', name];
    if (named && typeof named === 'object' && type !== 'Consignee')
      row.line.refuse('customer.name', 'must be text');
    else if (named)
      row.want('customer', lookupOf(table, key), named, ({ columns }, id) => (columns[column] = id));
    else row.line.refuse('customer.name', 'is required');
  },
};

const invoiceLines = new TableKind({
  entity: InvoiceLine,
  input: [CreateInvoiceLine],
  key: ['description'],
  match: ['id'],
  internal: ['invoice_id', 'id'],
  maps: { container: reference('container', lookupOf('containers', 'number')), container_id: null },
  derived: {
    columns: ['total'],
    fill: ({ columns }) => {
      columns.quantity ??= 1;
      columns.total = lineTotal(columns.quantity as number, columns.amount as number);
    },
  },
});

const lineItems = parts('line_items', invoiceLines, 'invoice_id', 'id');

type Said = Partial<CreateInvoice> & InvoiceState;

/** Adds up each invoice as it will be: what a line leaves out is as it is stored. */
async function addUpAll(rows: TableRow[], { db }: ImportRun, kind: TableKind): Promise<void> {
  const numbers = rows.map(({ line }) => line.values.number as string);
  const stored = new Map<unknown, Said>();
  for (const invoice of await kind.said<Said>(db, numbers)) stored.set(invoice.number, invoice);
  for (const row of rows) addUp(row, stored.get(row.line.values.number));
}

/** Fills what follows from the lines of an invoice: their currency, and the sums. */
function addUp(row: TableRow, stored: Said | undefined): void {
  const { columns, line } = row;
  const said = line.values as Said;
  const { bill_of_lading, bl_container_numbers, line_items, taxes_and_fees, approved_at } = {
    ...stored,
    ...said,
  };
  if (bl_container_numbers?.length && !bill_of_lading)
    line.refuse('bill_of_lading', 'is required with bl_container_numbers');
  const items = line_items ?? [];
  try {
    const currency = invoiceCurrency(said.currency, items);
    columns.currency = currency ?? (said.currency === undefined ? stored?.currency : null);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    line.refuse('currency', error.message);
  }
  lineItems.put(
    row,
    items.map((item) => ({ ...item, currency: columns.currency })),
  );
  const totals = items.map(({ quantity, amount }) => lineTotal(quantity ?? 1, amount));
  Object.assign(columns, invoiceTotals(totals, taxes_and_fees ?? 0));
  if (said.approved !== undefined) columns.approved_at = said.approved ? (approved_at ?? SOME_TIME) : null;
}

export const invoices = (): TableKind => {
  const kind: TableKind = new TableKind({
    entity: Invoice,
    input: [CreateInvoice, InvoiceReferences, InvoiceState],
    key: ['number'],
    maps: {
      customer,
      voyage: reference('voyage', lookupOf('voyages', 'number')),
      voyage_id: null,
      truck_visit: truckVisit,
      truck_visit_id: null,
      bill_of_lading: reference('bill_of_lading', BILL),
      bill_of_lading_id: null,
      bl_container_numbers: links('bl_container_numbers', lookupOf('containers', 'number'), {
        table: 'billed_containers',
        from: 'invoice_id',
        to: 'container_id',
      }),
      line_items: {
        ...lineItems,
        columns: ['subtotal', 'total'],
        put: () => undefined,
        prepare: (rows, run) => addUpAll(rows, run, kind),
      },
      approved_by: reference('approved_by', lookupOf('users', 'email')),
    },
  });
  return kind;
};
