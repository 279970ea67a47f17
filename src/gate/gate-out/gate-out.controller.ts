import { Body, Controller, Post, UseFilters } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { bare } from '../../common/endpoint/returns';
import { KeepsRefusals } from '../refusals/keeps-refusals.filter';
import { GatedOut } from './gate-out.view';
import { GateOut } from './gate-out.dto';
import { GateOutService } from './gate-out.service';

@ApiTags('Gate')
@Controller('trucks')
export class GateOutController {
  constructor(private readonly gate: GateOutService) {}

  @UseFilters(KeepsRefusals)
  @Post(':truck_license_number/gate_out')
  @Endpoint({
    summary: 'Gate a truck out',
    description: 'Completes the open interchanges. Nothing changes when a container may not leave.',
    returns: bare(GatedOut),
    errors: [400, 404],
  })
  record(
    @PathText('truck_license_number', 'The license plate, however it is typed', 'WH-472-B')
    truck_license_number: string,
    @Body() body: GateOut,
  ) {
    return this.gate.gateOut(truck_license_number, body);
  }
}
