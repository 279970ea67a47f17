import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PathContainer } from '../../cargo/containers/path-container';
import { Endpoint } from '../../common/endpoint/endpoint';
import { bare, file, page } from '../../common/endpoint/returns';
import { countsOf } from '../../common/pagination/counts';
import {
  DANGEROUS_GROUPS,
  DangerousGoodsCountQuery,
  DangerousGoodsQuery,
  FireListQuery,
  PutDangerousGoods,
} from './dangerous-goods.dto';
import { DangerousGoodsService } from './dangerous-goods.service';
import { DangerousContainer, DangerousGoodsPut } from './dangerous-goods.view';
import { FireListService } from './fire-list.service';

const DangerousGoodsCounts = countsOf('DangerousGoods', DANGEROUS_GROUPS);

@ApiTags('Condition')
@Controller()
export class DangerousGoodsController {
  constructor(
    private readonly goods: DangerousGoodsService,
    private readonly fireList: FireListService,
  ) {}

  @Get('dangerous_goods')
  @Endpoint({
    summary: 'List dangerous goods that are here',
    operationId: 'listDangerousGoods',
    description:
      'Each container with its place, its goods and whom to call: what the fire brigade asks for. Goods that may not stand where they are, whoever put them there, are listed by `conflicts=true`, and those that stand for too long by `overdue=true`.',
    returns: page('dangerous_goods', DangerousContainer),
    speaks: true,
    errors: [404, 422],
  })
  list(@Query() query: DangerousGoodsQuery) {
    return this.goods.list(query);
  }

  @Get('dangerous_goods.pdf')
  @Endpoint({
    summary: 'Show the dangerous goods that are here as a PDF',
    description:
      'For the fire brigade: a row for each of the goods, by yard area and place, with where it stands, since when, and whom to call. It has at most 5000 rows.',
    operationId: 'showDangerousGoodsPdf',
    returns: file('application/pdf'),
    errors: [422],
  })
  pdf(@Query() query: FireListQuery) {
    return this.fireList.pdf(query);
  }

  @Get('dangerous_goods/counts')
  @Endpoint({
    summary: 'Count containers with dangerous goods that are here',
    operationId: 'countDangerousGoods',
    description: 'By what `by` says, of those that the filters of the list leave.',
    returns: bare(DangerousGoodsCounts),
    errors: [404, 422],
  })
  count(@Query() query: DangerousGoodsCountQuery) {
    return this.goods.counts(query);
  }

  @Put('containers/:number/dangerous_goods')
  @Endpoint({
    summary: 'State the dangerous goods of a container',
    operationId: 'updateContainerDangerousGoods',
    description:
      'Of its stay that is not over, all of them: those that are not sent are gone. It is never refused for where the container stands; `warnings` tell what stands against its place then, unless `dangerous_goods_check` is `off`.',
    returns: bare(DangerousGoodsPut),
    speaks: true,
    errors: [404, 422],
  })
  put(@PathContainer() number: string, @Body() body: PutDangerousGoods) {
    return this.goods.put(number, body);
  }
}
