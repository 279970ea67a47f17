import { Check, Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import {
  BelongsTo,
  BigInteger,
  Decimal,
  Flag,
  Integer,
  OneOf,
  Row,
  Text,
  Texts,
  type Numeric,
} from '../../common/schema/columns';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { Container } from '../../cargo/containers/container.kind';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../../cargo/containers/container-words';
import { Booking } from '../../cargo/setup/booking.kind';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { DockReceipt } from '../../cargo/setup/dock-receipt.kind';
import { DeliveryOrder } from '../../cargo/setup/delivery-order.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';

export const PURPOSE_TYPES = ['drop off', 'pick up'] as const;
export const CARGO_TYPES = ['container', 'chassis', 'general cargo'] as const;

/** A purpose of a truck: one piece of cargo to drop off or pick up, announced or added at the gate. */
@Entity('purposes')
@Unique(['organization_id', 'pre_advice_id', 'position'])
@Unique(['organization_id', 'appointment_id', 'position'])
@Unique(['organization_id', 'truck_visit_id', 'position'])
@Check('ck_purposes_owner', 'num_nonnulls(pre_advice_id, appointment_id, truck_visit_id) = 1')
export class Purpose extends Row {
  @BelongsTo('PreAdvice', { onDelete: 'CASCADE', unindexed: 'uq_purposes_pre_advice_id_position' })
  pre_advice: Relation<Row> | null;
  pre_advice_id: number | null;
  @BelongsTo('Appointment', { onDelete: 'CASCADE', unindexed: 'uq_purposes_appointment_id_position' })
  appointment: Relation<Row> | null;
  appointment_id: number | null;
  /** The visit to which it was added at the gate. */
  @BelongsTo('TruckVisit', { onDelete: 'CASCADE', unindexed: 'uq_purposes_truck_visit_id_position' })
  truck_visit: Relation<Row> | null;
  truck_visit_id: number | null;

  /** Its index among the purposes of its owner, from 0. */
  @Integer({ required: true }) position: number;
  @OneOf(PURPOSE_TYPES, { required: true }) purpose_type: (typeof PURPOSE_TYPES)[number];
  @OneOf(CARGO_TYPES, { required: true }) cargo_type: (typeof CARGO_TYPES)[number];

  @BelongsTo(() => Container, { sparse: true }) container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => Chassis, { sparse: true }) chassis: Relation<Chassis> | null;
  chassis_id: number | null;
  @BelongsTo(() => ContainerType, { sparse: true }) container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  @BelongsTo(() => ShippingLine, { sparse: true }) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => Booking, { sparse: true }) booking: Relation<Booking> | null;
  booking_id: number | null;
  /** The line of the booking that was chosen or named for it, and the release of empties that it names. */
  @BigInteger() booking_line_id: number | null;
  @BigInteger() booking_release_id: number | null;
  @BelongsTo(() => DeliveryOrder, { sparse: true }) delivery_order: Relation<DeliveryOrder> | null;
  delivery_order_id: number | null;

  /** The terminal's receipt for goods of the booking, for which it is dropped off. */
  @BelongsTo(() => DockReceipt, { sparse: true }) dock_receipt: Relation<DockReceipt> | null;
  dock_receipt_id: number | null;

  @OneOf(CONTAINER_STATUSES) container_status: string | null;
  @OneOf(CONTAINER_USAGES) container_usage: string | null;
  @Text() goods: string | null;
  /** The weight of the cargo in kilograms. */
  @Decimal() weight: Numeric | null;
  /** As sent. The bill need not exist where the organization does not validate bills. */
  @Text() bill_of_lading: string | null;
  @Texts() seals: string[];
  /** The weight for the interchange in kilograms. */
  @Decimal() interchange_weight: Numeric | null;
  /**
   * Whether the company of the announcement has an interest in the container while that is open: it named what only those
   * know who may collect it, or brings it.
   */
  @Flag() grants_interest: boolean;
  /**
   * Whether the announcement may name the container because its haulier was nominated for it. The nomination gives the interest
   * then, as long as it stands, and an appointment for nothing else is cancelled when it falls.
   */
  @Flag() rests_on_nomination: boolean;
}
