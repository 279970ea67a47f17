import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { one } from '../../common/endpoint/returns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Container } from './container.kind';
import { PlugAt } from './reefer-plug-movement.dto';
import { PathContainer } from './path-container';
import { ReeferPlugsService } from './reefer-plugs.service';

const Show = kindClasses(kindOf(Container)).Show;

@ApiTags('Set-up')
@Controller('containers')
export class ReeferPlugsController {
  constructor(private readonly plugs: ReeferPlugsService) {}

  @Post(':number/plug_in')
  @Endpoint({
    summary: 'Connect a container to power',
    description: 'Notes a plug movement in its stay: from now, or from `at` on, it counts as on power.',
    operationId: 'plugInContainer',
    returns: one('container', Show),
    errors: [404, 422],
  })
  plugIn(@PathContainer() number: string, @Body() { at }: PlugAt) {
    return this.plugs.plug(number, 'plug_in', at);
  }

  @Post(':number/plug_out')
  @Endpoint({
    summary: 'Take a container off power',
    description: 'Notes a plug movement in its stay: from now, or from `at` on, it counts as off power.',
    operationId: 'plugOutContainer',
    returns: one('container', Show),
    errors: [404, 422],
  })
  plugOut(@PathContainer() number: string, @Body() { at }: PlugAt) {
    return this.plugs.plug(number, 'plug_out', at);
  }
}
