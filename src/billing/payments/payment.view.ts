import { ApiProperty } from '@nestjs/swagger';
import { UserNamed } from '../../common/auth/user.view';
import { OpenTo } from '../../common/party-wall/open-to';
import { type Of, view } from '../../common/view/view';
import { jsonArray, jsonObject } from '../../common/view/json-sql';
import { CustomerShow, customerShown } from '../customers/customer-reference';
import { OtherInvoice } from '../invoices/invoice.view';
import { WAYS } from '../tills/ways';
import { DIRECTIONS, Payment, PAYMENT_STATUSES } from './payment.entity';

/** The container whose lines are paid first. */
export class ContainerOfAllocation {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', description: 'What stands on the container', example: 'WHAU4142033' })
  number: string;
}

/** What of a payment counts for an invoice. */
export class AllocationOfPayment {
  @ApiProperty({ type: () => OtherInvoice, description: 'The invoice, or the credit note that is paid out' })
  invoice: OtherInvoice;
  @ApiProperty({ type: 'string', description: 'How much of the payment', example: '120.00' }) amount: string;
  @ApiProperty({
    type: () => ContainerOfAllocation,
    nullable: true,
    description: 'The container whose lines it pays first',
  })
  container: ContainerOfAllocation | null;
}

const Out = view(Payment);

const amount = (column: string) => (of: Of) => `${of(column)}::text`;

/** SQL: what is allocated, without what was taken back, in its order. */
const allocations = (of: Of) => `(
  SELECT ${jsonArray(
    `${jsonObject({
      invoice: jsonObject({ id: 'i.id', number: 'i.number' }),
      amount: 'a.amount::text',
      container: `(SELECT ${jsonObject({ id: 'c.id', number: 'c.number' })} FROM containers c
        WHERE c.organization_id = a.organization_id AND c.id = a.container_id)`,
    })} ORDER BY a.id`,
  )}
  FROM payment_allocations a
  JOIN invoices i ON i.organization_id = a.organization_id AND i.id = a.invoice_id
  WHERE a.organization_id = ${of('organization_id')} AND a.payment_id = ${of('id')} AND a.deallocated_at IS NULL)`;

/** Money that a customer paid, or that was paid out to it, and what it counts for. */
@OpenTo.parties({
  fields: [
    'id',
    'number',
    'customer',
    'currency',
    'amount',
    'direction',
    'way',
    'reference',
    'paid_at',
    'refunds',
    'status',
    'reversed_at',
    'allocated',
    'unallocated',
    'allocations',
    'created_at',
  ],
})
export class PaymentShow {
  @Out.id() id: number;
  @Out.text({
    description: 'Of a series without gaps; null for what was marked as paid before there were payments',
    example: 'PAY-2026-000004',
  })
  number: string | null;
  @Out.shaped((of) => customerShown(of('organization_id'), of('customer_id')), () => CustomerShow, {
    nullable: false,
    description: 'Who paid, or was paid',
  })
  customer: CustomerShow;
  @Out.text({ description: 'Null where the invoices have none', example: 'EUR' }) currency: string | null;
  @Out.sql(amount('amount'), 'text', { nullable: false, description: 'More than 0', example: '250.00' })
  amount: string;
  @Out.oneOf(DIRECTIONS, { description: '`out` pays a credit note out; sums subtract it' }) direction: string;
  @Out.oneOf(WAYS, { description: 'How it was paid' }) way: string;
  @Out.text({ description: 'What the bank or the slip calls it', example: 'Terminal 4411 slip 0093' })
  reference: string | null;
  @Out.time({ description: 'When it was paid' }) paid_at: string;
  @Out.one('received_by', () => UserNamed, { description: 'The user who took it' })
  received_by: UserNamed | null;
  @Out.reference('till', 'name', { description: 'The till that took it' })
  till: { id: number; name: string } | null;
  @Out.reference('till_closing', 'number', { description: 'The closing that counts it; null before' })
  till_closing: { id: number; number: string } | null;
  @Out.reference('refunds', 'number', { description: 'The credit note that is paid out' })
  refunds: { id: number; number: string } | null;
  @Out.oneOf(PAYMENT_STATUSES, { description: 'One that is `reversed` counts nowhere' }) status: string;
  @Out.time({ description: 'When it was reversed' }) reversed_at: string | null;
  @Out.one('reversed_by', () => UserNamed, { description: 'The user who reversed it' })
  reversed_by: UserNamed | null;
  @Out.text({ description: 'Why it was reversed', example: 'Bounced cheque' }) reverse_reason: string | null;
  @Out.sql(amount('allocated'), 'text', {
    nullable: false,
    description: 'What counts for invoices',
    example: '120.00',
  })
  allocated: string;
  @Out.sql(amount('unallocated'), 'text', {
    nullable: false,
    description: 'What is left to allocate; 0.00 of one that is reversed',
    example: '130.00',
  })
  unallocated: string;
  @Out.shaped(allocations, () => AllocationOfPayment, { isArray: true, description: 'What it counts for' })
  allocations: AllocationOfPayment[];
  @Out.text() notes: string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
