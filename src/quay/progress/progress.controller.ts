import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { PathVoyage } from '../../voyages/voyages/path-voyage';
import { ProgressService } from './progress.service';
import { VoyageProgress } from './progress.view';

@ApiTags('Quay')
@Controller('voyages/:voyage_number/progress')
export class ProgressController {
  constructor(private readonly progress: ProgressService) {}

  @Get()
  @Endpoint({
    summary: 'Show how far the cranes are with a voyage',
    description:
      'For each tally what is expected, done, open, over and short in pieces, the moves of each crane in an hour, and when all is done at the rate of the last hour. `expected` is `done` and `open` and `short` together.',
    returns: bare(VoyageProgress),
    errors: [404, 422],
  })
  show(@PathVoyage() number: string) {
    return this.progress.show(number);
  }
}
