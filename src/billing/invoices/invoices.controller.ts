import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare, message, one, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { CreateInvoice, INVOICE_GROUPS, InvoiceCountQuery, InvoiceQuery } from './invoice.dto';
import { InvoiceItem } from './invoice.view';
import { InvoicesService } from './invoices.service';

const PathInvoice = () => PathText('id', 'The id or the number', '1');

const InvoiceCounts = countsOf('Invoice', INVOICE_GROUPS);

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
  'due_from',
  'due_until',
  'open',
  'overdue',
  'paid_from',
  'paid_until',
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

  @Get('counts')
  @Endpoint({
    summary: 'Count invoices',
    description: 'By what `by` says, of the invoices that the filters of the list leave. Drafts too.',
    returns: bare(InvoiceCounts),
    errors: [400, 404],
  })
  count(@Query() query: InvoiceCountQuery) {
    return this.invoices.counts(query);
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

  @Delete(':id')
  @Endpoint({
    summary: 'Remove an invoice',
    description:
      'With its lines, for good. One that is approved or paid is refused with 409. A token of the role `write` deletes only drafts that it made by `POST /invoice_drafts`; all others need the role `admin`.',
    returns: message(),
    errors: [400, 404, 409, 422],
  })
  remove(@PathInvoice() idOrNumber: string) {
    return this.invoices.remove(idOrNumber);
  }
}
