import { Entity, Index } from 'typeorm';
import { BigInteger, LooseRow, OneOf } from '../../common/schema/columns';

/** What a mark of release is about: one stay, what represents several, or every stay that is here. */
export const RELEASE_MARK_TYPES = [
  'container_stay',
  'stays_of_voyage',
  'stays_of_bill_of_lading',
  'stays_of_booking',
  'all',
] as const;

/**
 * Says that what is due of stays may have changed since it was reckoned. Triggers only add rows and the work beside requests only
 * takes rows, so that no writer waits. There are no foreign keys, because the record may be gone.
 */
@Entity('release_marks')
@Index(['organization_id', 'mark_type', 'record_id'])
export class ReleaseMark extends LooseRow {
  @OneOf(RELEASE_MARK_TYPES, { required: true }) mark_type: (typeof RELEASE_MARK_TYPES)[number];
  /** The id of the record that `mark_type` speaks of; 0 of `all`. */
  @BigInteger({ required: true }) record_id: number;
}
