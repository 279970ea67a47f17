import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { page } from '../../common/endpoint/returns';
import { PageQuery } from '../../common/pagination/page-query';
import { BookingContainerShow } from './booking-container.view';
import { BookingContainersService } from './booking-containers.service';

@ApiTags('Cargo')
@Controller('bookings/:number/containers')
export class BookingContainersController {
  constructor(private readonly containers: BookingContainersService) {}

  @Get()
  @Endpoint({
    summary: 'List the containers of a booking',
    description: 'Those that the line has announced for it, whether they have come or not.',
    operationId: 'listContainersOfBooking',
    returns: page('containers', BookingContainerShow),
    errors: [404, 422],
  })
  list(
    @PathText('number', 'The id or the number of the booking', 'WHA331057') number: string,
    @Query() query: PageQuery,
  ) {
    return this.containers.list(number, query);
  }
}
