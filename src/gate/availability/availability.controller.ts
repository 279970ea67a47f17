import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare } from '../../common/endpoint/returns';
import { AvailabilityQuery } from './availability.dto';
import { AvailabilityService } from './availability.service';
import { Availabilities, Availability } from './availability.view';

@ApiTags('Gate')
@Controller()
export class AvailabilityController {
  constructor(private readonly availability: AvailabilityService) {}

  @Get('containers/:number/availability')
  @Endpoint({
    summary: 'Tell whether a container can be picked up',
    description: 'By the rules that the gate asks, whoever comes for it; with each reason why not.',
    operationId: 'showAvailability',
    returns: bare(Availability),
    parties: { filters: [] },
    errors: [404, 422],
    speaks: true,
  })
  one(@PathText('number', 'The number of the container', 'WHAU4142033') number: string) {
    return this.availability.ofContainer(number);
  }

  @Get('availability')
  @Endpoint({
    summary: 'Tell which containers can be picked up',
    description:
      'Of those that are named, or of those on a bill of lading. A number that is not known is a reason.',
    operationId: 'listAvailability',
    returns: bare(Availabilities),
    parties: { filters: ['container_numbers', 'bill_of_lading_number'] },
    errors: [404, 422],
    speaks: true,
  })
  several(@Query() query: AvailabilityQuery) {
    return this.availability.ofSeveral(query);
  }
}
