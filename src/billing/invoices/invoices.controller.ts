import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { list, message, one, page } from '../../common/endpoint/returns';
import { ApproveInvoices, CreateInvoice, InvoiceQuery, UpdateInvoiceBody } from './invoice.dto';
import { ApprovedInvoice, InvoiceItem, UpdatedInvoice } from './invoice.view';
import { InvoicesService } from './invoices.service';

const PathInvoice = () => PathText('id', 'The id or the number', '1');

/** The filters on what a customer sees of its invoices. */
const OPEN_FILTERS = [
  'created_during',
  'currency',
  'total',
  'bill_of_lading_number',
  'container_number',
  'voyage_number',
  'paid',
  'is_proforma',
  'approved',
  'document_type',
  'status',
  'due_until',
  'charge_code',
];

@ApiTags('Billing')
@Controller('invoices')
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get()
  @Endpoint({
    summary: 'List invoices',
    description:
      'Drafts (pro-formas) too. Filters look at the invoice, its customer, its lines, and what it bills. A file has a row for each line item.',
    returns: page('invoices', InvoiceItem, { rows: 'line_items' }),
    parties: { filters: OPEN_FILTERS },
    errors: [400, 404],
  })
  list(@Query() query: InvoiceQuery) {
    return this.invoices.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show an invoice',
    description: 'By its id, with its lines and the sums of each container.',
    returns: one('invoice', InvoiceItem),
    parties: { filters: [] },
    errors: [400, 404],
  })
  show(@PathInvoice() idOrNumber: string) {
    return this.invoices.show(idOrNumber);
  }

  @Post()
  @Endpoint({
    summary: 'Create an invoice',
    description: 'Its sums follow from its line items, taxes and fees.',
    returns: one('invoice', InvoiceItem),
    status: 201,
    errors: [400, 404, 409, 422],
  })
  create(@Body() body: CreateInvoice) {
    return this.invoices.create(body);
  }

  @Post('approve')
  @Endpoint({
    summary: 'Approve several invoices',
    description:
      'All or none. Drafts that were calculated get the next numbers of their series, in the order of the ids.',
    returns: list('invoices', ApprovedInvoice),
    errors: [404, 409, 422],
  })
  approve(@Body() { ids }: ApproveInvoices) {
    return this.invoices.approve(ids);
  }

  @Put(':id')
  @Endpoint({
    summary: 'Approve an invoice, mark it as paid, or give it a general ledger id',
    description:
      'Who approved it and when is noted with it, and cleared when the approval is withdrawn. The customer is kept as it is at that time.',
    returns: one('invoice', UpdatedInvoice),
    errors: [400, 404],
  })
  update(@PathInvoice() idOrNumber: string, @Body() { invoice }: UpdateInvoiceBody) {
    return this.invoices.update(idOrNumber, invoice);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove an invoice',
    description: 'With its lines, for good. One that is approved or paid is refused with 409.',
    returns: message(),
    role: 'admin',
    errors: [400, 404, 409, 422],
  })
  remove(@PathInvoice() idOrNumber: string) {
    return this.invoices.remove(idOrNumber);
  }
}
