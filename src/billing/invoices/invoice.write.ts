import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { User } from '../../common/auth/user.kind';
import type { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import { In } from '../../common/input/in';
import { column, FieldMap, reference, SOME_TIME } from '../../common/write/field-map';
import { links } from '../../common/write/links';
import { lookupOf } from '../../common/write/lookups';
import { parts } from '../../common/write/parts';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { billReference } from '../../cargo/bills-of-lading/bill-lookup';
import { Container } from '../../cargo/containers/container.kind';
import { STAY } from '../../cargo/stays/container-stay.write';
import { VISIT, VisitReference } from '../../gate/visits/truck-visit.write';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { Exact, money } from '../money';
import { amountColumn, percentageInput } from '../money-fields';
import { ChargeCode } from '../tariffs/charge-code.kind';
import { Tax } from '../taxes/tax.kind';
import type { Numeric } from '../../common/schema/columns';
import { CustomerKey, CustomerLine } from '../customers/customer-key';
import { wantCustomer } from '../customers/customer-lookup';
import { CUSTOMER_COLUMNS, CUSTOMERS } from '../customers/customers';
import { CreateInvoice, CreateInvoiceLine } from './invoice.dto';
import { DOCUMENT_TYPES, Invoice } from './invoice.entity';
import { InvoiceDocument } from './invoice-document';
import { InvoiceTax } from './invoice-tax.entity';
import { InvoiceLine } from './invoice-line.entity';
import { invoiceCurrency, invoiceTotals, lineTotal } from './invoice.rules';
import { COMMON } from '../../common/errors/codes';

/** The customer at the approval or payment of the invoice. */
class CustomerKept {
  @In.text() name?: string | null;
  @In.note() address?: string | null;
}

/** The stay that a billed container was billed for, when that differs from the one it shows; null for none. */
class BilledStay {
  @In.text({ required: true }) container: string;
  @In.int({ min: 1 }) stay?: number | null;
}

/** A line in a file, which also says what was calculated. */
class InvoiceLineOfFile extends CreateInvoiceLine {
  @In.text() charge_code?: string | null;
  @In.text() tax?: string | null;
  @percentageInput() tax_percent?: string | null;
  @In.date() period_from?: string | null;
  @In.date() period_until?: string | null;
  /** The number of the stay of its container. */
  @In.int({ min: 1 }) stay?: number | null;
  /** The place, from 1, of the line that it credits on the invoice that is credited. */
  @In.int({ min: 1 }) credits_line?: number | null;
}

/** The tax of lines that have the same tax and percentage. */
class InvoiceTaxLine {
  @In.text({ required: true }) tax: string;
  @percentageInput({ required: true }) percent: string;
  @In.number({ required: true }) base: number;
  @In.number({ required: true }) amount: number;
}

/** The fields that a file states beyond those of a request. */
class InvoiceState {
  /** Where `marked` is not stated, one that is paid gets a payment of what is open. */
  @In.bool({ notNull: true }) paid?: boolean;
  /** Whether it counts as paid without a payment; payments are stated by themselves. */
  @In.bool({ notNull: true }) marked?: boolean;
  @In.time() paid_at?: string | null;
  @In.bool({ notNull: true }) approved?: boolean;
  @In.time() approved_at?: string | null;
  @In.text() approved_by?: string | null;
  @In.object(() => CustomerKept) customer_kept?: CustomerKept | null;
  /** What the invoice stated when it was issued. */
  @In.object(() => InvoiceDocument) document_kept?: InvoiceDocument | null;
  @In.objects(() => BilledStay) billed_stays?: BilledStay[] | null;
  @In.oneOf(DOCUMENT_TYPES, { notNull: true }) document_type?: string;
  @In.note() reason?: string | null;
  @In.time() numbered_at?: string | null;
  @In.date() due_on?: string | null;
  @In.objects(() => InvoiceLineOfFile) line_items?: InvoiceLineOfFile[] | null;
  @In.objects(() => InvoiceTaxLine) taxes?: InvoiceTaxLine[] | null;
  /** The number of the invoice that a credit note credits. */
  @In.text() credits?: string | null;
}

class InvoiceReferences extends VisitReference {
  @In.object(() => CustomerLine, { required: true }) customer: CustomerLine;
}

/** The customer, see `wantCustomer`. */
const customer: FieldMap = {
  columns: CUSTOMER_COLUMNS,
  kinds: Object.values(CUSTOMERS).map(({ table }) => table),
  value: () => {
    const objects = Object.entries(CUSTOMERS).map(([type, { table, column, key }]) => {
      const name = lookupOf(table, key).name(`t.${column}`);
      return `WHEN t.${column} IS NOT NULL THEN json_build_object('customer_type', '${type}', '${key}', ${name})`;
    });
    return `CASE ${objects.join(' ')} END`;
  },
  put: (row, value) => {
    for (const column of CUSTOMER_COLUMNS) row.set(column, null);
    const named = value as CustomerKey;
    wantCustomer(row, 'customer', named, (id) => row.set(CUSTOMERS[named.customer_type].column, id));
  },
};

const container = lookupOf(Container, 'number');

/**
 * The stays that containers were billed for. A container that is left out was billed for the stay it shows (decision
 * 322).
 */
const billedStays: FieldMap = {
  columns: [],
  kinds: [STAY.kind],
  value: () => `(
    SELECT coalesce(json_agg(json_build_object('container', c.number, 'stay', s.number) ORDER BY b.id), '[]'::json)
    FROM billed_containers b
    JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
    LEFT JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id
    WHERE b.organization_id = t.organization_id AND b.invoice_id = t.id AND b.stay_id IS DISTINCT FROM c.stay_id)`,
  put: (row, value) => {
    const stays: BilledFor[] = ((value ?? []) as BilledStay[]).map((stated, at) => {
      const field = `billed_stays.${at}`;
      const billed: BilledFor = { container_id: null, stay_id: null };
      row.want(`${field}.container`, container, stated.container, (id) => (billed.container_id = id));
      if (stated.stay)
        row.want(
          `${field}.stay`,
          STAY,
          [container.keyOf(stated.container), stated.stay],
          (id) => (billed.stay_id = id),
        );
      return billed;
    });
    row.parts.billed_stays = stays;
  },
  written: async (rows, { db }) => {
    const all = rows.flatMap(({ id, parts }) =>
      ((parts.billed_stays ?? []) as BilledFor[]).map((billed) => ({ invoice_id: id, ...billed })),
    );
    if (!all.length) return;
    await db.query(sql`
      UPDATE billed_containers b SET stay_id = r.stay_id, updated_at = now()
      FROM json_to_recordset(${JSON.stringify(all)}::json) AS r(invoice_id bigint, container_id bigint, stay_id bigint)
      WHERE b.organization_id = ${db.actor.organization_id} AND b.invoice_id = r.invoice_id
        AND b.container_id = r.container_id AND b.stay_id IS DISTINCT FROM r.stay_id`);
  },
};

interface BilledFor {
  container_id: number | null;
  stay_id: number | null;
}

/** The stay that a line is for, by its number. */
const stayOfLine: FieldMap = {
  columns: ['stay_id'],
  kinds: [STAY.kind],
  value: () => `(SELECT s.number FROM container_stays s
    WHERE s.organization_id = t.organization_id AND s.id = t.stay_id)`,
  put: (row, value) => {
    row.set('stay_id', null);
    if (value)
      row.want('stay', STAY, [container.keyOf(row.values.container), value], (id) => row.set('stay_id', id));
  },
};

/** The place of the line that a line credits; written by the map of `credits`, once all lines are. */
const creditedLine: FieldMap = {
  columns: [],
  value: () => `(SELECT count(*) FROM invoice_lines c
    JOIN invoice_lines p ON p.organization_id = c.organization_id AND p.invoice_id = c.invoice_id AND p.id <= c.id
    WHERE c.organization_id = t.organization_id AND c.id = t.credits_line_id HAVING count(*) > 0)`,
  put: () => undefined,
};

const invoiceLines = new WriteModel({
  entity: InvoiceLine,
  input: [CreateInvoiceLine, InvoiceLineOfFile],
  key: ['description'],
  match: ['id'],
  internal: ['invoice_id', 'id'],
  maps: {
    container: reference('container', container, { byId: 'checked', what: 'Container' }),
    charge_code: reference('charge_code', lookupOf(ChargeCode, 'code')),
    tax: reference('tax', lookupOf(Tax, 'code')),
    stay: stayOfLine,
    credits_line: creditedLine,
  },
  derived: {
    columns: ['total'],
    fill: (row) => {
      row.columns.quantity ??= '1';
      row.columns.total = totalOfLine(row.said<InvoiceLineOfFile>(), row.columns.currency ?? null);
    },
  },
});

/** The total of a line: of one that was calculated in the smallest unit of its currency. */
function totalOfLine(line: Partial<InvoiceLineOfFile>, currency: string | null): Numeric {
  const { quantity, amount, charge_code } = line;
  if (charge_code) return money(new Exact(quantity ?? 1).times(amount!), currency);
  return lineTotal(quantity ?? 1, amount!);
}

const invoiceTaxes = new WriteModel({
  entity: InvoiceTax,
  input: [InvoiceTaxLine],
  key: ['tax'],
  match: ['id'],
  internal: ['invoice_id', 'id'],
  maps: { tax: reference('tax', lookupOf(Tax, 'code')), percent: amountColumn('percent') },
});

/** The invoice that a credit note credits, and the lines that its lines credit. */
const credits: FieldMap = {
  ...reference('credits', lookupOf('invoices', 'number')),
  written: async (rows, { db }) => {
    const lines = rows.flatMap(({ id, values }) =>
      ((values.line_items ?? []) as InvoiceLineOfFile[]).flatMap(({ credits_line }, at) =>
        credits_line && values.credits ? [{ id, at: at + 1, credits: values.credits, credits_line }] : [],
      ),
    );
    if (!lines.length) return;
    const { organization_id } = db.actor;
    const place = (of: string) => raw(`row_number() OVER (PARTITION BY ${of}.invoice_id ORDER BY ${of}.id)`);
    await db.query(sql`
      WITH said AS (
        SELECT r.id, r.at, i.id AS credited, r.credits_line
        FROM json_to_recordset(${JSON.stringify(lines)}::json) AS r(id bigint, at int, credits text, credits_line int)
        JOIN invoices i ON i.organization_id = ${organization_id} AND i.number = r.credits
      ), own AS (
        SELECT l.id, l.invoice_id, ${place('l')} AS at FROM invoice_lines l
        WHERE l.organization_id = ${organization_id} AND l.invoice_id IN (SELECT id FROM said)
      ), credited AS (
        SELECT l.id, l.invoice_id, ${place('l')} AS at FROM invoice_lines l
        WHERE l.organization_id = ${organization_id} AND l.invoice_id IN (SELECT credited FROM said)
      )
      UPDATE invoice_lines t SET credits_line_id = c.id
      FROM said
      JOIN own o ON o.invoice_id = said.id AND o.at = said.at
      JOIN credited c ON c.invoice_id = said.credited AND c.at = said.credits_line
      WHERE t.organization_id = ${organization_id} AND t.id = o.id AND t.credits_line_id IS DISTINCT FROM c.id`);
  },
};

/** The document as it was issued. One that a file leaves out is kept as it is, or as it is known now. */
const documentKept: FieldMap = {
  columns: [],
  value: () => `(SELECT d.document FROM invoice_documents d
    WHERE d.organization_id = t.organization_id AND d.invoice_id = t.id)`,
  put: () => undefined,
  written: async (rows, { db }) => {
    const stated = rows.flatMap(({ id, values: { document_kept: document } }) =>
      document ? [{ invoice_id: id, document }] : [],
    );
    if (!stated.length) return;
    await db.query(sql`
      INSERT INTO invoice_documents (organization_id, invoice_id, document)
      SELECT ${db.actor.organization_id}::bigint, r.invoice_id, r.document
      FROM json_to_recordset(${JSON.stringify(stated)}::json) AS r(invoice_id bigint, document jsonb)
      ON CONFLICT (organization_id, invoice_id) DO UPDATE SET document = excluded.document, updated_at = now()
      WHERE invoice_documents.document <> excluded.document`);
  },
};

/** The most bytes of JSON that the line items of an invoice may have: a thousand are then shown in 256 KiB. */
const MOST_BYTES = 90 * 1024;
const lineItems = parts('line_items', invoiceLines, 'invoice_id', 'id');

type Said = Omit<Partial<CreateInvoice>, 'line_items'> & InvoiceState;

export const invoiceModel = new WriteModel<Invoice>({
  entity: Invoice,
  input: [CreateInvoice, InvoiceReferences, InvoiceState],
  key: ['number'],
  maps: {
    customer,
    voyage: reference('voyage', lookupOf(Voyage, 'number'), { byId: 'checked' }),
    truck_visit: reference('truck_visit', VISIT, { byId: 'checked' }),
    bill_of_lading: billReference(),
    bl_container_numbers: links('bl_container_numbers', container, {
      table: 'billed_containers',
      from: 'invoice_id',
      to: 'container_id',
      what: 'Container',
      items: true,
    }),
    line_items: {
      ...lineItems,
      columns: ['subtotal', 'total'],
      put: () => undefined,
      complete: addUpAll,
    },
    billed_stays: billedStays,
    taxes: parts('taxes', invoiceTaxes, 'invoice_id', 'id'),
    paid: {
      ...column('paid'),
      put: (row, value) => {
        if (value !== undefined && row.values.marked === undefined) row.set('paid', value);
      },
    },
    credits,
    document_kept: documentKept,
    approved_by: reference('approved_by', lookupOf(User, 'email')),
  },
});

/** Adds up each invoice as it will be: what a line of a file leaves out is as it is stored. */
async function addUpAll(rows: WriteRow[], run: WriteRun): Promise<void> {
  const { db, history } = run;
  const numbers = rows.map(({ values }) => values.number as string);
  const stored = history ? await storedInvoices(db, numbers) : new Map<unknown, Said>();
  for (const row of rows) addUp(row as RowOf<Invoice>, stored.get(row.values.number));
  if (run.exported) return;
  for (const row of rows)
    if (Buffer.byteLength(JSON.stringify(row.values.line_items ?? null)) > MOST_BYTES)
      row.refuse('line_items', {
        code: COMMON.too_many,
        sentence: 'The line items of an invoice take at most 90 KiB: make more invoices of them.',
      });
}

/** The stored invoices with these numbers, as an export writes them. */
async function storedInvoices(db: Db, numbers: string[]): Promise<Map<unknown, Said>> {
  const rows = await db.query<{ said: Said }>(sql`
    SELECT row_to_json(f) AS said
    FROM invoices t CROSS JOIN LATERAL (SELECT ${raw(invoiceModel.values(db.dataSource))}) f
    WHERE t.organization_id = ${db.actor.organization_id} AND ${among('t.number', numbers, 'text')}`);
  return new Map(rows.map(({ said: stated }) => [stated.number, stated]));
}

/** Sets what follows from the lines of an invoice: the currency and the sums. */
function addUp(row: RowOf<Invoice>, stored: Said | undefined): void {
  const stated = row.said<Said>();
  const { bill_of_lading, bill_of_lading_id, bl_container_numbers, line_items, taxes_and_fees, approved_at } =
    {
      ...stored,
      ...stated,
    };
  if (bl_container_numbers?.length && !bill_of_lading && !bill_of_lading_id)
    row.refuse('bill_of_lading', {
      code: COMMON.invalid,
      sentence: 'Containers are billed by their bill of lading: name it.',
    });
  const items = line_items ?? [];
  try {
    const currency = invoiceCurrency(stated.currency, items);
    row.columns.currency = currency ?? (stated.currency === undefined ? (stored?.currency ?? null) : null);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const [field] = Object.keys(error.errors!);
    row.refuse(stated.line_items ? field! : 'currency', { code: error.code, sentence: error.message });
  }
  lineItems.put(
    row,
    items.map((item) => ({ ...item, currency: row.columns.currency })),
  );
  const totals = items.map((item) => totalOfLine(item, row.columns.currency ?? null));
  Object.assign(row.columns, invoiceTotals(totals, taxes_and_fees ?? 0));
  if (stated.approved !== undefined)
    row.set('approved_at', stated.approved ? (approved_at ?? SOME_TIME) : null);
}
