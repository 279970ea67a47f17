import { Body, Controller, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one } from '../../common/endpoint/returns';
import { TalliesService } from './tallies.service';
import { UpdateTally } from './tally.dto';
import { TallyShow } from './tally.view';

@ApiTags('Set-up')
@Controller('tallies')
export class TalliesSetupController {
  constructor(private readonly tallies: TalliesService) {}

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
