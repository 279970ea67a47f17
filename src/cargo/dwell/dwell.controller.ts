import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { list } from '../../common/endpoint/returns';
import { DwellQuery } from './dwell.dto';
import { DwellService } from './dwell.service';
import { Dwell } from './dwell.view';

@ApiTags('Reports')
@Controller('reports/dwell')
export class DwellController {
  constructor(private readonly dwell: DwellService) {}

  @Get()
  @Endpoint({
    summary: 'Report how long the containers have been here that are here now',
    description: 'In classes of whole days past, by shipping line, usage or length, in the order of these.',
    returns: list('dwell', Dwell),
    errors: [422],
  })
  report(@Query() { by }: DwellQuery) {
    return this.dwell.report(by);
  }
}
