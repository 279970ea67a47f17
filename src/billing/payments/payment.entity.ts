import { Check, Entity, Index, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, Decimal, Flag, OneOf, Row, Text, Time, type Numeric } from '../../common/schema/columns';
import { Concerns } from '../../common/party-wall/concerns';
import { PARTY_TYPES } from '../../common/party-wall/party-types';
import { BillingCustomer } from '../customers/billing-customer.entity';
import { Invoice } from '../invoices/invoice.entity';
import { TillClosing } from '../tills/till-closing.entity';
import { Till } from '../tills/till.kind';
import { WAYS, type Way } from '../tills/ways';
import { PaymentAllocation } from './payment-allocation.entity';

/** Whether money comes in, or a credit note is paid out. */
export const DIRECTIONS = ['in', 'out'] as const;
export const PAYMENT_STATUSES = ['received', 'reversed'] as const;

/**
 * Money that a customer paid, or that was paid out to it for a credit note. Nothing of it changes but what is allocated;
 * one that was wrong is reversed (decision 865).
 */
@Subject({
  type: 'payment',
  key: (of) => `coalesce(${of('number')}, ${of('id')}::text)`,
  path: (of) => `'/api/v1/payments/' || ${of('id')}`,
})
@Concerns({ party: Object.fromEntries(PARTY_TYPES.map((type) => [type, `customer.${type}`])) })
@Entity('payments')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'number'])
@Check('ck_payments_amount', 'amount > 0')
@Check(
  'ck_payments_unallocated',
  `allocated >= 0 AND unallocated >= 0
    AND unallocated = CASE status WHEN 'received' THEN amount - allocated ELSE 0 END`,
)
@Check('ck_payments_reversed', `(status = 'reversed') = (reversed_at IS NOT NULL)`)
@Check('ck_payments_refunds', `(direction = 'out') = (refunds_id IS NOT NULL)`)
@Refuses('ck_payments_refunds', 'What is paid out names the credit note that it refunds.', 'refunds')
@Index(['organization_id', 'paid_at', 'id'])
@Index(['organization_id', 'way', 'id'])
@Index(['organization_id', 'status', 'id'])
@Index('ix_payments_unallocated', ['organization_id', 'customer_id', 'id'], { where: 'unallocated > 0' })
@Index('ix_payments_in_till', ['organization_id', 'till_id', 'id'], { where: 'till_closing_id IS NULL' })
export class Payment extends Row {
  /** Of the series without gaps; null for what was marked as paid before there were payments. */
  @Text() number: string | null;
  @BelongsTo(() => BillingCustomer, { required: true, listed: true }) customer: Relation<BillingCustomer>;
  customer_id: number;
  /** That of the invoices; null where they have none. */
  @Text() currency: string | null;
  @Decimal({ precision: 14, scale: 2, required: true }) amount: Numeric;
  @OneOf(DIRECTIONS, { required: true, default: 'in' }) direction: (typeof DIRECTIONS)[number];
  @OneOf(WAYS, { required: true }) way: Way;
  @Text() reference: string | null;
  @Time({ required: true }) paid_at: Date;
  @BelongsTo(() => User) received_by: Relation<User> | null;
  received_by_id: number | null;
  @Text() notes: string | null;
  /** Whether it was made by marking an invoice as paid. */
  @Flag() is_mark: boolean;
  /** The credit note that is paid out. */
  @BelongsTo(() => Invoice) refunds: Relation<Invoice> | null;
  refunds_id: number | null;

  @OneOf(PAYMENT_STATUSES, { required: true, default: 'received' }) status: (typeof PAYMENT_STATUSES)[number];
  @Time() reversed_at: Date | null;
  @BelongsTo(() => User) reversed_by: Relation<User> | null;
  reversed_by_id: number | null;
  @Text() reverse_reason: string | null;

  /** The sum of the allocations that hold. */
  @Decimal({ precision: 14, scale: 2, required: true, default: 0 }) allocated: Numeric;
  /** What is left to allocate; 0 of one that is reversed. */
  @Decimal({ precision: 14, scale: 2, required: true, default: 0 }) unallocated: Numeric;

  @BelongsTo(() => Till, { listed: true }) till: Relation<Till> | null;
  till_id: number | null;
  /** The closing that counts it; null while its till is open. */
  @BelongsTo(() => TillClosing) till_closing: Relation<TillClosing> | null;
  till_closing_id: number | null;
  /** The closing that counts its reversal, where that came after the one that counts it. */
  @BelongsTo(() => TillClosing) reversal_closing: Relation<TillClosing> | null;
  reversal_closing_id: number | null;

  @OneToMany(() => PaymentAllocation, (allocation) => allocation.payment)
  allocations: Relation<PaymentAllocation>[];
}
