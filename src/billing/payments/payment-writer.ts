import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { recordUpdate } from '../../common/recording/record';
import type { Numeric } from '../../common/schema/columns';
import { InvoiceItem } from '../invoices/invoice.view';
import { Numbering } from '../invoices/numbering';
import type { Way } from '../tills/ways';
import { Payment } from './payment.entity';
import { type ToWrite, writeAllocations } from './write-allocations';

/** A payment that is received, or paid out for a credit note. */
export interface NewPayment {
  customer_id: number;
  currency: string | null;
  amount: Numeric;
  way: Way;
  reference?: string | null | undefined;
  paid_at: Date;
  notes?: string | null | undefined;
  till_id?: number | null;
  is_mark?: boolean;
  /** The credit note that is paid out. */
  refunds_id?: number | null;
}

/** Writes payments. Who calls it has locked the invoices; the counter of the numbers is locked last. */
@Injectable()
export class PaymentWriter {
  constructor(
    private readonly db: Db,
    private readonly numbering: Numbering,
  ) {}

  /**
   * Writes a payment with the next number of the year of its day, and what of it is allocated.
   * @param at when it is allocated
   * @returns its id
   */
  async write(payment: NewPayment, allocated: ToWrite[], at: Date): Promise<number> {
    const number = await this.numbering.next('payment', payment.paid_at);
    const id = await this.db.insert(Payment, {
      ...payment,
      number,
      direction: payment.refunds_id ? 'out' : 'in',
      received_by_id: this.db.actor.user_id,
      unallocated: payment.amount,
    });
    await this.allocate(id, allocated, at);
    return id;
  }

  /** Writes what of a locked payment is allocated to locked invoices, which become paid where nothing is left open. */
  async allocate(payment_id: number, allocated: ToWrite[], at: Date): Promise<void> {
    if (!allocated.length) return;
    const ids = allocated.map(({ invoice }) => invoice.id);
    await recordUpdate(this.db, 'invoice.updated', InvoiceItem, ids, () =>
      this.db.run(writeAllocations(this.db, payment_id, allocated, at)),
    );
  }
}
