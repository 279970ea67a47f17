import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { message, one, page } from '../../common/endpoint/returns';
import { CreateInvoice, InvoiceQuery, UpdateInvoiceBody } from './invoice.dto';
import { InvoiceItem, UpdatedInvoice } from './invoice.view';
import { InvoicesService } from './invoices.service';

const InvoiceKey = () => PathText('id', 'The id or the number', '1');

@ApiTags('Billing')
@Controller('invoices')
export class InvoicesController {
  constructor(private readonly invoices: InvoicesService) {}

  @Get()
  @Endpoint({ summary: 'List invoices', returns: page('invoices', InvoiceItem), errors: [400, 404] })
  list(@Query() query: InvoiceQuery) {
    return this.invoices.list(query);
  }

  @Get(':id')
  @Endpoint({ summary: 'Show an invoice', returns: one('invoice', InvoiceItem), errors: [400, 404] })
  show(@InvoiceKey() idOrNumber: string) {
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

  @Put(':id')
  @Endpoint({
    summary: 'Approve an invoice, mark it as paid, or give it a general ledger id',
    returns: one('invoice', UpdatedInvoice),
    errors: [400, 404],
  })
  update(@InvoiceKey() idOrNumber: string, @Body() { invoice }: UpdateInvoiceBody) {
    return this.invoices.update(idOrNumber, invoice);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete an invoice',
    returns: message(),
    role: 'admin',
    errors: [400, 404, 409, 422],
  })
  remove(@InvoiceKey() idOrNumber: string) {
    return this.invoices.remove(idOrNumber);
  }
}
