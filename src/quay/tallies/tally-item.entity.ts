import { Check, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Breakbulk } from '../../cargo/breakbulks/breakbulk.kind';
import { Container } from '../../cargo/containers/container.kind';
import { LoadListItem } from '../../cargo/load-lists/load-list-item.entity';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { Vehicle } from '../../cargo/vehicles/vehicle.kind';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, Flag, Integer, OneOf, Row } from '../../common/schema/columns';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { CARGO_TYPES } from './tally-words';
import type { CargoType } from './tally-words';
import { Tally } from './tally.entity';

/**
 * One piece of cargo that a tally expects or has counted (decision 382). The database function `catch_up_tally_items`
 * makes the items of an open tally what the manifests or load lists of its voyage say. Those of a closed tally stay as
 * they are.
 */
@Subject({
  type: 'tally_item',
  path: (of) => `'/api/v1/tallies/' || ${of('tally_id')} || '/items'`,
  concerns: { voyage: (of) => `SELECT ${of('tally.voyage_id')}` },
})
@Entity('tally_items')
@Unique(['organization_id', 'tally_id', 'container_id'])
@Unique(['organization_id', 'tally_id', 'vehicle_id'])
@Unique(['organization_id', 'tally_id', 'breakbulk_id', 'beyond'])
@Unique(['organization_id', 'tally_id', 'load_list_item_id'])
@Check(
  'ck_tally_items_cargo',
  `cargo_type = 'empties' OR num_nonnulls(container_id, vehicle_id, breakbulk_id) = 1`,
)
@Check('ck_tally_items_beyond', `beyond = (quantity = 0)`)
@Check(
  'ck_tally_items_done_quantity',
  `done_quantity BETWEEN 0 AND CASE cargo_type WHEN 'breakbulk' THEN 2147483647 ELSE 1 END`,
)
@Refuses('ck_tally_items_done_quantity', 'This cargo is counted already.', undefined, COMMON.taken)
export class TallyItem extends Row {
  @BelongsTo(() => Tally, { required: true, onDelete: 'CASCADE', listed: true }) tally: Relation<Tally>;
  tally_id: number;
  @OneOf(CARGO_TYPES, { required: true }) cargo_type: CargoType;
  /** Of `empties`: the container that was loaded as one of them. */
  @BelongsTo(() => Container, { onDelete: 'CASCADE', sparse: true }) container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => Vehicle, { onDelete: 'CASCADE', sparse: true }) vehicle: Relation<Vehicle> | null;
  vehicle_id: number | null;
  @BelongsTo(() => Breakbulk, { onDelete: 'CASCADE', sparse: true }) breakbulk: Relation<Breakbulk> | null;
  breakbulk_id: number | null;
  /** Those that the cargo had when it was expected last. */
  @BelongsTo(() => ContainerType, { sparse: true }) container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  @BelongsTo(() => ShippingLine, { sparse: true }) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => LoadListItem, { sparse: true }) load_list_item: Relation<LoadListItem> | null;
  load_list_item_id: number | null;
  /** How many pieces are expected; 0 beyond what was. */
  @Integer({ required: true }) quantity: number;
  /** How many pieces were counted. */
  @Integer({ required: true, default: 0 }) done_quantity: number;
  /** Whether this was counted beyond what was expected: of breakbulk beside the item of the lot. */
  @Flag() beyond: boolean;
}
