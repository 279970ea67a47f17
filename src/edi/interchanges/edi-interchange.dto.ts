import { ApiProperty } from '@nestjs/swagger';
import { INTEGER } from '../../common/schema/integers';
import { In } from '../../common/input/in';
import { ListQuery, PageQuery } from '../../common/pagination/page-query';
import type { PageRequest } from '../../common/pagination/page';
import { DIRECTIONS, MESSAGES } from '../partners/message-words';
import { EdiFault } from './edi-fault';
import { INTERCHANGE_STATUSES } from './edi-interchange.entity';

export class EdiInterchangeQuery extends PageQuery {
  @In.oneOf(DIRECTIONS, { description: 'Only those that came, or those that go' }) direction?: string;
  @In.id({ description: 'Only those of this partner, by its id' }) partner?: number;
  @In.oneOf(INTERCHANGE_STATUSES, { description: 'Only those of this status' }) status?: string;
  @In.oneOf(MESSAGES, { description: 'Only those with such a message', example: 'COPARN' }) message?: string;
  @In.text({ description: 'The whole control reference', example: '4711' }) control_reference?: string;
  @In.text({ description: 'The whole id of the sender', example: 'WHAHUB' }) sender?: string;
  @In.text({ description: 'The whole name of the file', example: 'COPARN_4711.edi' }) file_name?: string;
  @In.time({ description: 'Made or received then or later' }) from?: string;
  @In.endTime({ from: 'from', description: 'Made or received then or before' }) until?: string;
}

export class UploadQuery {
  @In.text({
    description: 'The name of the file; only letters, digits, `.`, `_` and `-` are kept',
    example: 'COPARN_4711.edi',
  })
  file_name?: string | null;
  @In.bool({ description: 'Whether messages are previewed and then wait for somebody' })
  dry_run?: boolean | null;
  @In.id({ description: 'The partner that the sender has to be, by its id' }) partner?: number | null;
}

export class EdiSegmentQuery extends ListQuery {
  @In.page()
  page?: number | string | null;
  @In.per({ most: 500, description: 'Segments a page: 100 unless given; more than 500 is taken as 500' })
  per?: number | null;

  request(): PageRequest {
    return this.pageRequest({ page: this.page, per: this.per, usual: 100 }, 'per');
  }
}

/** A segment of an interchange as it was read. */
export class EdiSegment {
  @ApiProperty({ ...INTEGER, description: 'Counts from 1, which is UNB', example: 7 }) number: number;
  @ApiProperty({ type: 'string', example: 'EQD' }) tag: string;
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'string' } },
    description: 'The components of each element behind the tag',
    example: [['CN'], ['WHAU4142033'], ['22G1', '102', '5']],
  })
  elements: string[][];
  @ApiProperty({ type: () => EdiFault, isArray: true, description: 'What is wrong with the segment' })
  errors: EdiFault[];
}
