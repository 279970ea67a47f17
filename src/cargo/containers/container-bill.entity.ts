import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, LooseRow } from '../../common/schema/columns';
import { Concerns } from '../../common/party-wall/concerns';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { ofOwnersAndWhoNamedIt } from '../interests/bills-of-stay';
import type { ContainerStay } from '../stays/container-stay.entity';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';

/** A bill of lading whose consignment, or part of it, a container carries in one of its stays. */
@Refuses(
  'ck_container_bills_room',
  'A bill of lading has at most 400 containers, pieces of breakbulk and items on its packing list together.',
  'bill_of_ladings',
  COMMON.too_many,
)
@Concerns({ rows: ofOwnersAndWhoNamedIt })
@Entity('container_bills')
@Unique(['organization_id', 'stay_id', 'bill_of_lading_id'])
export class ContainerBill extends LooseRow {
  @BelongsTo('ContainerStay', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_container_bills_stay_id_bill_of_lading_id',
  })
  stay: Relation<ContainerStay>;
  stay_id: number;
  @BelongsTo(() => BillOfLading, { required: true, onDelete: 'CASCADE' })
  bill_of_lading: Relation<BillOfLading>;
  bill_of_lading_id: number;
}
