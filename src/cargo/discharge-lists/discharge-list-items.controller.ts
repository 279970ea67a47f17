import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare, one, page } from '../../common/endpoint/returns';
import { DischargeListItemFields, DischargeListItemQuery } from './discharge-list-item.dto';
import { DischargeListItemShow } from './discharge-list-item.view';
import { DischargeListItemsService } from './discharge-list-items.service';

const PathList = () =>
  PathId(
    'Discharge list',
    'discharge_list_id',
    'The id of the discharge list, as `GET /discharge_lists` answers it',
  );

@ApiTags('Cargo')
@Controller('discharge_lists/:discharge_list_id/discharge_list_items')
export class DischargeListItemsController {
  constructor(private readonly items: DischargeListItemsService) {}

  @Get()
  @Endpoint({
    summary: 'List the items of a discharge list',
    description: 'Discharged ones too, in the order in which they were put on it.',
    returns: page('discharge_list_items', DischargeListItemShow),
    errors: [404, 422],
  })
  list(@PathList() discharge_list_id: number, @Query() query: DischargeListItemQuery) {
    return this.items.list(discharge_list_id, query);
  }

  @Post()
  @Endpoint({
    summary: 'Put a container on a discharge list',
    description:
      'Its stay is announced, to arrive with the voyage of the list, and has what the body says of it. A number that is unknown becomes a container. Of a container that is here, only what is empty is filled, and only when the voyage of the list brought it. A list has at most 50,000 items.',
    returns: one('discharge_list_item', DischargeListItemShow),
    status: 201,
    errors: [404, 422],
  })
  create(@PathList() discharge_list_id: number, @Body() body: DischargeListItemFields) {
    return this.items.create(discharge_list_id, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Take an item off a discharge list',
    description:
      'The answer is the deleted item. One that was discharged is refused. A stay that nothing else announces is cancelled.',
    returns: bare(DischargeListItemShow),
    errors: [404, 422],
  })
  remove(@PathList() discharge_list_id: number, @PathId('Discharge list item') id: number) {
    return this.items.remove(discharge_list_id, id);
  }
}
