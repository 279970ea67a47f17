import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare, one, page } from '../../common/endpoint/returns';
import { ClosingService } from './closing.service';
import { TalliesService } from './tallies.service';
import { TallyItemShow } from './tally-item.view';
import { TalliesQuery, TallyItemQuery, UpdateTally } from './tally.dto';
import { TallyClosed, TallyShow } from './tally.view';

@ApiTags('Quay')
@Controller('tallies')
export class TalliesSetupController {
  constructor(
    private readonly tallies: TalliesService,
    private readonly closing: ClosingService,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List tallies',
    description: 'Of all voyages or of one; a voyage has one tally of each type.',
    returns: page('tallies', TallyShow),
    errors: [404, 422],
  })
  list(@Query() query: TalliesQuery) {
    return this.tallies.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a tally by its id',
    description: 'Without its moves, which `GET /voyages/{voyage_number}/tallies` has by crane.',
    returns: one('tally', TallyShow),
    errors: [404, 422],
  })
  showById(@PathId('Tally') id: number) {
    return this.tallies.showById(id);
  }

  @Get(':id/items')
  @Endpoint({
    summary: 'List what a tally expects and has counted',
    description:
      'A discharge tally expects what is on the manifests of its voyage, a loading tally what is on its load lists. While the tally is open, what is added to them appears, and what is taken off goes unless it was counted. A closed tally stays as it is.',
    operationId: 'listTallyItems',
    returns: page('items', TallyItemShow),
    errors: [404, 422],
  })
  items(@PathId('Tally') id: number, @Query() query: TallyItemQuery) {
    return this.tallies.items(id, query);
  }

  @Post(':id/close')
  @Endpoint({
    summary: 'Close a tally',
    description:
      'Answers what fell short. A closed tally takes no moves, and none of its moves is undone. A tally that is closed already stays as it is.',
    returns: bare(TallyClosed),
    errors: [404, 422],
  })
  close(@PathId('Tally') id: number) {
    return this.closing.close(id);
  }

  @Post(':id/reopen')
  @Endpoint({
    summary: 'Reopen a tally',
    description:
      'What was short is open again, and the items catch up with the lists. A tally that is open already stays as it is.',
    returns: one('tally', TallyShow),
    role: 'admin',
    errors: [404, 422],
  })
  reopen(@PathId('Tally') id: number) {
    return this.closing.reopen(id);
  }

  @Patch(':id')
  @Endpoint({
    summary: 'Update a tally',
    description: 'Sets how many handsets count for it, or closes it. A closed tally stays closed here.',
    returns: one('tally', TallyShow),
    errors: [400, 404, 409, 422],
  })
  update(@PathId('Tally') id: number, @Body() body: UpdateTally) {
    return this.tallies.update(id, body);
  }
}
