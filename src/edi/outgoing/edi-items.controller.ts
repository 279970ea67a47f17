import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathText } from '../../common/endpoint/path-param';
import { list, page } from '../../common/endpoint/returns';
import { EdiInterchangeShow } from '../interchanges/edi-interchange.view';
import { EdiItemShow } from './edi-item.view';
import { EdiItemQuery, TellContainers } from './outgoing.dto';
import { ItemSender } from './item-sender.service';

const PathFlow = () => PathText('id', 'The id or the name', '1');

@ApiTags('EDI')
@Controller('edi_items')
export class EdiItemsController {
  constructor(private readonly sender: ItemSender) {}

  @Get()
  @Endpoint({
    summary: 'List what EDI flows tell',
    description: 'What waits to be told of containers, was told, or was taken back before.',
    returns: page('edi_items', EdiItemShow),
    errors: [404, 422],
  })
  list(@Query() query: EdiItemQuery) {
    return this.sender.list(query);
  }
}

@ApiTags('EDI')
@Controller('edi_flows/:id')
export class TellingController {
  constructor(private readonly sender: ItemSender) {}

  @Post('tell')
  @Endpoint({
    summary: 'Tell containers again',
    operationId: 'tellEdiFlow',
    description:
      'Their last movement that the flow tells is told again with the next messages, as an original or in place of what was told. So is what came by an import, which the flow has not told. The answer is what waits then.',
    returns: list('edi_items', EdiItemShow),
    errors: [404, 409, 422],
  })
  tell(@PathFlow() flow: string, @Body() body: TellContainers) {
    return this.sender.tell(flow, body);
  }

  @Post('compose')
  @Endpoint({
    summary: 'Compose the messages of an EDI flow',
    operationId: 'composeEdiFlow',
    description:
      'All that waits is composed now, also what is not due yet or waits for a tally to be closed. The answer is the interchanges, of which there are none when nothing waits.',
    returns: list('edi_interchanges', EdiInterchangeShow),
    errors: [404, 409, 422],
  })
  compose(@PathFlow() flow: string) {
    return this.sender.compose(flow);
  }
}
