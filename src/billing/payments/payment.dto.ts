import { In } from '../../common/input/in';
import { RequiredWith } from '../../common/input/required-with';
import { counting } from '../../common/pagination/counts';
import { PageQuery } from '../../common/pagination/page-query';
import { CustomerKey } from '../customers/customer-key';
import { CUSTOMER_TYPES, type CustomerType } from '../customers/customers';
import { amountInput } from '../money-fields';
import { WAYS, type Way } from '../tills/ways';
import { DIRECTIONS, PAYMENT_STATUSES } from './payment.entity';

/** The most invoices that a request allocates to. */
export const MOST_INVOICES = 100;

/** An invoice to which a credit note is applied. */
export class InvoiceToCredit {
  @In.textOrNumber({ required: true, description: 'The id or the number', example: 'INV-2026-000001' })
  invoice: string;
  @amountInput({ description: 'How much; as far as it reaches unless given', example: '120.00' })
  amount?: string | null;
}

/** An invoice to which a payment is allocated. */
export class InvoiceToPay extends InvoiceToCredit {
  @In.text({
    description: 'The number of a container on it, whose lines are paid first',
    example: 'WHAU4142033',
  })
  container?: string | null;
}

export class CreatePayment {
  @In.object(() => CustomerKey, { required: true, description: 'Who paid' }) customer: CustomerKey;
  @amountInput({ required: true, description: 'More than 0', example: '250.00' }) amount: string;
  @In.text({
    description: 'That of the invoices, else the only one in which the customer owes something, unless given',
    example: 'EUR',
  })
  currency?: string | null;
  @In.oneOf(WAYS, { required: true, description: 'How it was paid' }) way: Way;
  @In.text({ description: 'What the bank or the slip calls it', example: 'Terminal 4411 slip 0093' })
  reference?: string | null;
  @In.time({ description: 'When it was paid; now unless given, not to come' }) paid_at?: string | null;
  @In.text({ description: 'The name of the till that took it, which is open', example: 'Desk 1' })
  till?: string | null;
  @In.objects(() => InvoiceToPay, {
    description: 'What it is allocated to, in this order as far as it reaches; nothing unless given',
  })
  invoices?: InvoiceToPay[] | null;
  @In.textOrNumber({
    description: 'The id or the number of the credit note that is paid out: the money goes out',
    example: 'CN-2026-000001',
  })
  refunds?: string | null;
  @In.note() notes?: string | null;
}

export class AllocatePayment {
  @In.objects(() => InvoiceToPay, {
    required: true,
    description: 'What it is allocated to, in this order as far as it reaches',
  })
  invoices: InvoiceToPay[];
}

export class DeallocatePayment {
  @In.textOrNumber({ required: true, description: 'The id or the number', example: 'INV-2026-000001' })
  invoice: string;
  @In.note({
    required: true,
    min: 1,
    trim: true,
    description: 'Why it is taken back',
    example: 'Wrong invoice',
  })
  reason: string;
}

export class ReversePayment {
  @In.note({
    required: true,
    min: 1,
    trim: true,
    description: 'Why it does not count',
    example: 'Bounced cheque',
  })
  reason: string;
}

export class ApplyCreditNote {
  @In.objects(() => InvoiceToCredit, {
    required: true,
    description: 'What it is applied to, in this order as far as it reaches',
  })
  invoices: InvoiceToCredit[];
}

export class PaymentQuery extends PageQuery {
  @RequiredWith('customer')
  @In.oneOf(CUSTOMER_TYPES, { description: 'Which kind of company paid' })
  customer_type?: CustomerType | null;
  @In.text({ description: 'The name or the code of the customer; with `customer_type`' })
  customer?: string | null;
  @In.text({
    description: 'The whole number of an invoice that it is allocated to',
    example: 'INV-2026-000001',
  })
  invoice_number?: string | null;
  @In.oneOf(WAYS, { description: 'How it was paid' }) way?: Way | null;
  @In.oneOf(DIRECTIONS, { description: 'In, or paid out' }) direction?: string | null;
  @In.oneOf(PAYMENT_STATUSES, { description: 'Whether it counts' }) status?: string | null;
  @In.text({ description: 'The whole name of the till', example: 'Desk 1' }) till?: string | null;
  @In.text({ description: 'Three capitals (ISO 4217)', example: 'EUR' }) currency?: string | null;
  @In.bool({ description: 'true for those of which something is left to allocate only' })
  unallocated?: boolean | null;
  @In.date({ description: 'Paid on this day or later', example: '2026-03-01' }) paid_from?: string | null;
  @In.date({ description: 'Paid on this day or earlier', example: '2026-03-31' }) paid_until?: string | null;
}

/** What payments are counted by. */
export const PAYMENT_GROUPS = { way: 'How it was paid', status: 'Whether it counts' };

export class PaymentCountQuery extends counting(PaymentQuery, PAYMENT_GROUPS) {}
