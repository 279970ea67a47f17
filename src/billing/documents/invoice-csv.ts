import type { DocumentLine, InvoiceDocument } from '../invoices/invoice-document';
import { quantityUnit } from './line-quantity';

type Cell = (document: InvoiceDocument, line: DocumentLine) => string | null;

/** The columns of a file: those of the invoice, which each row repeats, then those of the line. */
const COLUMNS: Record<string, Cell> = {
  number: ({ number }) => number,
  document_type: ({ document_type }) => document_type,
  issued_on: ({ issued_on }) => issued_on,
  due_on: ({ due_on }) => due_on,
  customer: ({ customer }) => customer.name,
  currency: ({ currency }) => currency,
  charge_code: (_, { item }) => item,
  description: (_, { description }) => description,
  container: (_, { container }) => container,
  period_from: (_, { period_from }) => period_from,
  period_until: (_, { period_until }) => period_until,
  quantity: (_, { quantity }) => quantity,
  unit: (_, line) => quantityUnit(line).unit,
  units: (_, { units }) => (units === null ? null : String(units)),
  billed_by: (_, { billed_by }) => billed_by,
  billed_per: (_, { billed_per }) => billed_per,
  amount: (_, { amount }) => amount,
  total: (_, { total }) => total,
  tax: (_, { tax }) => tax?.code ?? null,
  tax_percent: (_, { tax }) => tax?.percent ?? null,
};

/** The cells of an invoice: the names of the columns, then a row for each line. */
export function invoiceRows(document: InvoiceDocument): string[][] {
  const rows = document.lines.map((line) => Object.values(COLUMNS).map((cell) => cell(document, line) ?? ''));
  return [Object.keys(COLUMNS), ...rows];
}
