import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { effect, rows } from '../../common/database/sql/query';
import { COMMON } from '../../common/errors/codes';
import { Conflict, naming, NotFound, Refused } from '../../common/errors/errors';
import { Json } from '../../common/json';
import { recordUpdate, updating } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { BILLING } from '../billing.codes';
import { customerIds } from '../customers/customer-reference';
import { CUSTOMER_TYPES, CUSTOMERS } from '../customers/customers';
import type { UpdateInvoice } from '../invoices/invoice.dto';
import { Invoice } from '../invoices/invoice.entity';
import { isCalculated } from '../invoices/invoice-sql';
import { requireUncredited } from '../invoices/invoice-status.rules';
import { InvoiceItem, UpdatedInvoice } from '../invoices/invoice.view';
import { Numbering } from '../invoices/numbering';
import { Exact } from '../money';
import { CreditNotesService } from './credit-notes.service';
import { PaymentsService } from './payments.service';

type Found = Columns<Invoice> & Pick<Invoice, 'id'>;

/** The reference of a payment that marking an invoice as paid makes. */
const MARKED = 'marked as paid';

/** Approves invoices, and marks them as paid as the contract has it (decision 866). */
@Injectable()
export class InvoiceStatusService {
  constructor(
    private readonly db: Db,
    private readonly numbering: Numbering,
    private readonly payments: PaymentsService,
    private readonly credits: CreditNotesService,
  ) {}

  /**
   * Writes only the columns that are sent, so that concurrent approval and payment both last. Approving an approved
   * invoice records a new approval. A draft that was calculated gets its number with the first of both. Marking as paid writes a
   * payment of what is open; taking that back reverses such payments.
   * @throws NotFound; Refused for withdrawing the approval of an invoice that was credited; Conflict where it would stay paid
   */
  async update(idOrNumber: string, { approved, paid, ...input }: UpdateInvoice): Promise<Json> {
    const invoice = await this.lock(idOrNumber);
    const { id } = invoice;
    if (approved === false && invoice.approved) requireUncredited(invoice, await this.isCredited(id));
    const now = await this.db.now();
    const approval = approved
      ? { approved, approved_at: now, approved_by_id: this.db.actor.user_id }
      : { approved, approved_at: null, approved_by_id: null };
    await recordUpdate(this.db, 'invoice.updated', InvoiceItem, id, async () => {
      if (approved || paid) await this.numbering.number(await this.drafts([id]), now);
      await this.db.update(Invoice, invoice, { ...input, ...(approved !== undefined && approval) });
      if (paid) await this.mark(invoice, now);
      else if (paid === false) await this.unmark(invoice);
      if (approved && !invoice.approved && invoice.credits_id !== null)
        await this.credits.applyOnApproval([id], now);
    });
    return this.db.show(UpdatedInvoice, id, 'Invoice');
  }

  /**
   * Approves invoices, all or none, and numbers the drafts among them in this order. Credit notes are applied.
   * @throws Refused for an unknown id
   */
  async approve(ids: number[]): Promise<Json> {
    const { organization_id, user_id } = this.db.actor;
    const [found] = await this.db.pipeline(
      // with what credit notes credit, because they are applied to it
      rows<{ id: number; approved: boolean; credits_id: number | null }>(sql`
        SELECT i.id, i.approved, i.credits_id FROM invoices i WHERE i.organization_id = ${organization_id} AND (
          ${among('i.id', ids)} OR i.id IN (
            SELECT c.credits_id FROM invoices c WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)}))
        ORDER BY i.id FOR UPDATE`),
      updating(this.db, 'invoice.updated', InvoiceItem, ids),
    );
    const unknown = ids.findIndex((id) => !found.some((each) => each.id === id));
    if (unknown >= 0)
      throw new Refused({
        code: COMMON.unknown_reference,
        sentence: `Invoice '${ids[unknown]}' is unknown.`,
        field: `ids.${unknown}`,
        records: naming('invoice', ids[unknown]!),
      });
    const now = await this.db.now();
    await this.numbering.number(await this.drafts(ids), now);
    await this.db.run(
      effect(sql`
        UPDATE invoices SET approved = true, approved_at = ${now}, approved_by_id = ${user_id}, updated_at = now()
        WHERE organization_id = ${organization_id} AND ${among('id', ids)}`),
    );
    const notes = found.filter((each) => !each.approved && each.credits_id !== null && ids.includes(each.id));
    await this.credits.applyOnApproval(
      notes.map(({ id }) => id),
      now,
    );
    const shown = await this.db.pipeline(...ids.map((id) => this.db.showing(UpdatedInvoice, id)));
    return new Json(`[${shown.map(({ text }) => text).join(',')}]`);
  }

  /** Pays what is open of a locked invoice; one of 0 or below counts as paid without a payment. Paid already, it stays as it is. */
  private async mark(invoice: Found, now: Date): Promise<void> {
    const { id, paid, amount_open, currency } = invoice;
    if (paid) return;
    if (new Exact(amount_open).lte(0)) {
      await this.db.update(Invoice, id, { paid: true });
      return;
    }
    const type = CUSTOMER_TYPES.find((each) => invoice[CUSTOMERS[each].column] !== null)!;
    const [customer_id] = await customerIds(this.db, [{ type, id: invoice[CUSTOMERS[type].column]! }]);
    const payment = {
      customer_id: customer_id!,
      currency,
      amount: amount_open,
      way: 'other' as const,
      reference: MARKED,
      paid_at: now,
      is_mark: true,
    };
    await this.payments.receive(payment, [{ invoice, amount: amount_open }], now);
  }

  /** Takes marks back. What is not paid stays as it is. Throws Conflict where something else pays it. */
  private async unmark({ id, number, paid, marked }: Found): Promise<void> {
    if (!paid) return;
    if (marked) {
      await this.db.update(Invoice, id, { paid: false });
      return;
    }
    if (await this.payments.reverseMarks(id)) return;
    throw new Conflict({
      code: BILLING.has_payments,
      sentence: `Invoice ${number} is paid by payments or credit notes: reverse or deallocate its payments.`,
      records: naming('invoice', number),
    });
  }

  /** The invoice that a path names, locked. Throws NotFound. */
  private async lock(idOrNumber: string): Promise<Found> {
    const invoice = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim(), { lock: true });
    if (!invoice) throw new NotFound('Invoice', idOrNumber);
    return invoice;
  }

  /** The drafts among these locked invoices that were made of charges or credit another one, in this order. */
  private async drafts(ids: number[]): Promise<Pick<Invoice, 'id' | 'document_type'>[]> {
    const { organization_id } = this.db.actor;
    const found = await this.db.run(
      rows<Pick<Invoice, 'id' | 'document_type'>>(sql`
        SELECT i.id, i.document_type FROM invoices i
        WHERE i.organization_id = ${organization_id} AND ${among('i.id', ids)}
          AND i.numbered_at IS NULL AND NOT i.is_proforma AND (i.credits_id IS NOT NULL OR ${raw(isCalculated((column) => `i.${column}`))})`),
    );
    return ids.flatMap((id) => found.find((each) => each.id === id) ?? []);
  }

  private async isCredited(id: number): Promise<boolean> {
    return (await this.db.find(Invoice, { credits_id: id })) !== null;
  }
}
