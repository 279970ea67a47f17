import { Entity, Index } from 'typeorm';
import { BigInteger, Integer, LooseRow, Text, Time } from '../common/schema/columns';

/**
 * A row of another table that an erasure of personal data has left to do. The function `erase_personal_data` of the
 * database alone writes and removes them, and takes `step` after `step`.
 */
@Entity('erasing_rows')
@Index(['organization_id', 'record_type', 'record_id', 'step', 'id'])
@Index(['due_at'])
export class ErasingRow extends LooseRow {
  /** The table of the person, and the id there. */
  @Text({ required: true }) record_type: string;
  @BigInteger({ required: true }) record_id: number;
  @Integer({ required: true }) step: number;
  /** The row to erase; of a step that walks along an index, the last one that is done. */
  @BigInteger({ required: true }) row_id: number;
  @Time({ required: true }) due_at: Date;
}
