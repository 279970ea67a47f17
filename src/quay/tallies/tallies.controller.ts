import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare, list } from '../../common/endpoint/returns';
import { PathVoyage } from '../../voyages/voyages/path-voyage';
import { TalliesService } from './tallies.service';
import { CreateTallyBody, TallyQuery } from './tally.dto';
import { TallyCreated, TallySheet } from './tally.view';

@ApiTags('Voyages')
@Controller('voyages/:voyage_number/tallies')
export class TalliesController {
  constructor(private readonly tallies: TalliesService) {}

  @Get()
  @Endpoint({
    summary: 'Show a tally of a voyage',
    description: 'With every move of its cranes.',
    returns: bare(TallySheet),
    errors: [404, 422],
  })
  show(@PathVoyage() number: string, @Query() query: TallyQuery) {
    return this.tallies.show(number, query.tally_type);
  }

  @Post()
  @Endpoint({
    summary: 'Create the tallies of a voyage',
    description: 'A discharge tally needs a manifest of the voyage, a loading tally a load list.',
    returns: list('tallies', TallyCreated),
    status: 201,
    errors: [404, 422],
  })
  create(@PathVoyage() number: string, @Body() body: CreateTallyBody) {
    return this.tallies.create(number, body.tally?.tally_type);
  }
}
