import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import {
  CreateFreightForwarder,
  FreightForwarderQuery,
  UpdateFreightForwarder,
} from './freight-forwarder.dto';
import { FreightForwarderShow } from './freight-forwarder.view';
import { FreightForwardersService } from './freight-forwarders.service';

@ApiTags('Parties')
@Controller('freight_forwarders')
export class FreightForwardersController {
  constructor(private readonly forwarders: FreightForwardersService) {}

  @Get()
  @Endpoint({
    summary: 'List freight forwarders',
    description:
      'Those whose name contains `name`, in any case; inactive ones as well, unless `active` is asked for.',
    returns: page('freight_forwarders', FreightForwarderShow),
    parties: { filters: ['name', 'active'] },
    errors: [400, 404],
  })
  list(@Query() query: FreightForwarderQuery) {
    return this.forwarders.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a freight forwarder',
    description: 'Also one that was deleted, which is inactive.',
    returns: one('freight_forwarder', FreightForwarderShow),
    parties: { filters: [] },
    errors: [400, 404],
  })
  show(@PathId('Freight forwarder') id: number) {
    return this.forwarders.show(id);
  }

  @Post()
  @Endpoint({
    summary: 'Create a freight forwarder',
    description: 'It is active from the start. Its name is unique in the organization.',
    returns: one('freight_forwarder', FreightForwarderShow),
    status: 201,
    errors: [400, 404],
  })
  create(@Body() body: CreateFreightForwarder) {
    return this.forwarders.create(body);
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update a freight forwarder',
    description: 'Only the fields that are sent change; a field that is null is cleared.',
    returns: one('freight_forwarder', FreightForwarderShow),
    errors: [400, 404],
  })
  update(@PathId('Freight forwarder') id: number, @Body() body: UpdateFreightForwarder) {
    return this.forwarders.update(id, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove a freight forwarder',
    description: 'It becomes inactive and stays in the lists.',
    returns: one('freight_forwarder', FreightForwarderShow),
    errors: [400, 404],
  })
  remove(@PathId('Freight forwarder') id: number) {
    return this.forwarders.remove(id);
  }
}
