import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo } from '../../common/schema/columns';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { AppliedHold, STANDING } from './applied-hold';

/** A hold on a bill of lading; it holds every container on the bill (decision 48). */
@Entity('bill_of_lading_holds')
@Index('uq_bill_of_lading_holds_standing', ['organization_id', 'bill_of_lading_id', 'hold_type_id'], {
  unique: true,
  where: STANDING,
})
@Refuses('uq_bill_of_lading_holds_standing', 'The bill has a hold of this type already.', 'hold_type')
export class BillOfLadingHold extends AppliedHold {
  @BelongsTo(() => BillOfLading, { required: true, onDelete: 'CASCADE' })
  bill_of_lading: Relation<BillOfLading>;
  bill_of_lading_id: number;
}
