import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { bare, list, page } from '../../common/endpoint/returns';
import { OptionalPageQuery } from '../../common/pagination/page-query';
import { CreateLoadListItem } from './load-list-item.dto';
import { LoadListItemShow } from './load-list-item.view';
import { LoadListItemsService } from './load-list-items.service';

const PathList = () =>
  PathId('Load list', 'load_list_id', 'The id of the load list, as `GET /load_lists` answers it');

@ApiTags('Cargo')
@Controller('load_lists/:load_list_id/load_list_items')
export class LoadListItemsController {
  constructor(private readonly items: LoadListItemsService) {}

  @Get()
  @Endpoint({
    summary: 'List the items of a load list',
    description: 'All of them, loaded ones too, unless `page` or `per` asks for a page.',
    returns: page('load_list_items', LoadListItemShow, { whole: true }),
    parties: { filters: [] },
    errors: [404, 422],
  })
  list(@PathList() load_list_id: number, @Query() query: OptionalPageQuery) {
    return this.items.list(load_list_id, query);
  }

  @Post()
  @Endpoint({
    summary: 'Put cargo on a load list',
    description:
      'One container, breakbulk or vehicle, or as many empties of a type and line as `quantity` says.',
    returns: list('load_list_items', LoadListItemShow),
    status: 201,
    errors: [404, 422],
  })
  create(@PathList() load_list_id: number, @Body() body: CreateLoadListItem) {
    return this.items.create(load_list_id, body);
  }

  @Delete(':id')
  @Endpoint({
    summary: 'Take an item off a load list',
    description: 'The answer is the deleted item. A loaded one is refused.',
    returns: bare(LoadListItemShow),
    errors: [404, 422],
  })
  remove(@PathList() load_list_id: number, @PathId('Load list item') id: number) {
    return this.items.remove(load_list_id, id);
  }
}
