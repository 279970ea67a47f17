import { Check, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, BigInteger, Flag, OneOf, Text, Time } from '../../common/schema/columns';
import { CONTAINER_STATUSES } from '../containers/container-words';
import { Container } from '../containers/container.kind';
import { VoyageListItem } from '../voyage-lists/voyage-list-item.entity';
import type { DischargeList } from './discharge-list.kind';

/** The refusal of a second item for the same container. */
export const TWICE = 'This container is on the discharge list already.';

/**
 * A container to discharge, once on each list. It announces the stay of its container until it is discharged or taken
 * off. What is said of that stay (its weight, its goods) stands there.
 */
@Subject({
  type: 'discharge_list_item',
  path: (of) => `'/api/v1/discharge_lists/' || ${of('discharge_list_id')} || '/discharge_list_items'`,
  concerns: { voyage: (of) => `SELECT ${of('discharge_list.voyage_id')}` },
})
@Entity('discharge_list_items')
@Unique(['organization_id', 'discharge_list_id', 'container_id'])
@Refuses('uq_discharge_list_items_discharge_list_id_container_id', TWICE, 'container')
@Check('ck_discharge_list_items_cell', `cell ~ '^[0-9]{7}$'`)
@Refuses('ck_discharge_list_items_cell', 'A cell has 7 digits: bay, row and tier.', 'cell')
export class DischargeListItem extends VoyageListItem {
  @BelongsTo('DischargeList', { required: true, onDelete: 'CASCADE', listed: true })
  discharge_list: Relation<DischargeList>;
  discharge_list_id: number;
  @BelongsTo(() => Container, { required: true }) container: Relation<Container>;
  container_id: number;
  @OneOf(CONTAINER_STATUSES) container_status: string | null;
  @Text() bill_of_lading_number: string | null;
  /** Null until it is discharged. */
  @Time() discharged_at: Date | null;
  /** Discharged beyond what the lists of its voyage said. */
  @Flag() over: boolean;
  /** Only the bayplan of the voyage has said so far that it is to be discharged. */
  @Flag() from_bayplan: boolean;
  /** The EDI partner whose bayplan says so, and alone takes it off; null for others, and where that is not known. */
  @BigInteger() edi_partner_id: number | null;
}
