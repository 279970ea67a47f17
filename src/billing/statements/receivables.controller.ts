import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { RECEIVABLE_GROUPS, ReceivableCountQuery, ReceivableQuery, Remind } from './receivable.dto';
import { Receivables, Reminders } from './receivable.view';
import { ReceivablesService } from './receivables.service';
import { RemindersService } from './reminders.service';

const ReceivableCounts = countsOf('Receivable', RECEIVABLE_GROUPS);

@ApiTags('Billing')
@Controller('receivables')
export class ReceivablesController {
  constructor(
    private readonly receivables: ReceivablesService,
    private readonly reminders: RemindersService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List receivables',
    description:
      'What customers owe, by how long it is overdue: a row for each customer and currency, the most first.',
    returns: bare(Receivables),
    errors: [422],
  })
  list(@Query() query: ReceivableQuery) {
    return this.receivables.list(query);
  }

  @Get('counts')
  @Endpoint({
    summary: 'Count receivables',
    description: 'By what `by` says, of the receivables that the filters leave.',
    returns: bare(ReceivableCounts),
    errors: [422],
  })
  count(@Query() query: ReceivableCountQuery) {
    return this.receivables.counts(query);
  }

  @Post('remind')
  @Endpoint({
    summary: 'Remind customers of what is overdue',
    operationId: 'remindReceivables',
    description:
      'One mail for each customer, in its language, with its overdue invoices. Who has no address is told in the answer. Where no mail is set up it is refused.',
    returns: bare(Reminders),
    status: 200,
    errors: [422],
  })
  remind(@Body() body: Remind) {
    return this.reminders.remind(body);
  }
}
