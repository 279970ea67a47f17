import { In, listOf, wrapper } from '../../common/input/in';
import { RequiredWith } from '../../common/input/required-with';
import { BadValue, toInteger, toText } from '../../common/input/values';
import { counting } from '../../common/pagination/counts';
import { PageQuery } from '../../common/pagination/page-query';
import { BillKey } from '../../cargo/bills-of-lading/bill-reference';
import { CustomerKey } from '../customers/customer-key';
import { CUSTOMER_TYPES } from '../customers/customers';
import type { CustomerType } from '../customers/customers';
import { CREATION_METHODS, DOCUMENT_TYPES, type DocumentType } from './invoice.entity';
import { toHundredths } from '../money';

export class CreateInvoiceLine {
  @In.note({ example: 'Storage, full 20 ft, after free days' }) description?: string | null;
  @In.number({ description: '1 unless given', example: 4 }) quantity?: number | null;
  @In.number({ required: true, description: 'The price of one; also as text', example: 9.75 }) amount: number;
  @In.text({ description: "The invoice's unless given", example: 'EUR' }) currency?: string | null;
  @In.text({ example: 'day' }) billed_by?: string | null;
  @In.text({ example: 'container' }) billed_per?: string | null;
  @In.text({ example: 'STOR20' }) item?: string | null;
  @In.text({ example: 'Storage tariff 2026' }) tariff_name?: string | null;
  @In.text({ example: 'GL-80050' }) tariff_general_ledger_id?: string | null;
  @In.custom(
    { type: 'string', maxLength: 255 },
    (raw) => (typeof raw === 'number' ? String(toInteger(raw)) : toText(raw, { max: 255 })),
    { description: 'The id of the tariff where tariffs are kept', example: '17' },
  )
  tariff_id?: string | null;
  @In.text({ description: 'The number of a container', example: 'WHAU4142033' }) container?: string | null;
  @In.id({ description: 'The id of the container, instead of its number' }) container_id?: number | null;
}

export class CreateInvoice {
  @In.text({
    identifier: 'visible',
    required: true,
    trim: true,
    example: 'INV-260101',
  })
  number: string;
  @In.object(() => CustomerKey, { required: true }) customer: CustomerKey;

  @In.text({ description: 'The number of the voyage that is billed', example: 'WP2611' })
  voyage?: string | null;
  @In.id({ description: 'The id of the voyage, instead of its number' }) voyage_id?: number | null;
  @In.id({ description: 'The truck visit that is billed' }) truck_visit_id?: number | null;
  @In.object(() => BillKey, {
    description: 'What is billed: a bill of lading, named by its manifest and its number there',
  })
  bill_of_lading?: BillKey | null;
  @In.id({ description: 'The id of the bill of lading, instead of its number' })
  bill_of_lading_id?: number | null;
  @In.texts({ description: 'The containers of the bill that are billed', example: ['WHAU4142033'] })
  bl_container_numbers?: string[] | null;
  @In.id({ description: 'The movement that is billed' }) movement_id?: number | null;

  @In.text({ description: 'That of the lines unless given', example: 'EUR' }) currency?: string | null;
  @In.bool({ description: 'A draft for the customer to see what it will be; false unless given' })
  is_proforma?: boolean | null;
  @In.text({ description: 'What made the invoice due', example: 'gate_out' }) created_during?: string | null;
  @In.oneOf(CREATION_METHODS, { caseInsensitive: true, example: 'auto' }) creation_method?: string | null;
  @In.text({ example: 'GL-12001' }) general_ledger_id?: string | null;
  @In.time() invoiced_at?: string | null;
  @In.objects(() => CreateInvoiceLine) line_items?: CreateInvoiceLine[] | null;
  @In.number({ description: 'Rounded to two decimals; 0 unless given; also as text', example: 13.49 })
  taxes_and_fees?: number | null;
}

export class UpdateInvoice {
  @In.text({ example: 'GL-12001' }) general_ledger_id?: string | null;
  @In.bool({
    notNull: true,
    description: 'true or 1 approves as the user of the token, false or 0 withdraws',
  })
  approved?: boolean;
  @In.bool({ notNull: true }) paid?: boolean;
}

/** The most invoices that are approved together. */
const MOST_APPROVED = 100;

const ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER } as const;

/** Different ids, one at least. */
function toIds(raw: unknown): number[] {
  const ids = listOf((each) => toInteger(each, { min: 1, max: ID.maximum }))(raw);
  if (!ids.length) throw new BadValue('must name an invoice');
  if (ids.length > MOST_APPROVED) throw new BadValue(`must have at most ${MOST_APPROVED} items`);
  const twice = ids.find((id, at) => ids.indexOf(id) < at);
  if (twice !== undefined) throw new BadValue(`names ${twice} twice`);
  return ids;
}

export class ApproveInvoices {
  @In.custom(
    { type: 'array', items: { ...ID }, minItems: 1, maxItems: MOST_APPROVED, uniqueItems: true },
    toIds,
    { required: true, description: 'The ids of the invoices, in the order in which they are numbered' },
  )
  ids: number[];
}

export class UpdateInvoiceBody extends wrapper('invoice', UpdateInvoice) {}

/** A decimal number of any precision, e.g. a floating-point total, rounded to hundredths. */
function toTotal(raw: unknown): string | null {
  if (raw === '') return null;
  if (typeof raw !== 'string' || !/^-?\d{1,30}(\.\d{1,30})?$/.test(raw))
    throw new BadValue('must be a number');
  return toHundredths(raw);
}

/** How far an invoice has come. */
const INVOICE_STATUSES = ['draft', 'approved', 'paid', 'overdue'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export class InvoiceQuery extends PageQuery {
  @RequiredWith('customer')
  @RequiredWith('customer_general_ledger_id')
  @In.oneOf(CUSTOMER_TYPES, { description: 'Only invoices for companies of this kind' })
  customer_type?: CustomerType;
  @In.text({ description: 'The whole general ledger id of the customer; goes with customer_type' })
  customer_general_ledger_id?: string;
  @In.text({ description: 'The whole name or code of the customer; goes with customer_type', example: 'WHA' })
  customer?: string;
  @In.text({ description: 'Part of the description of a line item, in any case' }) line_items_q?: string;
  @In.text({ description: 'What made the invoice due', example: 'gate_out' }) created_during?: string;
  @In.oneOf(CREATION_METHODS, { caseInsensitive: true, description: 'In any case' }) creation_method?: string;
  @In.id({ description: 'The movement that is billed' }) movement_id?: number;
  @In.id({ description: 'The truck visit that is billed' }) truck_visit_id?: number;
  @In.custom({ type: 'number' }, toTotal, { description: 'Compared to two decimals', example: 184.85 })
  total?: string;
  @In.bool({ description: 'true for those without a general ledger id only' })
  missing_general_ledger_id?: boolean;
  @In.text({ description: 'The whole currency code', example: 'EUR' }) currency?: string;
  @In.text({ description: 'The whole number of the bill of lading' }) bill_of_lading_number?: string;
  @In.text({ description: 'Only invoices for the bill with this id' }) bill_of_lading_id?: string;
  @In.text({ description: 'The id of the tariff of a line item' }) tariff_id?: string;
  @In.text({ description: 'The id of a container that is billed' }) container_id?: string;
  @In.text({ description: 'The whole number of a container that is billed' }) container_number?: string;
  @In.text({ description: 'Only invoices for the voyage with this id' }) voyage_id?: string;
  @In.text({ description: 'The whole number of the voyage' }) voyage_number?: string;
  @In.text({ description: 'The whole general ledger id of the invoice' }) general_ledger_id?: string;
  @In.bool({ description: 'Both kinds unless given' }) paid?: boolean;
  @In.bool({ description: 'Both kinds unless given' }) is_proforma?: boolean;
  @In.bool({ description: 'Both kinds unless given' }) approved?: boolean;
  @In.oneOf(DOCUMENT_TYPES, { description: 'Both kinds unless given' }) document_type?: DocumentType;
  @In.oneOf(INVOICE_STATUSES, {
    description:
      '`draft`: neither approved nor paid; `approved`: not paid yet; `overdue`: of those, what was to be paid before today',
  })
  status?: InvoiceStatus;
  @In.date({ description: 'Only what is to be paid by this day', example: '2026-03-31' }) due_until?: string;
  @In.date({ description: 'Only what is to be paid on this day or later', example: '2026-03-01' })
  due_from?: string;
  @In.bool({
    description:
      'true for what is approved or numbered, no pro-forma, and has something open only; credit notes too',
  })
  open?: boolean;
  @In.bool({ description: 'true for what has something open that was to be paid before today only' })
  overdue?: boolean;
  @In.date({ description: 'Only what became paid on this day or later', example: '2026-03-01' })
  paid_from?: string;
  @In.date({ description: 'Only what became paid on this day or earlier', example: '2026-03-31' })
  paid_until?: string;
  @In.id({ description: 'Only what this billing run made' }) billing_run_id?: number;
  @In.text({ description: 'The whole charge code of a line item', example: 'STOR' }) charge_code?: string;
}

/** What invoices are counted by. */
export const INVOICE_GROUPS = {
  status: 'How far it has come; one that is overdue is not counted as approved',
  document_type: 'Invoice or credit note',
};

export class InvoiceCountQuery extends counting(InvoiceQuery, INVOICE_GROUPS) {}
