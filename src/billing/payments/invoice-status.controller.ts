import { Body, Controller, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { list, one } from '../../common/endpoint/returns';
import { ApproveInvoices, UpdateInvoiceBody } from '../invoices/invoice.dto';
import { InvoiceItem, UpdatedInvoice } from '../invoices/invoice.view';
import { CreditNotesService } from './credit-notes.service';
import { InvoiceStatusService } from './invoice-status.service';
import { ApplyCreditNote } from './payment.dto';

const PathInvoice = () => PathText('id', 'The id or the number', '1');

/** What becomes of invoices: their approval, and what pays them. */
@ApiTags('Billing')
@Controller('invoices')
export class InvoiceStatusController {
  constructor(
    private readonly statuses: InvoiceStatusService,
    private readonly credits: CreditNotesService,
  ) {}

  @Post('approve')
  @Endpoint({
    summary: 'Approve several invoices',
    operationId: 'approveInvoice',
    description:
      'All or none. Drafts that were calculated get the next numbers of their series, in the order of the ids. A credit note is applied to the invoice that it credits, as far as that is open.',
    returns: list('invoices', UpdatedInvoice),
    errors: [404, 409, 422],
  })
  approve(@Body() { ids }: ApproveInvoices) {
    return this.statuses.approve(ids);
  }

  @Put(':id')
  @Endpoint({
    summary: 'Approve an invoice, mark it as paid, or give it a general ledger id',
    operationId: 'updateInvoice',
    description:
      'Who approved it and when is noted with it, and cleared when the approval is withdrawn. The customer is kept as it is at that time. Marking as paid receives a payment of what is open; taking that back reverses it, and is refused with 409 where other payments or credit notes keep it paid.',
    returns: one('invoice', UpdatedInvoice),
    errors: [400, 404, 409],
  })
  update(@PathInvoice() idOrNumber: string, @Body() { invoice }: UpdateInvoiceBody) {
    return this.statuses.update(idOrNumber, invoice);
  }

  @Post(':id/apply')
  @Endpoint({
    summary: 'Apply a credit note to invoices',
    operationId: 'applyInvoice',
    description:
      'To invoices of its customer and currency, in their order as far as it reaches. Answers the credit note.',
    returns: one('invoice', InvoiceItem),
    status: 200,
    errors: [404, 409, 422],
  })
  apply(@PathInvoice() idOrNumber: string, @Body() body: ApplyCreditNote) {
    return this.credits.apply(idOrNumber, body);
  }
}
