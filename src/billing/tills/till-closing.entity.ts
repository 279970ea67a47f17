import { Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, Decimal, JsonColumn, Row, Text, Time, type Numeric } from '../../common/schema/columns';
import { Till } from './till.kind';

/** What a till was found to hold when it was closed: a document that is kept as it was (decision 870). */
@Subject({
  type: 'till_closing',
  key: (of) => of('number'),
  path: (of) => `'/api/v1/till_closings/' || ${of('id')}`,
})
@Entity('till_closings')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'number'])
@Index(['organization_id', 'closed_at', 'id'])
export class TillClosing extends Row {
  @Text({ required: true }) number: string;
  @BelongsTo(() => Till, { required: true, listed: true }) till: Relation<Till>;
  till_id: number;
  @Text({ required: true }) currency: string;
  @Time({ required: true }) opened_at: Date;
  @BelongsTo(() => User) opened_by: Relation<User> | null;
  opened_by_id: number | null;
  @Time({ required: true }) closed_at: Date;
  @BelongsTo(() => User) closed_by: Relation<User> | null;
  closed_by_id: number | null;
  @Decimal({ precision: 14, scale: 2, required: true }) float: Numeric;
  /** Amounts as texts by way, such as `{"cash": "250.00"}`. */
  @JsonColumn({ required: true }) expected: object;
  @JsonColumn({ required: true }) counted: object;
  @JsonColumn({ required: true }) difference: object;
  /** What was paid, refunded and reversed since the opening, as it was then. */
  @JsonColumn({ required: true }) payments: object;
}
