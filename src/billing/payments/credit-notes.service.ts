import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { Invalid, NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { record, recordUpdate } from '../../common/recording/record';
import type { Numeric } from '../../common/schema/columns';
import { Invoice } from '../invoices/invoice.entity';
import { InvoiceItem } from '../invoices/invoice.view';
import { Exact, toHundredths } from '../money';
import { allocate, moreThanOpen, requireCreditNote } from './allocation.rules';
import { lockPayables, wishesOf } from './payables';
import { type ApplyCreditNote, MOST_INVOICES } from './payment.dto';
import { type ToWrite, writeApplications } from './write-allocations';

/** What credit notes count for: the invoice that each credits at its approval, and what it is applied to later. */
@Injectable()
export class CreditNotesService {
  constructor(private readonly db: Db) {}

  /**
   * Applies what is open of a credit note to invoices of its customer.
   * @throws NotFound; Conflict for what is no credit note; Refused for a draft, and as `allocate` does
   */
  async apply(idOrNumber: string, { invoices }: ApplyCreditNote): Promise<Json> {
    if (invoices.length > MOST_INVOICES)
      throw new Invalid({ invoices: [`must have at most ${MOST_INVOICES} items`] });
    const named = await this.db.findByIdOrKey(Invoice, 'number', idOrNumber.trim());
    if (!named) throw new NotFound('Invoice', idOrNumber);
    const payables = await this.db.run(
      lockPayables(this.db, [...invoices.map(({ invoice }) => invoice.trim()), String(named.id)]),
    );
    const note = payables.find(({ id }) => id === named.id)!;
    requireCreditNote(note);
    const applied = allocate(
      {
        customer_id: note.customer_id,
        currency: note.currency,
        left: toHundredths(new Exact(note.amount_open).negated()),
        exceeds: (field) => moreThanOpen(note, field),
      },
      wishesOf(invoices, payables),
    );
    await this.write(note.id, applied, await this.db.now());
    return this.db.show(InvoiceItem, note.id, 'Invoice');
  }

  /**
   * Applies credit notes among these invoices, which are approved now, each to the invoice that it credits, as far as that is
   * open. Invoices and what they credit are locked.
   */
  async applyOnApproval(ids: number[], at: Date): Promise<void> {
    if (!ids.length) return;
    const { organization_id } = this.db.actor;
    const found = await this.db.query<{ id: number; invoice_id: number; open: Numeric; left: Numeric }>(sql`
      SELECT c.id, i.id AS invoice_id, i.amount_open::text AS open, (-c.amount_open)::text AS left
      FROM invoices c
      JOIN invoices i ON i.organization_id = c.organization_id AND i.id = c.credits_id
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)} AND c.amount_open < 0 AND i.amount_open > 0
      ORDER BY c.id`);
    // several may credit the same invoice
    const open = new Map(found.map((each) => [each.invoice_id, new Exact(each.open)]));
    for (const { id, invoice_id, left } of found) {
      const amount = Exact.min(open.get(invoice_id)!, left);
      if (amount.lte(0)) continue;
      open.set(invoice_id, open.get(invoice_id)!.minus(amount));
      await this.write(id, [{ invoice: { id: invoice_id }, amount: toHundredths(amount) }], at);
    }
  }

  private async write(credit_note_id: number, applied: ToWrite[], at: Date): Promise<void> {
    if (!applied.length) return;
    const ids = [...applied.map(({ invoice }) => invoice.id), credit_note_id];
    await recordUpdate(this.db, 'invoice.updated', InvoiceItem, ids, () =>
      this.db.run(writeApplications(this.db, credit_note_id, applied, at)),
    );
    await record(this.db, 'invoice.credit_applied', InvoiceItem, credit_note_id);
  }
}
