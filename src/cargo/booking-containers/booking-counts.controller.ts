import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { BOOKING_GROUPS, BookingCountQuery } from './booking-counts';
import { BookingsService } from './bookings.service';

const BookingCounts = countsOf('Booking', BOOKING_GROUPS);

@ApiTags('Cargo')
@Controller('bookings')
export class BookingCountsController {
  constructor(private readonly bookings: BookingsService) {}

  @Get('counts')
  @Endpoint({
    summary: 'Count bookings',
    description: 'By what `by` says, of the bookings that the filters of the list leave.',
    returns: bare(BookingCounts),
    errors: [400, 404, 422],
  })
  count(@Query() query: BookingCountQuery) {
    return this.bookings.counts(query);
  }
}
