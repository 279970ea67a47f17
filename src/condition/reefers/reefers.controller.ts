import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathContainer } from '../../cargo/containers/path-container';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare, file, one, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import {
  CreateReeferReading,
  CreateReeferReadings,
  REEFER_GROUPS,
  ReeferCountQuery,
  ReeferPlotQuery,
  ReeferQuery,
  ReeferReadingQuery,
} from './reefer.dto';
import { ReeferPlotService } from './reefer-plot.service';
import { ReeferReadingShow, ReeferReadingsWritten } from './reefer-reading.view';
import { ReeferReadingsService } from './reefer-readings.service';
import { ReeferShow } from './reefer.view';
import { ReefersService } from './reefers.service';

const ReeferCounts = countsOf('Reefer', REEFER_GROUPS);

@ApiTags('Condition')
@Controller()
export class ReefersController {
  constructor(
    private readonly readings: ReeferReadingsService,
    private readonly reefers: ReefersService,
    private readonly plots: ReeferPlotService,
  ) {}

  @Get('containers/:number/readings')
  @Endpoint({
    summary: 'List the readings of a reefer',
    description:
      'Of all its stays, in the order in which they were entered, or in that of when they were read.',
    operationId: 'listReadingsOfContainer',
    returns: page('readings', ReeferReadingShow),
    parties: { filters: ['at_from', 'at_until'] },
    errors: [404, 422],
  })
  ofContainer(@PathContainer() number: string, @Query() query: ReeferReadingQuery) {
    return this.readings.ofContainer(number, query);
  }

  @Post('containers/:number/readings')
  @Endpoint({
    summary: 'Enter a reading of a reefer',
    description:
      'Of the stay of the container that is not over. One of the same time is replaced. Temperatures are in degrees Celsius.',
    operationId: 'createReadingOfContainer',
    returns: one('reading', ReeferReadingShow),
    status: 201,
    speaks: true,
    errors: [404, 422],
  })
  create(@PathContainer() number: string, @Body() body: CreateReeferReading) {
    return this.readings.create(number, body);
  }

  @Get('containers/:number/readings.svg')
  @Endpoint({
    summary: 'Draw the readings of a reefer',
    description:
      'A picture in SVG of 14 days: the air that the unit blew in, the air that came back, the set point and alarms, in the time zone of the organization. Where nobody read it for long the lines are broken.',
    operationId: 'showReadingsPicture',
    returns: file('image/svg+xml'),
    parties: { filters: ['until'] },
    errors: [404, 422],
  })
  draw(@PathContainer() number: string, @Query() query: ReeferPlotQuery) {
    return this.plots.picture(number, query);
  }

  @Post('reefer_readings')
  @Endpoint({
    summary: 'Enter readings of several reefers',
    description:
      'From 1 to 1,000, all or none: what is refused is named by its place, as `readings.3.at`. One of the same container and time is replaced, by the last one that says so. Readings may come in any order.',
    operationId: 'createReeferReadings',
    returns: bare(ReeferReadingsWritten),
    status: 201,
    speaks: true,
    errors: [422],
  })
  createAll(@Body() body: CreateReeferReadings) {
    return this.readings.createAll(body);
  }

  @Get('reefers')
  @Endpoint({
    summary: 'List reefers that are here and operating',
    description:
      'In the order of their stays, each with its place, since when it is on power, its last reading and what is wrong with it.',
    operationId: 'listReefers',
    returns: page('reefers', ReeferShow),
    errors: [404, 422],
  })
  list(@Query() query: ReeferQuery) {
    return this.reefers.list(query);
  }

  @Get('reefers/counts')
  @Endpoint({
    summary: 'Count reefers that are here and operating',
    description: 'By what `by` says, of the reefers that the filters of the list leave.',
    operationId: 'countReefers',
    returns: bare(ReeferCounts),
    errors: [404, 422],
  })
  count(@Query() query: ReeferCountQuery) {
    return this.reefers.counts(query);
  }
}
