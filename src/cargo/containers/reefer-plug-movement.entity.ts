import { Check, Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Row, Text, Time } from '../../common/schema/columns';
import type { Container } from './container.kind';

export const PLUG_ACTIONS = ['plug_in', 'plug_out'] as const;
export type PlugAction = (typeof PLUG_ACTIONS)[number];

/** That a reefer container was connected to power, or taken off it. */
@Entity('reefer_plug_movements')
@Check('ck_reefer_plug_movements_plug_action', `plug_action IN ('plug_in', 'plug_out')`)
export class ReeferPlugMovement extends Row {
  @BelongsTo('Container', { required: true, onDelete: 'CASCADE' }) container: Relation<Container>;
  container_id: number;
  @Text({ required: true }) plug_action: PlugAction;
  @Time({ required: true }) plug_action_at: Date;
}
