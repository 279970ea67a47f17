import { Check, Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { BelongsTo, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { BillOfLadingHold } from '../../cargo/held/bill-of-lading-hold.entity';
import { ContainerHold } from '../../cargo/held/container-hold.entity';

export const HOLD_EVENTS = ['applied', 'lifted', 'returned'] as const;

/**
 * An event in the history of a hold, in order of the ids. A lift for a time also writes the `returned` event, dated at
 * the end of the lift. Another lift or application before that time deletes it again (decision 155).
 */
@Entity('hold_events')
@Check('ck_hold_events_hold', 'num_nonnulls(container_hold_id, bill_of_lading_hold_id) = 1')
export class HoldEvent extends Row {
  @BelongsTo(() => ContainerHold, { onDelete: 'CASCADE' }) container_hold: Relation<ContainerHold> | null;
  container_hold_id: number | null;
  @BelongsTo(() => BillOfLadingHold, { onDelete: 'CASCADE', sparse: true })
  bill_of_lading_hold: Relation<BillOfLadingHold> | null;
  bill_of_lading_hold_id: number | null;

  @OneOf(HOLD_EVENTS, { required: true }) event: (typeof HOLD_EVENTS)[number];
  @Time({ required: true }) at: Date;
  /** Null when a lift ended by itself. */
  @BelongsTo(() => User) user: Relation<User> | null;
  user_id: number | null;
  @Text() reference_number: string | null;
  @Text() notes: string | null;
  /** Of a lift for a time: its end as planned then. */
  @Time() lifted_until: Date | null;
}
