import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { page } from '../../common/endpoint/returns';
import { InterchangeOfRegister } from '../visits/interchange.view';
import { InterchangeQuery } from './interchange.dto';
import { InterchangeRegisterService } from './interchange-register.service';

@ApiTags('Gate')
@Controller('interchanges')
export class InterchangeRegisterController {
  constructor(private readonly register: InterchangeRegisterService) {}

  @Get()
  @Endpoint({
    summary: 'List interchanges',
    description: 'What trucks brought and took over all visits, completed or not.',
    returns: page('interchanges', InterchangeOfRegister),
    errors: [404, 422],
  })
  list(@Query() query: InterchangeQuery) {
    return this.register.list(query);
  }
}
