import { Check, Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Decimal, Integer, Row, Text, Texts, type Numeric } from '../../common/schema/columns';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { Container } from '../../cargo/containers/container.kind';
import { Booking } from '../../cargo/setup/booking.kind';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { DeliveryOrder } from '../../cargo/setup/delivery-order.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import type { Appointment } from './appointment.kind';
import type { PreAdvice } from './pre-advice.entity';

export const PURPOSE_TYPES = ['drop off', 'pick up'] as const;
export const CARGO_TYPES = ['container', 'chassis', 'general cargo'] as const;

/** What a truck comes for: one piece of cargo to drop off or to pick up, as announced. */
@Entity('purposes')
@Check('ck_purposes_owner', 'num_nonnulls(pre_advice_id, appointment_id) = 1')
@Check('ck_purposes_purpose_type', `purpose_type IN ('drop off', 'pick up')`)
@Check('ck_purposes_cargo_type', `cargo_type IN ('container', 'chassis', 'general cargo')`)
export class Purpose extends Row {
  @BelongsTo('PreAdvice', { onDelete: 'CASCADE' }) pre_advice: Relation<PreAdvice> | null;
  pre_advice_id: number | null;
  @BelongsTo('Appointment', { onDelete: 'CASCADE' }) appointment: Relation<Appointment> | null;
  appointment_id: number | null;

  /** Its place among the purposes announced together, from 0. */
  @Integer({ required: true }) position: number;
  @Text({ required: true }) purpose_type: (typeof PURPOSE_TYPES)[number];
  @Text({ required: true }) cargo_type: (typeof CARGO_TYPES)[number];

  @BelongsTo(() => Container) container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => Chassis) chassis: Relation<Chassis> | null;
  chassis_id: number | null;
  @BelongsTo(() => ContainerType, { indexed: false }) container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  @BelongsTo(() => ShippingLine, { indexed: false }) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => Booking) booking: Relation<Booking> | null;
  booking_id: number | null;
  @BelongsTo(() => DeliveryOrder) delivery_order: Relation<DeliveryOrder> | null;
  delivery_order_id: number | null;

  @Text() container_status: string | null;
  @Text() container_usage: string | null;
  @Text() goods: string | null;
  /** Of the cargo, in kilograms. */
  @Decimal() weight: Numeric | null;
  /** As sent: it need not exist where the organization does not validate bills. */
  @Text() bill_of_lading: string | null;
  @Texts() seals: string[];
  /** As weighed for the interchange, in kilograms. */
  @Decimal() interchange_weight: Numeric | null;
}
