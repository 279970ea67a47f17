import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { one, page } from '../../common/endpoint/returns';
import {
  ApplyEdiMessage,
  DismissEdiMessage,
  EdiMessageQuery,
  EdiMessageRecordQuery,
} from './edi-message.dto';
import { EdiMessageRecordShow, EdiMessageShow } from './edi-message.view';
import { EdiMessagesService } from './edi-messages.service';

const PathMessage = () => PathId('EDI message', 'id', 'The id of the message');

@ApiTags('EDI')
@Controller('edi_messages')
export class EdiMessagesController {
  constructor(private readonly messages: EdiMessagesService) {}

  @Get()
  @Endpoint({
    summary: 'List EDI messages',
    description: 'What came and what goes, each with its errors and what it changed.',
    returns: page('edi_messages', EdiMessageShow),
    partners: true,
    errors: [404, 422],
  })
  list(@Query() query: EdiMessageQuery) {
    return this.messages.list(query);
  }

  @Get(':id')
  @Endpoint({
    summary: 'Show an EDI message',
    description: 'How far it has come, what is wrong with it, and what it changed.',
    returns: one('edi_message', EdiMessageShow),
    partners: true,
    errors: [404],
  })
  show(@PathMessage() id: number) {
    return this.messages.show(id);
  }

  @Get(':id/records')
  @Endpoint({
    summary: 'List what an EDI message changed',
    operationId: 'listEdiMessageRecords',
    description: 'The records that it made or changed, each with the segment that says so.',
    returns: page('records', EdiMessageRecordShow),
    partners: true,
    errors: [404, 422],
  })
  records(@PathMessage() id: number, @Query() query: EdiMessageRecordQuery) {
    return this.messages.records(id, query);
  }

  @Post(':id/apply')
  @Endpoint({
    summary: 'Apply an EDI message',
    operationId: 'applyEdiMessage',
    description:
      'One that waits, was refused or dismissed. The work follows beside requests: the record or `edi_message.*` tells what came of it. What `codes` say is kept for the partner.',
    returns: one('edi_message', EdiMessageShow),
    errors: [404, 409, 422],
  })
  apply(@PathMessage() id: number, @Body() body: ApplyEdiMessage) {
    return this.messages.apply(id, body);
  }

  @Post(':id/preview')
  @Endpoint({
    summary: 'Preview an EDI message',
    operationId: 'previewEdiMessage',
    description:
      'Tries what applying it would do now, and takes it back: `changes`, `errors` and `warnings` say what came of it once `previewed_at` is set.',
    returns: one('edi_message', EdiMessageShow),
    errors: [404, 409],
  })
  preview(@PathMessage() id: number) {
    return this.messages.preview(id);
  }

  @Post(':id/dismiss')
  @Endpoint({
    summary: 'Dismiss an EDI message',
    operationId: 'dismissEdiMessage',
    description: 'Somebody has looked at it, and it stays undone; it may be applied later.',
    returns: one('edi_message', EdiMessageShow),
    errors: [404, 409, 422],
  })
  dismiss(@PathMessage() id: number, @Body() body: DismissEdiMessage) {
    return this.messages.dismiss(id, body);
  }
}
