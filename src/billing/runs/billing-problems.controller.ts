import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { page } from '../../common/endpoint/returns';
import { BillingRunsService } from './billing-runs.service';
import { BillingProblemQuery } from './run.dto';
import { BillingProblemShow } from './run.view';

@ApiTags('Billing')
@Controller('billing_problems')
export class BillingProblemsController {
  constructor(private readonly runs: BillingRunsService) {}

  @Get()
  @Endpoint({
    summary: 'List the problems of all billing runs',
    operationId: 'listProblemsOfRuns',
    description:
      'One is open until its charge is made or its reason is gone. The next run notes it anew, and it is open there.',
    returns: page('billing_problems', BillingProblemShow),
    errors: [400],
  })
  list(@Query() query: BillingProblemQuery) {
    return this.runs.allProblems(query);
  }
}
