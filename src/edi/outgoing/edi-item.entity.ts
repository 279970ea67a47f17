import { Entity, Index, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerMovement } from '../../cargo/containers/container-movement.entity';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { BelongsTo, BigInteger, Flag, LooseRow, OneOf, Text } from '../../common/schema/columns';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { EdiMessage } from '../interchanges/edi-message.entity';
import { EdiFlow } from '../partners/edi-flow.kind';

/** Whether something is still to be told, was told, or was taken back before. */
export const ITEM_STATUSES = ['waiting', 'told', 'withdrawn'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** What is told: the gate takes in and lets out, a vessel is discharged and loaded (BGM 1001). */
export const ITEM_CODES = ['34', '36', '44', '46'] as const;
export type ItemCode = (typeof ITEM_CODES)[number];

/** How it is told: taken back, in place of what was told, or as an original (BGM 1225). */
export const ITEM_FUNCTIONS = ['1', '5', '9'] as const;
export type ItemFunction = (typeof ITEM_FUNCTIONS)[number];

/** What a flow tells of a container, once for each event of the feed. */
@Entity('edi_items')
@Unique(['organization_id', 'edi_flow_id', 'event_id', 'container_number'])
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'status', 'id'])
@Index(['organization_id', 'edi_flow_id', 'id'])
@Index(['organization_id', 'container_number', 'id'])
@Index('ix_edi_items_waiting', ['organization_id', 'edi_flow_id', 'id'], { where: `status = 'waiting'` })
export class EdiItem extends LooseRow {
  @BelongsTo(() => EdiFlow, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'ix_edi_items_edi_flow_id_id',
  })
  edi_flow: Relation<EdiFlow>;
  edi_flow_id: number;
  /** The event that says so, by its place in the feed; null for what somebody has told again. */
  @BigInteger() event_id: number | null;
  @BelongsTo(() => Container, { required: true, onDelete: 'CASCADE' }) container: Relation<Container>;
  container_id: number;
  /** The number of the container then. */
  @Text({ required: true }) container_number: string;
  /** The movement that is told or taken back; null for a container that fell short. */
  @BelongsTo(() => ContainerMovement, { onDelete: 'CASCADE' }) movement: Relation<ContainerMovement> | null;
  movement_id: number | null;
  @BelongsTo(() => ContainerStay, { onDelete: 'CASCADE' }) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  /** That of the stay then. */
  @BelongsTo(() => ShippingLine, { required: true }) shipping_line: Relation<ShippingLine>;
  shipping_line_id: number;
  @BelongsTo(() => Voyage, { onDelete: 'CASCADE' }) voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @OneOf(ITEM_CODES, { required: true }) code: string;
  @OneOf(ITEM_FUNCTIONS, { required: true }) function: string;
  /** Whether the container was to be discharged, and was not when the tally was closed. */
  @Flag() short: boolean;
  /** Whether it waits until the tally of the voyage is closed. */
  @Flag() held: boolean;
  @OneOf(ITEM_STATUSES, { required: true }) status: string;
  /** The message that tells it. */
  @BelongsTo(() => EdiMessage) edi_message: Relation<EdiMessage> | null;
  edi_message_id: number | null;
  /** Of what is taken back: what told it. */
  @BelongsTo(() => EdiItem, { onDelete: 'CASCADE' }) takes_back: Relation<EdiItem> | null;
  takes_back_id: number | null;
}
