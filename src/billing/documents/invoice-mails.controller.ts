import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one } from '../../common/endpoint/returns';
import { MailShow } from '../../common/mail/mail.view';
import { SendInvoice } from './invoice-mail.dto';
import { InvoiceMailsService } from './invoice-mails.service';

@ApiTags('Billing')
@Controller('invoices')
export class InvoiceMailsController {
  constructor(private readonly mails: InvoiceMailsService) {}

  @Post(':id/send')
  @Endpoint({
    summary: 'Send an invoice by e-mail',
    operationId: 'sendInvoice',
    description:
      'With its PDF, and its e-invoice where it has one; in the language of the customer. Answers the mail, which is sent beside requests; where no mail is set up it stays `not_sent`.',
    returns: one('mail', MailShow),
    status: 201,
    errors: [404, 422],
  })
  send(@PathText('id', 'The id or the number', '1') idOrNumber: string, @Body() body: SendInvoice) {
    return this.mails.send(idOrNumber, body);
  }
}
