import { Check, Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Container } from '../../cargo/containers/container.kind';
import { User } from '../../common/auth/user.kind';
import { BelongsTo, Decimal, LooseRow, Text, Time, type Numeric } from '../../common/schema/columns';
import { Invoice } from '../invoices/invoice.entity';
import type { Payment } from './payment.entity';

/** A part of a payment that counts for an invoice, or that pays a credit note out. One that was taken back stays. */
@Entity('payment_allocations')
@Check('ck_payment_allocations_amount', 'amount > 0')
@Check(
  'ck_payment_allocations_deallocated',
  '(deallocated_at IS NOT NULL) >= (deallocate_reason IS NOT NULL)',
)
@Index('ix_payment_allocations_invoice_id_id', ['organization_id', 'invoice_id', 'id'])
export class PaymentAllocation extends LooseRow {
  @BelongsTo('Payment', { required: true, onDelete: 'CASCADE', listed: true }) payment: Relation<Payment>;
  payment_id: number;
  /** An invoice is deleted only where nothing of it holds. */
  @BelongsTo(() => Invoice, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'ix_payment_allocations_invoice_id_id',
  })
  invoice: Relation<Invoice>;
  invoice_id: number;
  @Decimal({ precision: 14, scale: 2, required: true }) amount: Numeric;
  /** The container whose lines it counts for first. */
  @BelongsTo(() => Container) container: Relation<Container> | null;
  container_id: number | null;
  @Time({ required: true }) allocated_at: Date;
  @BelongsTo(() => User) allocated_by: Relation<User> | null;
  allocated_by_id: number | null;
  /** When it was taken back, alone or with its payment; null while it counts. */
  @Time() deallocated_at: Date | null;
  @Text() deallocate_reason: string | null;
}
