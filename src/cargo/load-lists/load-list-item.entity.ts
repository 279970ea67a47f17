import { linesOfItem, ofLineOfCargo } from './items-of-lines';
import { Concerns } from '../../common/party-wall/concerns';
import { Check, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, Flag, OneOf, Text, Time } from '../../common/schema/columns';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Breakbulk } from '../breakbulks/breakbulk.kind';
import { Container } from '../containers/container.kind';
import { ContainerType } from '../setup/container-type.kind';
import { Vehicle } from '../vehicles/vehicle.kind';
import { VoyageListItem } from '../voyage-lists/voyage-list-item.entity';
import type { LoadList } from './load-list.kind';
import { Subject } from '../../common/recording/subject';

export const LOAD_LIST_ITEM_TYPES = ['full', 'empty', 'break_bulk', 'vehicle', 'empties'] as const;
export type LoadListItemType = (typeof LOAD_LIST_ITEM_TYPES)[number];

/** The refusal of a second item for the same cargo. */
export const TWICE = 'This cargo is on the load list already.';
const FIELD = 'load_list_item.container_id';

/**
 * One piece of cargo to load: a container, breakbulk or vehicle, each once per list, or one of several empties, of
 * which only the type and the line are known.
 */
@Subject({
  type: 'load_list_item',
  path: (of) => `'/api/v1/load_lists/' || ${of('load_list_id')} || '/load_list_items'`,
  concerns: { voyage: (of) => `SELECT ${of('load_list.voyage_id')}` },
})
@Concerns({ rows: ofLineOfCargo, whose: linesOfItem })
@Entity('load_list_items')
@Unique(['organization_id', 'load_list_id', 'container_id'])
@Unique(['organization_id', 'load_list_id', 'breakbulk_id'])
@Unique(['organization_id', 'load_list_id', 'vehicle_id'])
@Refuses('uq_load_list_items_load_list_id_container_id', TWICE, FIELD)
@Refuses('uq_load_list_items_load_list_id_breakbulk_id', TWICE, FIELD)
@Refuses('uq_load_list_items_load_list_id_vehicle_id', TWICE, FIELD)
@Check(
  'ck_load_list_items_cargo',
  `num_nonnulls(container_id, breakbulk_id, vehicle_id) = CASE WHEN load_list_item_type = 'empties' THEN 0 ELSE 1 END
   AND CASE load_list_item_type
     WHEN 'full' THEN container_id IS NOT NULL
     WHEN 'empty' THEN container_id IS NOT NULL
     WHEN 'break_bulk' THEN breakbulk_id IS NOT NULL
     WHEN 'vehicle' THEN vehicle_id IS NOT NULL
     WHEN 'empties' THEN container_type_id IS NOT NULL AND shipping_line_id IS NOT NULL
     ELSE false END`,
)
@Check('ck_load_list_items_cell', `cell ~ '^[0-9]{7}$'`)
@Refuses('ck_load_list_items_cell', 'A cell has 7 digits: bay, row and tier.', 'load_list_item.cell')
export class LoadListItem extends VoyageListItem {
  @BelongsTo('LoadList', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_load_list_items_load_list_id_container_id',
  })
  load_list: Relation<LoadList>;
  load_list_id: number;

  @OneOf(LOAD_LIST_ITEM_TYPES, { required: true }) load_list_item_type: LoadListItemType;
  @BelongsTo(() => Container) container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => Breakbulk) breakbulk: Relation<Breakbulk> | null;
  breakbulk_id: number | null;
  @BelongsTo(() => Vehicle) vehicle: Relation<Vehicle> | null;
  vehicle_id: number | null;

  /** The type of the empties. A container has its own. */
  @BelongsTo(() => ContainerType) container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  /** The line of the empties or breakbulk. A container or a vehicle has its own. */
  @BelongsTo(() => ShippingLine) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;

  @Text() notes: string | null;
  /** Null until it is loaded. */
  @Time() loaded_at: Date | null;
  /** Shipped beyond what was agreed. */
  @Flag() overshipped: boolean;
}
