import { Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../common/endpoint/endpoint';
import { PathId } from '../../common/endpoint/path-param';
import { list, one } from '../../common/endpoint/returns';
import { EdiInterchangeShow } from '../interchanges/edi-interchange.view';
import { OutgoingInterchangesService } from './outgoing-interchanges.service';

const PathInterchange = () => PathId('EDI interchange', 'id', 'The id of the interchange');

@ApiTags('EDI')
@Controller('edi_interchanges/:id')
export class OutgoingInterchangesController {
  constructor(private readonly interchanges: OutgoingInterchangesService) {}

  @Post('resend')
  @Endpoint({
    summary: 'Send an EDI interchange again',
    operationId: 'resendEdiInterchange',
    description: 'The same bytes with the same numbers wait to be sent again.',
    returns: one('edi_interchange', EdiInterchangeShow),
    errors: [404, 409],
  })
  resend(@PathInterchange() id: number) {
    return this.interchanges.resend(id);
  }

  @Post('recompose')
  @Endpoint({
    summary: 'Compose rejected EDI messages anew',
    operationId: 'recomposeEdiInterchange',
    description:
      'With new numbers and the codes of today, once: the rejected messages of the interchange, as far as what they tell was not taken back meanwhile. The answer is the interchanges that are made.',
    returns: list('edi_interchanges', EdiInterchangeShow),
    errors: [404, 409, 422],
  })
  recompose(@PathInterchange() id: number) {
    return this.interchanges.recompose(id);
  }

  @Post('taken')
  @Endpoint({
    summary: 'Say that an EDI interchange was taken',
    operationId: 'takeEdiInterchange',
    description:
      'Of a partner that fetches what waits for it: it has the bytes, and the interchange counts as sent.',
    returns: one('edi_interchange', EdiInterchangeShow),
    partners: true,
    errors: [404, 409],
  })
  taken(@PathInterchange() id: number) {
    return this.interchanges.taken(id);
  }
}
