import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare, one, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import { PathVoyage } from './path-voyage';
import {
  CreateVoyageBody,
  UpdateVoyageBody,
  VOYAGE_GROUPS,
  VoyageCountQuery,
  VoyageQuery,
} from './voyage.dto';
import { VoyageItem, VoyageShow, VoyageWithActions } from './voyage.view';
import { VoyagesService } from './voyages.service';

const VoyageCounts = countsOf('Voyage', VOYAGE_GROUPS);

@ApiTags('Voyages')
@Controller('voyages')
export class VoyagesController {
  constructor(private readonly voyages: VoyagesService) {}

  @Get()
  @Endpoint({
    summary: 'List voyages',
    description: 'Both ends of a span of time belong to it.',
    returns: page('voyages', VoyageItem),
    parties: {
      filters: [
        'arrival_from',
        'arrival_until',
        'departure_from',
        'departure_until',
        'arrival_start',
        'arrival_end',
        'departure_start',
        'departure_end',
        'updated_at',
        'number',
        'vessel_name',
        'q',
        'status',
        'cancelled',
        'in_port',
        'assigned_berth_area',
      ],
    },
    errors: [400, 404, 422],
  })
  list(@Query() query: VoyageQuery) {
    return this.voyages.list(query);
  }

  @Get('counts')
  @Endpoint({
    summary: 'Count voyages',
    description: 'By what `by` says, of the voyages that the filters of the list leave.',
    returns: bare(VoyageCounts),
    errors: [400, 404, 422],
  })
  count(@Query() query: VoyageCountQuery) {
    return this.voyages.counts(query);
  }

  @Get(':number')
  @Endpoint({
    summary: 'Show a voyage',
    description: 'By its number, with the links to what belongs to it.',
    returns: bare(VoyageWithActions),
    parties: { filters: [] },
    errors: [400, 404, 422],
  })
  show(@PathVoyage('number') number: string) {
    return this.voyages.show(number);
  }

  @Post()
  @Endpoint({
    summary: 'Create a voyage',
    description: 'Its status is `unknown`, whatever times are sent.',
    returns: one('voyage', VoyageShow),
    status: 201,
    errors: [400, 404, 422],
  })
  create(@Body() body: CreateVoyageBody) {
    return this.voyages.create(body.voyage);
  }

  @Patch(':number')
  @Endpoint({
    summary: 'Update a voyage',
    description:
      'Its status becomes `departed` once it has an actual time of departure, and `unknown` when that is cleared. ' +
      'An update that would put berth before anchorage, or departure before berth, is refused.',
    returns: one('voyage', VoyageShow),
    errors: [400, 404, 422],
  })
  update(@PathVoyage('number') number: string, @Body() body: UpdateVoyageBody) {
    return this.voyages.update(number, body.voyage);
  }
}
