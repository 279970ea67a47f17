import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { page } from '../../common/endpoint/returns';
import { PathVoyage } from '../../voyages/voyages/path-voyage';
import { BayplanQuery } from './bayplan.dto';
import { BayplanCellShow, BayplanShow } from './bayplan.view';
import { BayplansService } from './bayplans.service';

@ApiTags('Cargo')
@Controller('voyages/:voyage_number/bayplan')
export class BayplanController {
  constructor(private readonly bayplans: BayplansService) {}

  @Get()
  @Endpoint({
    summary: 'Show the bayplan of a voyage',
    description:
      'How the vessel is stowed when it arrives, or when it leaves, cell by cell in the order of bay, row and tier. A voyage without the plan has nothing here: 404.',
    operationId: 'showBayplan',
    returns: page('cells', BayplanCellShow, { beside: { bayplan: BayplanShow }, most: 500 }),
    errors: [404, 422],
  })
  show(@PathVoyage() voyage_number: string, @Query() query: BayplanQuery) {
    return this.bayplans.show(voyage_number, query);
  }
}
