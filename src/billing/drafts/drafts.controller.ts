import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare, one } from '../../common/endpoint/returns';
import { InvoiceItem } from '../invoices/invoice.view';
import { CreditInvoice } from './credit.dto';
import { CreditsService } from './credits.service';
import { DemandService } from './demand.service';
import { CreateInvoiceDrafts } from './draft.dto';
import { InvoiceDrafts } from './draft.view';

@ApiTags('Billing')
@Controller()
export class DraftsController {
  constructor(
    private readonly demand: DemandService,
    private readonly credits: CreditsService,
  ) {}

  @Post('invoice_drafts')
  @Endpoint({
    summary: 'Charge something, and make its drafts at once',
    description:
      'A draft for each customer, currency and group of its account, of what was not invoiced yet or stands on drafts of runs that nobody approved. It gets its number when it is approved or paid.',
    returns: bare(InvoiceDrafts),
    status: 201,
    errors: [404, 409, 422],
  })
  create(@Body() body: CreateInvoiceDrafts) {
    return this.demand.create(body);
  }

  @Post('invoices/:id/credit')
  @Endpoint({
    summary: 'Credit an invoice, or part of it',
    operationId: 'creditInvoice',
    description:
      'Makes the draft of a credit note: of all that is left, or of parts of lines. It takes the rest of a tax with the last of its lines, so that both sum to nothing.',
    returns: one('invoice', InvoiceItem),
    status: 201,
    errors: [404, 409, 422],
  })
  credit(@PathText('id', 'The id or the number', '1') idOrNumber: string, @Body() body: CreditInvoice) {
    return this.credits.credit(idOrNumber, body);
  }
}
