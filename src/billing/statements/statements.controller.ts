import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare, file } from '../../common/endpoint/returns';
import { StatementQuery } from './statement.dto';
import { Statement } from './statement.view';
import { StatementsService } from './statements.service';

const PathType = () => PathText('type', 'The `customer_type` of invoices', 'ShippingLine');
const PathCustomer = () => PathText('id', 'The id; the code, or the name of what has no code', 'WHA');
const FILTERS = ['from', 'until', 'currency'];

@ApiTags('Billing')
@Controller('customers/:type/:id')
export class StatementsController {
  constructor(private readonly statements: StatementsService) {}

  @Get('statement')
  @Endpoint({
    summary: 'Show the statement of a customer',
    description:
      'What it owed before, each document and payment that changed that, what it owes now, and how long that is overdue. Days are those of the terminal.',
    operationId: 'showStatement',
    returns: bare(Statement),
    parties: { filters: FILTERS },
    errors: [404, 422],
  })
  show(@PathType() type: string, @PathCustomer() id: string, @Query() query: StatementQuery) {
    return this.statements.of(type, id, query);
  }

  @Get('statement.pdf')
  @Endpoint({
    summary: 'Show the statement of a customer as a PDF',
    description:
      'With seller and customer as on invoices, each row, what is open, and how long it is overdue.',
    operationId: 'showStatementPdf',
    returns: file('application/pdf'),
    parties: { filters: FILTERS },
    errors: [404, 422],
  })
  pdf(@PathType() type: string, @PathCustomer() id: string, @Query() query: StatementQuery) {
    return this.statements.pdf(type, id, query);
  }
}
