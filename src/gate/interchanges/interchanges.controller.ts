import { Body, Controller, Patch } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one } from '../../common/endpoint/returns';
import { UpdateInterchange } from './interchange.dto';
import { InterchangeShow } from '../visits/interchange.view';
import { InterchangesService } from './interchanges.service';

@ApiTags('Set-up')
@Controller('interchanges')
export class InterchangesController {
  constructor(private readonly interchanges: InterchangesService) {}

  @Patch(':id')
  @Endpoint({
    summary: 'Update an interchange',
    description: 'Completing it moves its container and chassis, as gate-out does.',
    returns: one('interchange', InterchangeShow),
    errors: [400, 404, 409, 422],
  })
  update(@PathId('Interchange') id: number, @Body() body: UpdateInterchange) {
    return this.interchanges.update(id, body);
  }
}
