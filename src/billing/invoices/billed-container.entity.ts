import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Row } from '../../common/schema/columns';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import type { Invoice } from './invoice.entity';

/** A container that an invoice bills, from its bill of lading. */
@Entity('billed_containers')
@Unique(['organization_id', 'invoice_id', 'container_id'])
export class BilledContainer extends Row {
  @BelongsTo('Invoice', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_billed_containers_invoice_id_container_id',
  })
  invoice: Relation<Invoice>;
  invoice_id: number;
  @BelongsTo(() => Container, { required: true }) container: Relation<Container>;
  container_id: number;
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
}
