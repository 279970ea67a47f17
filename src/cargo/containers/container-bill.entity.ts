import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Row } from '../../common/schema/columns';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import type { Container } from './container.kind';

/** That a container carries (part of) the consignment of a bill of lading. */
@Entity('container_bills')
@Unique(['organization_id', 'container_id', 'bill_of_lading_id'])
export class ContainerBill extends Row {
  @BelongsTo('Container', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_container_bills_container_id_bill_of_lading_id',
  })
  container: Relation<Container>;
  container_id: number;
  @BelongsTo(() => BillOfLading, { required: true, onDelete: 'CASCADE' })
  bill_of_lading: Relation<BillOfLading>;
  bill_of_lading_id: number;
}
