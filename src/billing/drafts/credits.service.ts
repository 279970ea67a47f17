import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/sql/query';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { record } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { CUSTOMER_COLUMNS } from '../customers/customers';
import { Invoice } from '../invoices/invoice.entity';
import { InvoiceItem } from '../invoices/invoice.view';
import type { CreditInvoice } from './credit.dto';
import { creditFees, creditLines, creditTaxes, requireCreditable, type CreditLine } from './credit.rules';
import { type CreditedInvoiceLine, creditedLines, taxesOf } from './credited-invoice';
import { type DocumentTax, sumsOf } from './document.rules';
import { DraftWriter } from './draft-writer';
import { Recharges } from './recharges';

/** Credits invoices, wholly or in parts. */
@Injectable()
export class CreditsService {
  constructor(
    private readonly db: Db,
    private readonly writer: DraftWriter,
    private readonly recharges: Recharges,
  ) {}

  /**
   * Makes the draft of a credit note. Its tax is reckoned now, and it holds back what it credits.
   * @throws NotFound; Conflict for a draft or a credit note; Invalid and Refused as `creditLines` does
   */
  async credit(idOrNumber: string, { reason, lines: requested, charges }: CreditInvoice): Promise<Json> {
    const named = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim());
    if (!named) throw new NotFound('Invoice', idOrNumber);
    const recharges = charges === 'recharge';
    await this.db.run(this.recharges.locking(named.id));
    const invoice = (await this.db.find(Invoice, { id: named.id }, { lock: true }))!;
    requireCreditable(invoice);
    const [lines, taxes, before] = await this.db.pipeline(
      creditedLines(this.db, invoice.id),
      taxesOf(this.db, sql`i.id = ${invoice.id}`),
      taxesOf(this.db, sql`i.credits_id = ${invoice.id}`),
    );
    const credit = creditLines(lines, invoice.currency, requested ?? undefined);
    const given = await this.write(invoice, lines, credit, { taxes, before }, reason);
    const waived = recharges ? undefined : reason;
    await this.recharges.of(lines, credit, given.line_ids, invoice.currency, waived);
    await record(this.db, 'invoice.created', InvoiceItem, given.id);
    await record(this.db, 'invoice.credited', InvoiceItem, invoice.id);
    return this.db.show(InvoiceItem, given.id, 'Invoice');
  }

  private async write(
    invoice: Columns<Invoice> & { id: number },
    lines: CreditedInvoiceLine[],
    credit: CreditLine<CreditedInvoiceLine>[],
    { taxes, before }: { taxes: DocumentTax[]; before: DocumentTax[] },
    reason: string,
  ): Promise<{ id: number; line_ids: number[] }> {
    const { currency } = invoice;
    const own = creditTaxes(lines, credit, taxes, before, currency);
    const sums = sumsOf(credit, currency, own);
    const fees = taxes.length ? '0.00' : await this.fees(invoice, lines, credit);
    const [id] = await this.writer.newIds('invoices', 1);
    const line_ids = await this.writer.newIds('invoice_lines', credit.length);
    const [number] = await this.writer.newNumbers(1, 'draft');
    await this.db.pipeline(
      this.inserted(invoice.id, { id: id!, number: number!, reason, ...sums, fees }),
      this.lines(id!, credit, line_ids),
      this.writer.taxes([{ id: id!, taxes: own }]),
    );
    return { id: id!, line_ids };
  }

  /** The credit note of an invoice: of its customer, and what it names. */
  private inserted(
    credited: number,
    note: {
      id: number;
      number: string;
      reason: string;
      subtotal: string;
      taxes_and_fees: string;
      fees: string;
    },
  ): Query<void> {
    const { organization_id } = this.db.actor;
    const copied = raw(
      [
        ...CUSTOMER_COLUMNS,
        'voyage_id',
        'truck_visit_id',
        'bill_of_lading_id',
        'currency',
        'created_during',
      ].join(', '),
    );
    const taken = sql`${note.taxes_and_fees}::numeric + ${note.fees}::numeric`;
    return effect(sql`
      INSERT INTO invoices (organization_id, id, number, document_type, credits_id, reason, creation_method,
        subtotal, taxes_and_fees, total, ${copied})
      SELECT i.organization_id, ${note.id}::bigint, ${note.number}, 'credit_note', i.id, ${note.reason}, 'auto',
        ${note.subtotal}::numeric, ${taken}, ${note.subtotal}::numeric + ${taken}, ${copied}
      FROM invoices i WHERE i.organization_id = ${organization_id} AND i.id = ${credited}`);
  }

  private lines(invoice_id: number, credit: CreditLine<CreditedInvoiceLine>[], ids: number[]): Query<void> {
    const values = credit.map(({ of, quantity, amount, total, isRounding }, at) => ({
      id: ids[at],
      of: of.id,
      quantity,
      amount,
      total,
      credits_line_id: isRounding ? null : of.id,
      description: isRounding ? 'Rounding' : of.description,
    }));
    const copied = raw(
      `currency, billed_by, billed_per, item, tariff_name, tariff_general_ledger_id, tariff_id, container_id, stay_id,
      charge_code_id, tax_id, tax_percent, period_from, period_until`
        .split(',')
        .map((column) => column.trim())
        .join(', '),
    );
    return effect(sql`
      INSERT INTO invoice_lines (organization_id, id, invoice_id, description, quantity, amount, total, credits_line_id,
        ${copied})
      SELECT l.organization_id, r.id, ${invoice_id}::bigint, r.description, r.quantity, r.amount, r.total,
        r.credits_line_id, ${copied}
      FROM json_to_recordset(${JSON.stringify(values)}::json) AS r(id bigint, of bigint, quantity numeric, amount numeric,
        total numeric, credits_line_id bigint, description text)
      JOIN invoice_lines l ON l.organization_id = ${this.db.actor.organization_id} AND l.id = r.of
      ORDER BY r.id`);
  }

  /** What is given back of taxes and fees of an invoice that was calculated elsewhere. */
  private async fees(
    { id, taxes_and_fees, currency }: Columns<Invoice> & { id: number },
    lines: CreditedInvoiceLine[],
    credit: CreditLine<CreditedInvoiceLine>[],
  ): Promise<string> {
    const [before] = await this.db.run(
      rows<{ credited: string }>(sql`
        SELECT coalesce(sum(c.taxes_and_fees), 0)::text AS credited FROM invoices c
        WHERE c.organization_id = ${this.db.actor.organization_id} AND c.credits_id = ${id}`),
    );
    return creditFees(lines, credit, { all: taxes_and_fees, credited: before!.credited }, currency);
  }
}
