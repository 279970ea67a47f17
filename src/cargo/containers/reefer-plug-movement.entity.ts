import { Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, OneOf, Row, Time } from '../../common/schema/columns';
import type { ContainerStay } from '../stays/container-stay.entity';
import type { Container } from './container.kind';
import { COMMON } from '../../common/errors/codes';
import { Refuses } from '../../common/errors/constraints';

export const PLUG_ACTIONS = ['plug_in', 'plug_out'] as const;
export type PlugAction = (typeof PLUG_ACTIONS)[number];

/** A connection of a reefer container to power, or its end. */
@Refuses(
  'ck_reefer_plug_movements_room',
  'A stay has at most 1000 plug movements.',
  'reefer_plug_movements',
  COMMON.too_many,
)
@Entity('reefer_plug_movements')
export class ReeferPlugMovement extends Row {
  @BelongsTo('Container', { required: true, onDelete: 'CASCADE' }) container: Relation<Container>;
  container_id: number;
  /** Null before the first stay. That stay takes these movements over. */
  @BelongsTo('ContainerStay') stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  @OneOf(PLUG_ACTIONS, { required: true }) plug_action: PlugAction;
  @Time({ required: true }) plug_action_at: Date;
}
