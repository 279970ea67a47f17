import { ViewEntity } from 'typeorm';
import type { Relation } from 'typeorm';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { Container } from '../../cargo/containers/container.kind';
import { AppliedHold } from '../../cargo/held/applied-hold';
import { BelongsTo, BigInteger } from '../../common/schema/columns';

/**
 * A hold in the list of those of containers and of bills of lading together: a view of both tables. Its id is the place
 * in that list, which is the id of the hold for all holds that were applied since there is the list.
 */
@ViewEntity({ name: 'all_holds', synchronize: false })
export class ListedHold extends AppliedHold {
  /** The id of the hold among those of its kind. */
  @BigInteger({ required: true }) hold_id: number;
  /** The container that is held, or else the bill of lading. */
  @BelongsTo(() => Container, { unindexed: 'a view' }) container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => BillOfLading, { unindexed: 'a view' }) bill_of_lading: Relation<BillOfLading> | null;
  bill_of_lading_id: number | null;
}
