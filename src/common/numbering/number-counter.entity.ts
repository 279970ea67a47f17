import { Entity, Unique } from 'typeorm';
import { Integer, LooseRow, OneOf } from '../schema/columns';
import { NUMBERED_TYPES, type NumberedType } from './number-series.rules';

/**
 * The last number that was given to documents of a type in a year. It is raised in the transaction that gives the
 * number, so that a rollback gives it back and the series has no gap.
 */
@Entity('number_counters')
@Unique(['organization_id', 'document_type', 'year'])
export class NumberCounter extends LooseRow {
  @OneOf(NUMBERED_TYPES, { required: true }) document_type: NumberedType;
  /** The year of the day in the organization's time zone. */
  @Integer({ required: true }) year: number;
  @Integer({ required: true }) last: number;
}
