import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import { ConsigneeQuery, CreateConsignee, UpdateConsignee } from './consignee.dto';
import { ConsigneeShow } from './consignee.view';
import { ConsigneesService } from './consignees.service';

@ApiTags('Parties')
@Controller('consignees')
export class ConsigneesController {
  constructor(private readonly consignees: ConsigneesService) {}

  @Get()
  @Endpoint({
    summary: 'List consignees',
    description: 'Those whose name contains `name`, in any case. Deleted ones are not in it.',
    returns: page('consignees', ConsigneeShow),
    parties: { filters: ['name', 'q'] },
    errors: [400, 404],
  })
  list(@Query() query: ConsigneeQuery) {
    return this.consignees.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show a consignee',
    description: 'One that was deleted is 404, though records that name it still show it.',
    returns: one('consignee', ConsigneeShow),
    parties: { filters: [] },
    errors: [400, 404],
  })
  show(@PathId('Consignee') id: number) {
    return this.consignees.show(id);
  }

  @Post()
  @Endpoint({
    summary: 'Create a consignee',
    description: 'Bills of lading and containers then name it by its name, spelt as it is sent.',
    returns: one('consignee', ConsigneeShow),
    status: 201,
    errors: [400, 404],
  })
  create(@Body() body: CreateConsignee) {
    return this.consignees.create(body);
  }

  @Put(':id')
  @Endpoint({
    summary: 'Update a consignee',
    description: 'Only the fields that are sent change; records that refer to it show its new name at once.',
    returns: one('consignee', ConsigneeShow),
    errors: [400, 404],
  })
  update(@PathId('Consignee') id: number, @Body() body: UpdateConsignee) {
    return this.consignees.update(id, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Remove a consignee',
    description: 'Records that name it keep showing it; its name may be used again.',
    returns: one('consignee', ConsigneeShow),
    errors: [400, 404],
  })
  remove(@PathId('Consignee') id: number) {
    return this.consignees.remove(id);
  }
}
