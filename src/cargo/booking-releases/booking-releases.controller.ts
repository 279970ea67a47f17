import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { PageQuery } from '../../common/pagination/page-query';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { CancelRelease, CreateRelease, UpdateRelease } from './booking-release.dto';
import { BookingRelease } from './booking-release.kind';
import { BookingReleasesService } from './booking-releases.service';

const { Show } = kindClasses(kindOf(BookingRelease));
const PathBooking = () => PathText('number', 'The id or the number of the booking', 'WHA331057');
const PathRelease = () => PathText('release', 'The number of the release', 'R1');

@ApiTags('Cargo')
@Controller('bookings/:number/releases')
export class BookingReleasesController {
  constructor(private readonly releases: BookingReleasesService) {}

  @Get()
  @Endpoint({
    summary: 'List the releases of a booking',
    description:
      'The empties that its line lets go, in the order in which they were made. A haulier sees those that name it.',
    operationId: 'listReleasesOfBooking',
    returns: page('releases', Show),
    parties: { filters: [] },
    errors: [404, 422],
  })
  list(@PathBooking() number: string, @Query() query: PageQuery) {
    return this.releases.list(number, query);
  }

  @Get(':release')
  @Endpoint({
    summary: 'Show a release of a booking',
    description: 'By its number in the booking, with how many went by it.',
    operationId: 'showReleaseOfBooking',
    returns: one('booking_release', Show),
    parties: { filters: [] },
    errors: [404, 422],
  })
  show(@PathBooking() number: string, @PathRelease() release: string) {
    return this.releases.show(number, release);
  }

  @Post()
  @Endpoint({
    summary: 'Release empties of a booking',
    description:
      'A booking without releases lets empties go by its lines; one with releases lets those go that an open release has left, for the company that it names, the one that ends first before the others. Together they are for no more than the booking.',
    operationId: 'createReleaseOfBooking',
    returns: one('booking_release', Show),
    status: 201,
    speaks: true,
    errors: [404, 409, 422],
  })
  create(@PathBooking() number: string, @Body() body: CreateRelease) {
    return this.releases.create(number, { ...body });
  }

  @Patch(':release')
  @Endpoint({
    summary: 'Update a release of a booking',
    description:
      'Only the fields that are sent change. A later `valid_until` opens one that has expired; one that is cancelled stays so.',
    operationId: 'updateReleaseOfBooking',
    returns: one('booking_release', Show),
    speaks: true,
    errors: [404, 409, 422],
  })
  update(@PathBooking() number: string, @PathRelease() release: string, @Body() body: UpdateRelease) {
    return this.releases.update(number, release, { ...body });
  }

  @Post(':release/cancel')
  @Endpoint({
    summary: 'Cancel a release of a booking',
    description: 'What went by it stays. Not while a truck is inside that fetches by it.',
    operationId: 'cancelReleaseOfBooking',
    returns: one('booking_release', Show),
    speaks: true,
    errors: [404, 409, 422],
  })
  cancel(@PathBooking() number: string, @PathRelease() release: string, @Body() { reason }: CancelRelease) {
    return this.releases.cancelOne(number, release, reason);
  }
}
