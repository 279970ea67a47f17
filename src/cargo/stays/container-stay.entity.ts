import { Check, Entity, Exclusion, Index, OneToMany, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';
import { Refuses } from '../../common/errors/constraints';
import {
  BelongsTo,
  BigInteger,
  Decimal,
  Flag,
  Integer,
  JsonColumn,
  OneOf,
  LooseRow,
  Text,
  Texts,
  Time,
  type Numeric,
} from '../../common/schema/columns';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { CONDITIONS, CONTAINER_STATUSES, CONTAINER_USAGES } from '../containers/container-words';
import type { Container } from '../containers/container.kind';
import type { ContainerBill } from '../containers/container-bill.entity';
import { Booking } from '../setup/booking.kind';
import { CommodityType } from '../setup/commodity-type.kind';
import { CARRIERS, IS_OPEN, STAY_STATUSES, VGM_METHODS, VGM_SOURCES } from './stay-words';

/**
 * One period of a container at the terminal, from its announcement to its departure, and what it was there for (DCSA:
 * utilized transport equipment). A container has at most one open stay, and its stays do not overlap.
 */
@Subject({
  type: 'container_stay',
  key: (of) => `${of('container.number')} || ' ' || ${of('number')}`,
  path: (of) => `'/api/v1/container_stays/' || ${of('id')}`,
})
@Concerns({ stay: 'self' })
@Entity('container_stays')
@Index(['organization_id', 'updated_at', 'id'])
@Unique(['organization_id', 'container_id', 'number'])
@Index('uq_container_stays_open', ['organization_id', 'container_id'], {
  unique: true,
  where: `status ${IS_OPEN}`,
})
@Refuses('uq_container_stays_open', 'The container has a stay already that is not over.', 'status')
@Exclusion(
  'ex_container_stays_in_at',
  `USING gist (organization_id WITH =, container_id WITH =, tstzrange(in_at, out_at) WITH &&)
   WHERE (in_at IS NOT NULL AND status <> 'cancelled') DEFERRABLE`,
)
@Refuses(
  'ex_container_stays_in_at',
  'The container was still here for an earlier stay at that time.',
  'in_at',
)
@Check(
  'ck_container_stays_here',
  `CASE status WHEN 'here' THEN in_at IS NOT NULL AND out_at IS NULL WHEN 'announced' THEN in_at IS NULL ELSE true END`,
)
@Refuses('ck_container_stays_here', 'A container is here from the time it came until it left.', 'in_at')
@Check(
  'ck_container_stays_out_at',
  `CASE WHEN status = 'departed' THEN out_at IS NOT NULL ELSE out_at IS NULL END`,
)
@Refuses('ck_container_stays_out_at', 'A stay has ended exactly when its container has left.', 'out_at')
@Check('ck_container_stays_span', 'out_at >= in_at')
@Refuses('ck_container_stays_span', 'A container cannot leave before it came.', 'out_at')
@Check(
  'ck_container_stays_emptied_at',
  `CASE WHEN emptied_at IS NOT NULL THEN in_at IS NOT NULL AND emptied_at >= in_at AND (out_at IS NULL OR emptied_at <= out_at) ELSE true END`,
)
@Refuses(
  'ck_container_stays_emptied_at',
  'A container is emptied between the time it came and the time it left.',
  'emptied_at',
)
@Check(
  'ck_container_stays_vgm',
  `CASE WHEN vgm IS NULL THEN num_nonnulls(vgm_method, vgm_responsible, vgm_at, vgm_reference, vgm_source) = 0 ELSE vgm > 0 AND vgm_source IS NOT NULL AND vgm_at IS NOT NULL END`,
)
@Refuses(
  'ck_container_stays_vgm',
  'A verified gross mass is more than 0, and has a source and a time.',
  'vgm',
)
@Index('ix_container_stays_here', { synchronize: false })
@Index('ix_container_stays_reefers', ['organization_id', 'id'], {
  where: `status = 'here' AND operating_reefer`,
})
@Index(['organization_id', 'status', 'id'])
@Index(['organization_id', 'status', 'in_at', 'id'])
@Index(['organization_id', 'usage', 'id'])
@Index(['organization_id', 'container_status', 'id'])
@Index(['organization_id', 'in_at', 'id'])
@Index(['organization_id', 'out_at', 'id'])
@Index('ix_container_stays_dangerous', ['organization_id', 'id'], {
  where: `status = 'here' AND dangerous_goods <> '[]'`,
})
@Index('ix_container_stays_imdg_classes', { synchronize: false })
@Index('ix_container_stays_right_lost', ['organization_id', 'id'], { where: 'right_lost' })
export class ContainerStay extends LooseRow {
  @BelongsTo('Container', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_container_stays_container_id_number',
  })
  container: Relation<Container>;
  container_id: number;
  /** Counts the stays of a container from 1. */
  @Integer({ required: true }) number: number;
  @OneOf(STAY_STATUSES, { required: true }) status: (typeof STAY_STATUSES)[number];

  @OneOf(CARRIERS) arrived_by: (typeof CARRIERS)[number] | null;
  @BelongsTo(() => Voyage, { listed: true, sparse: true })
  arrived_by_voyage: Relation<Voyage> | null;
  arrived_by_voyage_id: number | null;
  @Time() in_at: Date | null;
  @OneOf(CARRIERS) departed_by: (typeof CARRIERS)[number] | null;
  @BelongsTo(() => Voyage, { listed: true, sparse: true })
  departed_by_voyage: Relation<Voyage> | null;
  departed_by_voyage_id: number | null;
  @Time() out_at: Date | null;
  @OneOf(CONTAINER_STATUSES) arrival_status: string | null;
  @OneOf(CONTAINER_STATUSES) departure_status: string | null;
  /** Whether the container was delivered: by truck or train, or to a consignee. */
  @Flag() delivered: boolean;
  /** When the container was made empty in this stay (decisions 431 and 765). */
  @Time() emptied_at: Date | null;
  /** What it came with, kept by the trigger `keep_arrival` from when it was emptied or filled here (decision 766). */
  @Text() arrival_goods: string | null;
  /** In the organization's weight unit. */
  @Decimal() arrival_weight: Numeric | null;
  @BelongsTo(() => CommodityType, { sparse: true }) arrival_commodity_type: Relation<CommodityType> | null;
  arrival_commodity_type_id: number | null;
  /**
   * Whether it has left a bill or a booking for which a haulier is nominated that had announced itself, until the appointments of
   * that haulier are looked at.
   */
  @Flag() right_lost: boolean;
  /** What the last inspection of this stay found; null where nobody looked. A trigger of inspections keeps it. */
  @OneOf(CONDITIONS) condition: (typeof CONDITIONS)[number] | null;
  /** The reason of the last correction by hand. */
  @Text() reason: string | null;

  @OneOf(CONTAINER_STATUSES) container_status: string | null;
  @OneOf(CONTAINER_USAGES) usage: string | null;
  @BelongsTo(() => ShippingLine, { listed: true })
  shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @Text() goods: string | null;
  /** In the organization's weight unit. */
  @Decimal() weight: Numeric | null;
  @Texts() seals: string[];
  @BelongsTo(() => CommodityType, { sparse: true }) commodity_type: Relation<CommodityType> | null;
  commodity_type_id: number | null;
  @BelongsTo(() => Consignee, { sparse: true }) consignee: Relation<Consignee> | null;
  consignee_id: number | null;
  @BelongsTo(() => Booking, { listed: true, sparse: true })
  booking: Relation<Booking> | null;
  booking_id: number | null;
  /** The line of the booking that it counts for. A trigger keeps it with the booking. */
  @BigInteger() booking_line_id: number | null;
  @JsonColumn({ required: true, default: [] }) dangerous_goods: object;
  /** Since when it stood in its yard area when it was told that its dangerous goods stand there for too long. */
  @Time() imdg_overdue_since: Date | null;
  /** How far the cargo stands out on each side, in centimetres. */
  @JsonColumn() over: object | null;
  /** The verified gross mass (SOLAS VI/2), in the organization's weight unit. */
  @Decimal() vgm: Numeric | null;
  @OneOf(VGM_METHODS) vgm_method: (typeof VGM_METHODS)[number] | null;
  @Text() vgm_responsible: string | null;
  @Time() vgm_at: Date | null;
  @Text() vgm_reference: string | null;
  @OneOf(VGM_SOURCES) vgm_source: (typeof VGM_SOURCES)[number] | null;
  /** Whether a weight that was measured here differs by more than the organization tolerates from what was declared. */
  @Flag() vgm_differs: boolean;
  /** The voyages with which the container was announced to arrive and leave. */
  @BelongsTo(() => Voyage, { listed: true, sparse: true })
  arrival_voyage: Relation<Voyage> | null;
  arrival_voyage_id: number | null;
  @BelongsTo(() => Voyage, { listed: true, sparse: true })
  departure_voyage: Relation<Voyage> | null;
  departure_voyage_id: number | null;
  @Flag() operating_reefer: boolean;
  @Decimal() reefer_temperature: Numeric | null;
  @Decimal() reefer_set_point_temperature: Numeric | null;
  @Decimal() supply_temperature: Numeric | null;

  @OneToMany('ContainerBill', 'stay') bill_of_ladings: Relation<ContainerBill>[];
}
