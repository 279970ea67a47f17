import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { BillingRunsService } from './billing-runs.service';
import { BillingProblemQuery, BillingRunQuery, CreateBillingRun } from './run.dto';
import { BillingProblemShow, BillingRunShow } from './run.view';

const PathRun = () => PathId('Billing run', 'id', 'The id of the run, as starting it answers it');

@ApiTags('Billing')
@Controller('billing_runs')
export class BillingRunsController {
  constructor(private readonly runs: BillingRunsService) {}

  @Get()
  @Endpoint({
    summary: 'List billing runs',
    description: 'Those that are over, too, with what they came to.',
    returns: page('billing_runs', BillingRunShow),
    errors: [400, 404],
  })
  list(@Query() query: BillingRunQuery) {
    return this.runs.list(query);
  }

  @Post()
  @Endpoint({
    summary: 'Start a billing run',
    description:
      'Charges what has changed, and with `interim` what goes on, through a day; then makes drafts of what is open. The service works it off beside requests, one run of an organization at a time. Repeated, it charges only what differs.',
    returns: one('billing_run', BillingRunShow),
    status: 201,
    errors: [404, 409, 422],
  })
  create(@Body() body: CreateBillingRun) {
    return this.runs.create(body);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a billing run',
    description: 'How far it has come, and what it came to.',
    returns: one('billing_run', BillingRunShow),
    errors: [404, 422],
  })
  show(@PathRun() id: number) {
    return this.runs.show(id);
  }

  @Get(':id/problems')
  @Endpoint({
    summary: 'List the problems of a billing run',
    operationId: 'listBillingProblems',
    description: 'What it charged not at all, or not so that it can be invoiced, and why.',
    returns: page('problems', BillingProblemShow),
    errors: [400, 404],
  })
  problems(@PathRun() id: number, @Query() query: BillingProblemQuery) {
    return this.runs.problems(id, query);
  }

  @Post(':id/cancel')
  @Endpoint({
    summary: 'Cancel a billing run',
    operationId: 'cancelBillingRun',
    description: 'It ends behind the batch that is under way. What was charged stays.',
    returns: one('billing_run', BillingRunShow),
    errors: [404, 409],
  })
  cancel(@PathRun() id: number) {
    return this.runs.cancel(id);
  }
}
