import { Entity, Index } from 'typeorm';
import { BigInteger, CalendarDate, LooseRow, OneOf, Text } from '../../common/schema/columns';
import { MARK_TYPES, type MarkType } from './charge-words';

/**
 * Says that a subject, or what represents several, changed since it was charged. Triggers only add rows and charging
 * only takes rows, so that no writer waits for a run. There are no foreign keys, because the record may be gone.
 */
@Entity('charge_marks')
@Index(['organization_id', 'mark_type', 'record_id'])
export class ChargeMark extends LooseRow {
  @OneOf(MARK_TYPES, { required: true }) mark_type: MarkType;
  /** The id of the record that `mark_type` speaks of; 0 of `all`. */
  @BigInteger({ required: true }) record_id: number;
  /** Of marks that stand for several subjects: only those that were here on this day or later. */
  @CalendarDate() since: string | null;
  /** Of such marks: how far they were made into marks of subjects. */
  @Text() after_type: string | null;
  @BigInteger() after_id: number | null;
}
