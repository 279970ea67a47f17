import { ApiProperty } from '@nestjs/swagger';
import { INTEGER } from '../../common/schema/integers';
import { asTime, Of, userName, view } from '../../common/view/view';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { TruckVisitSummary } from '../../gate/visits/truck-visit.view';
import { Vessel } from '../../voyages/vessels/vessel.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { CUSTOMER_TYPES, customerForParties, customerJson, type CustomerType } from '../customers/customers';
import { asAmount } from '../money-fields';
import { unitSql, unitsSql } from '../quantity-unit';
import { OpenTo } from '../../common/party-wall/open-to';
import { isOwnCompany } from '../../common/party-wall/own-company';
import {
  CREATION_METHODS,
  DOCUMENT_TYPES,
  Invoice,
  toldToCustomers,
  type DocumentType,
} from './invoice.entity';
import { InvoiceLine } from './invoice-line.entity';
import { jsonArray, jsonMap, jsonObject } from '../../common/view/json-sql';
import { isCalculated } from './invoice-sql';
import { InvoiceTax } from './invoice-tax.entity';

/** SQL: an amount with two decimals (decision 49). */
const amount = (column: string) => (of: Of) => `round(${of(column)}, 2)::text`;
const AMOUNT = { nullable: false, example: '184.85' };

const PAID = {
  ...AMOUNT,
  description: 'What payments are allocated to it; below 0 where a credit note is paid out',
  example: '100.00',
};
const OPEN = {
  ...AMOUNT,
  description: '`total` less what is paid and credited; below 0 of a credit note',
  example: '84.85',
};
const PAID_AT = { description: 'When the last of it was paid or credited; null while it is not `paid`' };

/** SQL: how far an invoice has come, as the filter `status` goes by. An overdue one is approved. */
const status = (of: Of) =>
  `CASE WHEN ${of('paid')} THEN 'paid' WHEN ${of('approved')} THEN 'approved' ELSE 'draft' END`;
const STATUS = {
  nullable: false,
  values: ['draft', 'approved', 'paid'],
  description: '`approved` until it is paid, also where it is overdue because `due_on` has passed',
  example: 'approved',
} as const;

/** SQL: a unit price with the decimals that were agreed, two to six. */
const unitPrice = (of: Of) => asAmount(of('amount'));

/** SQL: a percentage with two places to six. */
const percentage = (column: string) => (of: Of) => asAmount(of(column));

const TaxOut = view(InvoiceTax);

/** The tax on the lines of an invoice that have the same tax and percentage. */
@OpenTo.parties({ fields: ['tax', 'percent', 'base', 'amount'] })
export class TaxOfInvoice {
  @TaxOut.sql((of) => of('tax.code'), 'text', {
    nullable: false,
    description: 'The code of the tax',
    example: 'NL21',
  })
  tax: string;
  @TaxOut.sql(percentage('percent'), 'text', {
    nullable: false,
    description: 'How much of the base is taken, of a hundred',
    example: '21.00',
  })
  percent: string;
  @TaxOut.sql(amount('base'), 'text', {
    nullable: false,
    description: 'The sum of the lines that are taxed',
    example: '410.00',
  })
  base: string;
  @TaxOut.sql(amount('amount'), 'text', { nullable: false, example: '86.10' }) amount: string;
}

const InvoiceLineOut = view(InvoiceLine);

/** SQL: how many units the charges on a line have; null where a quantity of them was waived. */
const unitsOfCharges = (of: Of) => `(
  SELECT CASE WHEN NOT bool_or(c.kind = 'waiver')
    THEN sum((c.last_unit - c.first_unit + 1) * sign(c.quantity))::integer END
  FROM charges c WHERE c.organization_id = ${of('organization_id')} AND c.invoice_line_id = ${of('id')})`;

@OpenTo.parties({
  fields: [
    'description',
    'quantity',
    'unit',
    'units',
    'currency',
    'amount',
    'total',
    'billed_by',
    'billed_per',
    'item',
    'tariff_name',
    'container',
    'charge_code',
    'tax',
    'tax_percent',
    'period_from',
    'period_until',
  ],
})
export class InvoiceLineItem {
  @InvoiceLineOut.text({ example: 'Stripping of groupage' }) description: string | null;
  @InvoiceLineOut.number({ example: 8.638 }) quantity: number;
  @InvoiceLineOut.sql(unitSql, 'text', {
    description: 'What the quantity is of: `TEU × day` for 2 TEU of one day; null where nothing tells',
    example: 'tonne',
  })
  unit: string | null;
  @InvoiceLineOut.sql((of) => unitsSql(of, unitsOfCharges(of)), 'integer', {
    description:
      'How many days or periods it counts; null where nothing is counted, and where some of it was waived',
    example: 5,
  })
  units: number | null;
  @InvoiceLineOut.text({ example: 'EUR' }) currency: string | null;
  @InvoiceLineOut.sql(unitPrice, 'text', {
    ...AMOUNT,
    description: 'The price of one, with two places to six',
    example: '21.40',
  })
  amount: string;
  @InvoiceLineOut.sql(amount('total'), 'text', { ...AMOUNT, description: 'Quantity times amount' })
  total: string;
  @InvoiceLineOut.text({ example: 'tonne' }) billed_by: string | null;
  @InvoiceLineOut.text({ example: 'container' }) billed_per: string | null;
  @InvoiceLineOut.text({ example: 'STRIP' }) item: string | null;
  @InvoiceLineOut.text({ example: 'GL-80080' }) tariff_general_ledger_id: string | null;
  @InvoiceLineOut.text({ example: 'Freight station tariff 2026' }) tariff_name: string | null;
  @InvoiceLineOut.sql((of) => of('container.number'), 'text', {
    description: 'The number of the container that it is for',
    example: 'TDKU7301950',
  })
  container: string | null;
  @InvoiceLineOut.sql((of) => of('charge_code.code'), 'text', {
    description: 'What is charged; null on lines that were not calculated here',
    example: 'STOR',
  })
  charge_code: string | null;
  @InvoiceLineOut.sql((of) => of('tax.code'), 'text', {
    description: 'The code of its tax; null without one',
    example: 'NL21',
  })
  tax: string | null;
  @InvoiceLineOut.sql(percentage('tax_percent'), 'text', {
    description: 'How much of its total is taken as tax, of a hundred',
    example: '21.00',
  })
  tax_percent: string | null;
  @InvoiceLineOut.date({ description: 'The first day of what is charged' }) period_from: string | null;
  @InvoiceLineOut.date({ description: 'The last day of what is charged' }) period_until: string | null;
}

// Consignees and agents have the same fields.
const ShippingLineOut = view(ShippingLine);

/** The company that an invoice is for; of a trucking company the name alone is known. */
export class InvoiceCustomer {
  @ShippingLineOut.id() id: number;
  @ApiProperty({ type: 'string', enum: [...CUSTOMER_TYPES] }) customer_type: CustomerType;
  @ShippingLineOut.text({ example: 'Westhaven Atlantic Line' }) name: string | null;
  @ShippingLineOut.text() address: string | null;
  @ShippingLineOut.text({ example: 'GL-12001' }) general_ledger_id: string | null;
  @ShippingLineOut.text() email: string | null;
  @ShippingLineOut.text() contact_person: string | null;
  @ShippingLineOut.text() phone: string | null;
}

const VesselOut = view(Vessel);

@OpenTo.parties({ fields: ['imo_number', 'name', 'vessel_type'] })
export class VesselOfInvoice {
  @VesselOut.text({ example: '9074729' }) imo_number: string | null;
  @VesselOut.text({ example: 'Westhaven Pioneer' }) name: string;
  @VesselOut.text({ example: 'container' }) vessel_type: string | null;
}

const VoyageOut = view(Voyage);

@OpenTo.parties({ fields: ['id', 'number', 'vessel'] })
export class VoyageOfInvoice {
  @VoyageOut.id() id: number;
  @VoyageOut.text({ example: 'WP2611' }) number: string;
  @VoyageOut.one('vessel', () => VesselOfInvoice) vessel: VesselOfInvoice;
}

/** The bill of lading that an invoice bills, with the billed containers. */
export class BillOfInvoice {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WHA26110041' }) bl_number: string;
  @ApiProperty({ type: 'array', items: { type: 'string' }, example: ['WHAU4119542', 'WHAU4142033'] })
  containers: string[];
}

/** Another invoice or credit note, by what it is known by. */
export class OtherInvoice {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'INV-2026-000001' }) number: string;
}

/** The billing run that made an invoice. */
export class RunOfInvoice {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ ...INTEGER, description: 'Counts the runs of the organization from 1', example: 7 })
  number: number;
}

/** The part of a payment that counts for an invoice. */
export class PaymentOfInvoice {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Null for what was marked as paid before there were payments',
    example: 'PAY-2026-000004',
  })
  number: string | null;
  @ApiProperty({ type: 'string', description: 'How it was paid', example: 'card' }) way: string;
  @ApiProperty({ type: 'string', description: 'How much of the payment', example: '100.00' }) amount: string;
  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it was paid' }) paid_at: string;
}

const Out = view(Invoice);

/** SQL: the parts of payments that count for an invoice. */
const paymentsOf = (of: Of) => `(
  SELECT ${jsonArray(`${jsonObject({ id: 'p.id', number: 'p.number', way: 'p.way', amount: 'a.amount::text', paid_at: asTime('p.paid_at') })} ORDER BY a.id`)}
  FROM payment_allocations a
  JOIN payments p ON p.organization_id = a.organization_id AND p.id = a.payment_id
  WHERE a.organization_id = ${of('organization_id')} AND a.invoice_id = ${of('id')} AND a.deallocated_at IS NULL)`;

/** SQL: the credit notes that credit an invoice. */
const creditedBy = (which: string) => (of: Of) => `(
  SELECT ${jsonArray(`${jsonObject({ id: 'c.id', number: 'c.number' })} ORDER BY c.id`)}
  FROM invoices c WHERE c.organization_id = ${of('organization_id')} AND c.credits_id = ${of('id')}${which})`;

/** SQL: the run that made an invoice; null for none. */
const runOf = (of: Of) => `(
  SELECT ${jsonObject({ id: 'r.id', number: 'r.number' })}
  FROM billing_runs r WHERE r.organization_id = ${of('organization_id')} AND r.id = ${of('billing_run_id')})`;

/** SQL: the containers that an invoice bills, in the order of the request. */
const billed = (select: string) => (of: Of) => `(
  SELECT ${jsonArray(`c.${select} ORDER BY b.id`)}
  FROM billed_containers b
  JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
  WHERE b.organization_id = ${of('organization_id')} AND b.invoice_id = ${of('id')})`;

/** SQL: the numbers of the containers on the bill of lading. */
const onBill = (of: Of) => `(
  SELECT ${jsonArray('DISTINCT c.number ORDER BY c.number')}
  FROM container_bills b
  JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id AND s.status <> 'cancelled'
  JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
  WHERE b.organization_id = ${of('organization_id')} AND b.bill_of_lading_id = ${of('bill_of_lading_id')})`;

/** SQL: a value that pro-formas of a bill of lading have, and what was calculated here; null for every other invoice. */
const ofBillProforma = (value: (of: Of) => string) => (of: Of) =>
  `CASE WHEN ${of('bill_of_lading_id')} IS NOT NULL AND (${of('is_proforma')} OR ${isCalculated(of)})
    THEN ${value(of)} END`;

/** SQL: the bill of lading with these containers. A segment of a bill has the id of the bill. */
const bill = (containers: (of: Of) => string) =>
  ofBillProforma((of) =>
    jsonObject({
      id: of('bill_of_lading_id'),
      bl_number: of('bill_of_lading.number'),
      containers: containers(of),
    }),
  );

/** An invoice in lists and in the answer to its creation. */
@OpenTo.parties({
  fields: [
    'id',
    'number',
    'is_proforma',
    'status',
    'paid',
    'approved',
    'approved_at',
    'created_at',
    'invoiced_at',
    'created_during',
    'subtotal',
    'taxes_and_fees',
    'total',
    'amount_paid',
    'amount_credited',
    'amount_open',
    'paid_at',
    'payments',
    'document_type',
    'numbered_at',
    'due_on',
    'taxes',
    'credits',
    'reason',
    'line_items',
    'totals_by_container',
    'voyage',
    'bol_segment',
    'bl_container_ids',
    'bl_container_numbers',
  ],
  own: { truck_visit: (of) => isOwnCompany(of('organization_id'), of('truck_visit.trucking_company_id')) },
  instead: {
    customer: customerForParties,
    credited_by: creditedBy(` AND ${toldToCustomers('c')}`),
    // what else is on the bill may be of others
    bill_of_lading: bill(billed('number')),
  },
  told: {
    customer: ({ customer }) => ({ ...(customer as object), general_ledger_id: null }),
    bill_of_lading: ({ bol_segment }) => bol_segment,
  },
})
export class InvoiceItem {
  @Out.id() id: number;
  @Out.text({ example: 'INV-260101' }) number: string;
  @Out.text({ example: 'GL-12001' }) general_ledger_id: string | null;
  @Out.bool({ description: 'A draft for the customer to see what it will be' }) is_proforma: boolean;
  @Out.sql(status, 'text', STATUS) status: string;
  @Out.bool() paid: boolean;
  @Out.bool() approved: boolean;
  @Out.sql((of) => userName(of, 'approved_by'), 'text', {
    description: 'The user who approved it: the name, or the e-mail when there is none',
    example: 'Tess Ter',
  })
  approved_by: string | null;
  @Out.time() approved_at: string | null;
  @Out.time() created_at: string;
  @Out.time() invoiced_at: string | null;
  @Out.text({ description: 'What made the invoice due', example: 'gate_out' }) created_during: string | null;
  @Out.oneOf(CREATION_METHODS) creation_method: string | null;
  @Out.int() movement_id: number | null;
  @Out.sql(amount('subtotal'), 'text', { ...AMOUNT, description: 'The sum of the line items' })
  subtotal: string;
  @Out.sql(amount('taxes_and_fees'), 'text', { ...AMOUNT, example: '0.00' }) taxes_and_fees: string;
  @Out.sql(amount('total'), 'text', { ...AMOUNT, description: 'Line items, taxes and fees' }) total: string;
  @Out.sql(amount('amount_paid'), 'text', PAID) amount_paid: string;
  @Out.sql(amount('amount_credited'), 'text', {
    ...AMOUNT,
    description: 'What credit notes are applied to it; of a credit note what is applied of it, below 0',
    example: '0.00',
  })
  amount_credited: string;
  @Out.sql(amount('amount_open'), 'text', OPEN) amount_open: string;
  @Out.time(PAID_AT) paid_at: string | null;
  @Out.shaped(paymentsOf, () => PaymentOfInvoice, {
    isArray: true,
    description: 'The parts of payments that count for it; what is paid out for a credit note',
  })
  payments: PaymentOfInvoice[];
  @Out.oneOf(DOCUMENT_TYPES, { description: 'A credit note takes back; its total is below zero' })
  document_type: DocumentType;
  @Out.time({
    description:
      'When it got the number of its series; null for a draft, and for what was not calculated here',
  })
  numbered_at: string | null;
  @Out.date({ description: 'The last day to pay it' }) due_on: string | null;
  @Out.many('taxes', () => TaxOfInvoice, {
    description: 'By tax and percentage; none where it was not calculated here',
  })
  taxes: TaxOfInvoice[];
  @Out.shaped(
    (of) =>
      `CASE WHEN ${of('credits_id')} IS NOT NULL THEN ${jsonObject({ id: of('credits_id'), number: of('credits.number') })} END`,
    () => OtherInvoice,
    { nullable: true, description: 'The invoice that it credits' },
  )
  credits: OtherInvoice | null;
  @Out.text({ description: 'Why it credits' }) reason: string | null;
  @Out.shaped(creditedBy(''), () => OtherInvoice, {
    isArray: true,
    description: 'The credit notes that credit it, drafts too',
  })
  credited_by: OtherInvoice[];
  @Out.shaped(runOf, () => RunOfInvoice, { nullable: true, description: 'The run that made it' })
  billing_run: RunOfInvoice | null;
  @Out.many('line_items', () => InvoiceLineItem) line_items: InvoiceLineItem[];
  @Out.sql(
    (of) => `SELECT ${jsonMap('s.number', 's.total', 's.number')} FROM (
      SELECT c.number, sum(l.total) AS total
      FROM invoice_lines l
      JOIN containers c ON c.organization_id = l.organization_id AND c.id = l.container_id
      WHERE l.organization_id = ${of('organization_id')} AND l.invoice_id = ${of('id')}
      GROUP BY c.number) s`,
    'numbersByName',
    {
      nullable: false,
      description: 'The sum of the line items of each container, by its number',
      example: { TDKU7301950: 352.85, TDKU7396581: 214 },
    },
  )
  totals_by_container: Record<string, number>;
  @Out.shaped(customerJson, () => InvoiceCustomer) customer: InvoiceCustomer;
  @Out.one('voyage', () => VoyageOfInvoice, { omitted: true, description: 'On voyage invoices only' })
  voyage?: VoyageOfInvoice;
  @Out.one('truck_visit', () => TruckVisitSummary, { omitted: true, description: 'On gate invoices only' })
  truck_visit?: TruckVisitSummary;
  @Out.shaped(bill(billed('number')), () => BillOfInvoice, {
    omitted: true,
    description: 'The part of the bill of lading that is billed; on its pro-formas only',
  })
  bol_segment?: BillOfInvoice;
  @Out.shaped(bill(onBill), () => BillOfInvoice, {
    omitted: true,
    description: 'The whole bill of lading; on its pro-formas only',
  })
  bill_of_lading?: BillOfInvoice;
  @Out.sql(ofBillProforma(billed('id')), 'bigIntegers', {
    omitted: true,
    description: 'The ids of the containers that are billed; on pro-formas of bills of lading only',
  })
  bl_container_ids?: number[];
  @Out.sql(ofBillProforma(billed('number')), 'texts', {
    omitted: true,
    description: 'The numbers of these containers',
  })
  bl_container_numbers?: string[];
}

/** An invoice in the answer to a change of its status, alone or together with others. */
export class UpdatedInvoice {
  @Out.id() id: number;
  @Out.text({ example: 'INV-260101' }) number: string;
  @Out.text({ example: 'GL-12001' }) general_ledger_id: string | null;
  @Out.time() created_at: string;
  @Out.time() invoiced_at: string | null;
  @Out.bool() approved: boolean;
  @Out.time() approved_at: string | null;
  @Out.sql((of) => userName(of, 'approved_by'), 'text', {
    description: 'The user who approved it: the name, or the e-mail when there is none',
    example: 'Tess Ter',
  })
  approved_by: string | null;
  @Out.bool() paid: boolean;
  @Out.sql(amount('total'), 'text', { ...AMOUNT, description: 'Line items, taxes and fees' }) total: string;
  @Out.sql(amount('amount_paid'), 'text', PAID) amount_paid: string;
  @Out.sql(amount('amount_open'), 'text', OPEN) amount_open: string;
  @Out.time(PAID_AT) paid_at: string | null;
  @Out.sql(status, 'text', STATUS) status: string;
  @Out.oneOf(DOCUMENT_TYPES) document_type: DocumentType;
  @Out.time({ description: 'When it got the number of its series' }) numbered_at: string | null;
  @Out.date({ description: 'The last day to pay it' }) due_on: string | null;
}
