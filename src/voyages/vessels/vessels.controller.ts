import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId, PathText } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { CreateVesselBody, UpdateVesselBody, VesselQuery } from './vessel.dto';
import { VesselShow, VesselWritten } from './vessel.view';
import { VesselsService } from './vessels.service';

@ApiTags('Voyages')
@Controller('vessels')
export class VesselsController {
  constructor(private readonly vessels: VesselsService) {}

  @Get()
  @Endpoint({
    summary: 'List vessels',
    description: 'Those whose name contains `name`, or with a whole IMO number or call sign.',
    returns: page('vessels', VesselShow),
    parties: { filters: ['name', 'q', 'imo', 'call_sign'] },
    errors: [404, 422],
  })
  list(@Query() query: VesselQuery) {
    return this.vessels.list(query);
  }

  @Post()
  @Endpoint({
    summary: 'Create a vessel',
    description: 'Voyages then name it by its name, spelt exactly as it is sent.',
    returns: one('vessel', VesselWritten),
    status: 201,
    errors: [404, 422],
  })
  create(@Body() body: CreateVesselBody) {
    return this.vessels.create(body.vessel);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a vessel',
    description: 'With the voyage that it completed in the past 30 days, if it did.',
    returns: one('vessel', VesselShow),
    parties: { filters: [] },
    errors: [404],
  })
  show(@PathText('id', 'The name, in any case, or the IMO number', 'Westhaven Petrel') name: string) {
    return this.vessels.show(name);
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update a vessel',
    description: 'By its id only, which showing it by name answers. Only the fields that are sent change.',
    returns: one('vessel', VesselWritten),
    errors: [404, 422],
    shownBy: 'showById',
  })
  update(@PathId('Vessel') id: number, @Body() body: UpdateVesselBody) {
    return this.vessels.update(id, body.vessel);
  }

  /** The vessel that the path of an update names, with the answer of `show`. */
  showById(@PathId('Vessel') id: number) {
    return this.vessels.showById(id);
  }
}
