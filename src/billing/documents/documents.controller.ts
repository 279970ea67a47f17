import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { file } from '../../common/endpoint/returns';
import { DocumentsService } from './documents.service';

const PathInvoice = () => PathText('id', 'The id or the number', '1');

@ApiTags('Billing')
@Controller('invoices')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id/pdf')
  @Endpoint({
    summary: 'Show an invoice as a PDF',
    operationId: 'showInvoicePdf',
    description:
      'Lines by container with their periods and free time, taxes and payment details. A draft has DRAFT across each page.',
    returns: file('application/pdf'),
    parties: { filters: [] },
    errors: [404],
  })
  pdf(@PathInvoice() idOrNumber: string) {
    return this.documents.pdf(idOrNumber);
  }

  @Get(':id/ubl')
  @Endpoint({
    summary: 'Show an invoice as an e-invoice',
    operationId: 'showInvoiceUbl',
    description:
      'UBL 2.1 after EN 16931 and Peppol BIS Billing 3: an `Invoice` or a `CreditNote`. Only documents with a number of a series have one; `errors` names what the profile or the account lacks.',
    returns: file('application/xml'),
    parties: { filters: [] },
    errors: [404, 409, 422],
  })
  ubl(@PathInvoice() idOrNumber: string) {
    return this.documents.ubl(idOrNumber);
  }

  @Get(':id/csv')
  @Endpoint({
    summary: 'Show the lines of an invoice as a CSV file',
    operationId: 'showInvoiceCsv',
    description: 'A row for each line, with the number, days, customer and currency of the invoice.',
    returns: file('text/csv'),
    parties: { filters: [] },
    errors: [404],
  })
  csv(@PathInvoice() idOrNumber: string) {
    return this.documents.csv(idOrNumber);
  }
}

@ApiTags('Billing')
@Controller('payments')
export class ReceiptsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id/pdf')
  @Endpoint({
    summary: 'Show the receipt of a payment as a PDF',
    operationId: 'showPaymentPdf',
    description:
      'Who paid, how, what it counts for, and what is left on account. A payment that was reversed says so across the page.',
    returns: file('application/pdf'),
    parties: { filters: [] },
    errors: [404],
  })
  pdf(@PathText('id', 'The id or the number', '1') idOrNumber: string) {
    return this.documents.receipt(idOrNumber);
  }
}

@ApiTags('Billing')
@Controller('till_closings')
export class TillClosingDocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get(':id/pdf')
  @Endpoint({
    summary: 'Show a closing of a till as a PDF',
    operationId: 'showTillClosingPdf',
    description:
      'What was expected and counted by way, the differences, and each payment, in the language of the organization.',
    returns: file('application/pdf'),
    errors: [404],
  })
  pdf(@PathText('id', 'The id or the number', '1') idOrNumber: string) {
    return this.documents.tillClosing(idOrNumber);
  }
}
