import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId, PathText } from '../../common/endpoint/path-param';
import { bare, list, one } from '../../common/endpoint/returns';
import { TalliesService } from './tallies.service';
import { CreateTallyBody, TallyQuery, UpdateTally } from './tally.dto';
import { TallyCreated, TallySheet, TallyShow } from './tally.view';

const VoyageNumber = () => PathText('voyage_number', 'The number of the voyage', 'WP2611');

@Controller()
export class TalliesController {
  constructor(private readonly tallies: TalliesService) {}

  @Get('voyages/:voyage_number/tallies')
  @ApiTags('Voyages')
  @Endpoint({
    summary: 'Show a tally of a voyage',
    description: 'With every move of its cranes.',
    returns: bare(TallySheet),
    errors: [404, 422],
  })
  show(@VoyageNumber() number: string, @Query() query: TallyQuery) {
    return this.tallies.show(number, query.tally_type);
  }

  @Post('voyages/:voyage_number/tallies')
  @ApiTags('Voyages')
  @Endpoint({
    summary: 'Create the tallies of a voyage',
    description: 'A discharge tally needs a manifest of the voyage, a loading tally a load list.',
    returns: list('tallies', TallyCreated),
    status: 201,
    role: 'write',
    errors: [404, 422],
  })
  create(@VoyageNumber() number: string, @Body() body: CreateTallyBody) {
    return this.tallies.create(number, body.tally?.tally_type);
  }

  @Patch('tallies/:id')
  @ApiTags('Set-up')
  @Endpoint({
    summary: 'Update a tally',
    returns: one('tally', TallyShow),
    role: 'admin',
    errors: [400, 404, 409, 422],
  })
  update(@PathId() id: number, @Body() body: UpdateTally) {
    return this.tallies.update(id, body);
  }
}
