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
  @Endpoint({ summary: 'List consignees', returns: page('consignees', ConsigneeShow), errors: [400, 404] })
  list(@Query() query: ConsigneeQuery) {
    return this.consignees.list(query);
  }

  @Get(':id')
  @Endpoint({ summary: 'Show a consignee', returns: one('consignee', ConsigneeShow), errors: [400, 404] })
  show(@PathId() id: number) {
    return this.consignees.show(id);
  }

  @Post()
  @Endpoint({
    summary: 'Create a consignee',
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
    returns: one('consignee', ConsigneeShow),
    errors: [400, 404],
  })
  update(@PathId() id: number, @Body() body: UpdateConsignee) {
    return this.consignees.update(id, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Delete a consignee',
    description: 'Records that name it keep showing it; its name may be used again.',
    returns: one('consignee', ConsigneeShow),
    errors: [400, 404],
  })
  remove(@PathId() id: number) {
    return this.consignees.remove(id);
  }
}
