import { In } from '../../common/input/in';
import { HistoryQuery, PageQuery } from '../../common/pagination/page-query';
import { CODE_LISTS, type CodeList } from '../partners/code-lists';
import { DIRECTIONS, MESSAGES } from '../partners/message-words';
import { MESSAGE_STATUSES } from './edi-message.entity';

export class EdiMessageQuery extends PageQuery {
  @In.oneOf(DIRECTIONS, { description: 'Only those that came, or those that go' }) direction?: string;
  @In.id({ description: 'Only those of this partner, by its id' }) partner?: number;
  @In.oneOf(MESSAGE_STATUSES, { description: 'Only those of this status' }) status?: string;
  @In.oneOf(MESSAGES, { description: 'Only those of this kind', example: 'COPARN' }) message?: string;
  @In.text({ description: 'Only those of this flow, by its id or name' }) flow?: string;
  @In.id({ description: 'Only those of this interchange, by its id' }) edi_interchange?: number;
  @In.text({ description: 'Only those of this voyage, by its number', example: 'WP2611' })
  voyage_number?: string;
  @In.text({ description: 'Only those of this shipping line, by its code or id', example: 'WHA' })
  shipping_line?: string;
  @In.text({ description: 'Only those that name this booking', example: 'WHA331057' })
  booking_number?: string;
  @In.text({ description: 'Only those that name this container', example: 'WHAU4142033' })
  container_number?: string;
  @In.text({ description: 'The whole number of the document' }) document_number?: string;
  @In.text({ description: 'Only those of this function', example: '9' }) function?: string;
  @In.bool({ description: 'Only those with errors, or without' }) errors?: boolean;
  @In.time({ description: 'Made or received then or later' }) from?: string;
  @In.endTime({ from: 'from', description: 'Made or received then or before' }) until?: string;
}

export class EdiMessageRecordQuery extends HistoryQuery {}

export class WordMeaning {
  @In.oneOf(CODE_LISTS, { required: true, description: 'What the word names' }) list: CodeList;
  @In.text({ required: true, identifier: 'visible', max: 70, description: 'The word in the message' })
  theirs: string;
  @In.text({ required: true, identifier: 'visible', description: 'The key of the record that it means' })
  ours: string;
}

export class ApplyEdiMessage {
  @In.bool({
    description: 'Whether it is applied although a later document was, or another original stands',
  })
  force?: boolean | null;
  @In.objects(() => WordMeaning, {
    description: 'What words of the partner mean; each is kept as an EDI code of the partner',
  })
  codes?: WordMeaning[] | null;
}

export class DismissEdiMessage {
  @In.note({ required: true, example: 'The line has cancelled it by telephone.' }) reason: string;
}
