import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { BelongsTo } from '../../common/schema/columns';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { AppliedHold } from '../applied-hold';
import { HoldType } from '../setup/hold-type.kind';

/** A hold on a bill of lading; it holds every container on the bill (decision 48). */
@Entity('bill_of_lading_holds')
@Index('uq_bill_of_lading_holds_unlifted', ['organization_id', 'bill_of_lading_id', 'hold_type_id'], {
  unique: true,
  where: 'lifted_at IS NULL',
})
export class BillOfLadingHold extends AppliedHold {
  @BelongsTo(() => BillOfLading, { required: true, onDelete: 'CASCADE' })
  bill_of_lading: Relation<BillOfLading>;
  bill_of_lading_id: number;
  @BelongsTo(() => HoldType, { required: true }) hold_type: Relation<HoldType>;
  hold_type_id: number;
  @BelongsTo(() => User, { indexed: false }) applied_by: Relation<User> | null;
  applied_by_id: number | null;
  @BelongsTo(() => User, { indexed: false }) lifted_by: Relation<User> | null;
  lifted_by_id: number | null;
}
