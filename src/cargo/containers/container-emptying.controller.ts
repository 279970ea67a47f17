import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { one } from '../../common/endpoint/returns';
import { EmptyAt } from './container-emptying.dto';
import { ContainerEmptyingService } from './container-emptying.service';
import { ContainerShow } from './container.view';
import { PathContainer } from './path-container';

@ApiTags('Set-up')
@Controller('containers')
export class ContainerEmptyingController {
  constructor(private readonly emptying: ContainerEmptyingService) {}

  @Post(':number/empty')
  @Endpoint({
    summary: 'Note that a container was emptied',
    description:
      'For one whose packages are not known: one with known packages becomes empty with the last that is stripped.',
    returns: one('container', ContainerShow),
    errors: [404, 422],
  })
  empty(@PathContainer() number: string, @Body() { at }: EmptyAt) {
    return this.emptying.empty(number, at);
  }
}
