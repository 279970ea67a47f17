import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare, one, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import {
  AllocatePayment,
  CreatePayment,
  DeallocatePayment,
  PAYMENT_GROUPS,
  PaymentCountQuery,
  PaymentQuery,
  ReversePayment,
} from './payment.dto';
import { PaymentShow } from './payment.view';
import { PaymentsService } from './payments.service';

const PathPayment = () => PathText('id', 'The id or the number', '1');

const PaymentCounts = countsOf('Payment', PAYMENT_GROUPS);

/** The filters on what a customer sees of its payments. */
const OPEN_FILTERS = [
  'invoice_number',
  'way',
  'direction',
  'status',
  'currency',
  'unallocated',
  'paid_from',
  'paid_until',
];

@ApiTags('Billing')
@Controller('payments')
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Get()
  @Endpoint({
    summary: 'List payments',
    description: 'What customers paid, and what was paid out to them, with what it counts for.',
    returns: page('payments', PaymentShow),
    parties: { filters: OPEN_FILTERS },
    errors: [422],
  })
  list(@Query() query: PaymentQuery) {
    return this.payments.list(query);
  }

  @Get('counts')
  @Endpoint({
    summary: 'Count payments',
    description: 'By what `by` says, of the payments that the filters of the list leave.',
    returns: bare(PaymentCounts),
    errors: [422],
  })
  count(@Query() query: PaymentCountQuery) {
    return this.payments.counts(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a payment',
    description: 'By its id or number, with what it counts for.',
    returns: one('payment', PaymentShow),
    parties: { filters: [] },
    errors: [404],
  })
  show(@PathPayment() idOrNumber: string) {
    return this.payments.show(idOrNumber);
  }

  @Post()
  @Endpoint({
    summary: 'Receive a payment, or pay a credit note out',
    description:
      'It counts for the invoices that it names, in their order as far as it reaches. The rest counts nowhere until it is allocated. With `refunds` the money goes out, for a credit note of the customer.',
    returns: one('payment', PaymentShow),
    status: 201,
    errors: [404, 409, 422],
  })
  create(@Body() body: CreatePayment) {
    return this.payments.create(body);
  }

  @Post(':id/allocate')
  @Endpoint({
    summary: 'Allocate what is left of a payment',
    operationId: 'allocatePayment',
    description: 'To invoices of its customer and currency, in their order as far as it reaches.',
    returns: one('payment', PaymentShow),
    status: 200,
    errors: [404, 409, 422],
  })
  allocate(@PathPayment() idOrNumber: string, @Body() body: AllocatePayment) {
    return this.payments.allocate(idOrNumber, body);
  }

  @Post(':id/deallocate')
  @Endpoint({
    summary: 'Take back what of a payment is allocated to an invoice',
    operationId: 'deallocatePayment',
    description: 'The invoice is open again, and what was taken back is left of the payment.',
    returns: one('payment', PaymentShow),
    status: 200,
    errors: [404, 409, 422],
  })
  deallocate(@PathPayment() idOrNumber: string, @Body() body: DeallocatePayment) {
    return this.payments.deallocate(idOrNumber, body);
  }

  @Post(':id/reverse')
  @Endpoint({
    summary: 'Reverse a payment',
    operationId: 'reversePayment',
    description:
      'Such as a cheque that bounced: it counts nowhere from then on, and what it was allocated to is open again. It stays in the list.',
    returns: one('payment', PaymentShow),
    status: 200,
    errors: [404, 409, 422],
  })
  reverse(@PathPayment() idOrNumber: string, @Body() body: ReversePayment) {
    return this.payments.reverse(idOrNumber, body);
  }
}
