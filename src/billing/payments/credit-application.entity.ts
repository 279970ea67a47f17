import { Check, Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { BelongsTo, Decimal, LooseRow, Time, type Numeric } from '../../common/schema/columns';
import { Invoice } from '../invoices/invoice.entity';

/** A part of a credit note that counts for an invoice of the same customer. It stays. */
@Entity('credit_applications')
@Check('ck_credit_applications_amount', 'amount > 0')
export class CreditApplication extends LooseRow {
  @BelongsTo(() => Invoice, { required: true, listed: true }) credit_note: Relation<Invoice>;
  credit_note_id: number;
  @BelongsTo(() => Invoice, { required: true, listed: true }) invoice: Relation<Invoice>;
  invoice_id: number;
  @Decimal({ precision: 14, scale: 2, required: true }) amount: Numeric;
  @Time({ required: true }) applied_at: Date;
  @BelongsTo(() => User) applied_by: Relation<User> | null;
  applied_by_id: number | null;
}
