import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { one } from '../../common/endpoint/returns';
import { ContainerShow } from '../containers/container.view';
import { PathContainer } from '../containers/path-container';
import { RenumberContainer } from './renumber.dto';
import { RenumberService } from './renumber.service';

@ApiTags('Set-up')
@Controller('containers')
export class RenumberController {
  constructor(private readonly renumbering: RenumberService) {}

  @Post(':number/renumber')
  @Endpoint({
    summary: 'Give a container its right number',
    description:
      'With all its stays, holds and history. Where the number exists, both records become one, if their stays do not overlap and one of them at most is not over: the older record stays, and the old number is found no more.',
    operationId: 'renumberContainer',
    returns: one('container', ContainerShow),
    role: 'admin',
    errors: [404, 422],
  })
  renumber(@PathContainer() number: string, @Body() body: RenumberContainer) {
    return this.renumbering.renumber(number, body);
  }
}
