import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { ReadsAtPrimary } from '../../common/endpoint/endpoint-metadata';
import { PathId } from '../../common/endpoint/path-param';
import { bare } from '../../common/endpoint/returns';
import { VisitDueService } from './visit-due.service';
import { VisitDue } from './visit-due.view';

// The desk collects by it and lets the truck go: what another desk was just paid must not be collected twice.
@ReadsAtPrimary()
@ApiTags('Billing')
@Controller('truck_visits')
export class VisitDueController {
  constructor(private readonly due: VisitDueService) {}

  @Get(':id/due')
  @Endpoint({
    summary: 'Show what has to be paid before a truck leaves',
    description:
      'For the containers that it fetches, by who pays and by container, with a sum. Who has it on account owes nothing now. Nothing is written.',
    operationId: 'showVisitDue',
    returns: bare(VisitDue),
    errors: [404, 422],
  })
  show(@PathId('Truck visit') id: number) {
    return this.due.of(id);
  }
}
