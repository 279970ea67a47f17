import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { ReadsAtPrimary } from '../../common/endpoint/endpoint-metadata';
import { PathId } from '../../common/endpoint/path-param';
import { bare } from '../../common/endpoint/returns';
import { ObstaclesService } from './obstacles.service';
import { Obstacles } from './obstacles.view';

// By it a truck is let go at that moment: a hold of a second ago must not be missing.
@ReadsAtPrimary()
@ApiTags('Gate')
@Controller('truck_visits')
export class ObstaclesController {
  constructor(private readonly obstacles: ObstaclesService) {}

  @Get(':id/obstacles')
  @Endpoint({
    summary: 'Tell why a truck could not leave now',
    description: 'What a gate-out would be refused for, with a link to lift each hold.',
    operationId: 'showObstacles',
    returns: bare(Obstacles),
    parties: { filters: [] },
    errors: [404, 422],
    speaks: true,
  })
  show(@PathId('Truck visit') id: number) {
    return this.obstacles.ofVisit(id);
  }
}
