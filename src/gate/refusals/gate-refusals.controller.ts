import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { page } from '../../common/endpoint/returns';
import { GateRefusalQuery } from './gate-refusal.dto';
import { GateRefusalShow } from './gate-refusal.view';
import { GateRefusalsService } from './gate-refusals.service';

@ApiTags('Gate')
@Controller('gate_refusals')
export class GateRefusalsController {
  constructor(private readonly refusals: GateRefusalsService) {}

  @Get()
  @Endpoint({
    summary: 'List what the gate refused',
    description:
      'Each gate-in and gate-out that a rule refused, with everything that stood against it; not what was malformed.',
    returns: page('gate_refusals', GateRefusalShow),
    parties: { filters: ['truck', 'gate', 'refused_from', 'refused_until', 'from', 'until'] },
    errors: [404, 422],
  })
  list(@Query() query: GateRefusalQuery) {
    return this.refusals.list(query);
  }
}
