import { Concerns } from '../../common/party-wall/concerns';
import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, BigInteger } from '../../common/schema/columns';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { AppliedHold, STANDING, TO_RETURN } from './applied-hold';
import { CARGO } from '../cargo.codes';
import { Subject } from '../../common/recording/subject';

/** A hold on a bill of lading; it holds every container on the bill (decision 48). */
@Subject({
  type: 'bill_of_lading_hold',
  key: (of) => of('bill_of_lading.number'),
  path: (of) => `'/api/v1/manifests/' || url_encode(${of('bill_of_lading.manifest.client_identifier')})
    || '/bill_of_ladings/' || url_encode(${of('bill_of_lading.number')}) || '/holds'`,
  concerns: {
    container: (of) => `SELECT s.container_id FROM container_bills l
      JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id
      WHERE l.organization_id = ${of('organization_id')} AND l.bill_of_lading_id = ${of('bill_of_lading_id')}`,
  },
})
@Refuses(
  'ck_bill_of_lading_holds_room',
  'A bill of lading has at most 500 holds.',
  'hold_type',
  COMMON.too_many,
)
@Concerns({ bill: 'bill_of_lading' })
@Entity('bill_of_lading_holds')
@Index('uq_bill_of_lading_holds_standing', ['organization_id', 'bill_of_lading_id', 'hold_type_id'], {
  unique: true,
  where: STANDING,
})
@Index(['organization_id', 'applied_at', 'id'])
@Index(['organization_id', 'updated_at', 'id'])
@Index('ix_bill_of_lading_holds_listed', { synchronize: false })
@Index('ix_bill_of_lading_holds_listed_standing', { synchronize: false })
@Index('ix_bill_of_lading_holds_listed_type', { synchronize: false })
@Index('ix_bill_of_lading_holds_to_return', ['organization_id', 'lifted_until'], { where: TO_RETURN })
@Refuses(
  'uq_bill_of_lading_holds_standing',
  'The bill has a hold of this type already.',
  'hold_type',
  CARGO.hold_in_force,
)
export class BillOfLadingHold extends AppliedHold {
  @BelongsTo(() => BillOfLading, { required: true, onDelete: 'CASCADE' })
  bill_of_lading: Relation<BillOfLading>;
  bill_of_lading_id: number;
  /**
   * Its place in the list of all holds, where that is not its id: such a hold is older than the trigger by which both
   * kinds of holds take their ids from one sequence.
   */
  @BigInteger() list_id: number | null;
}
