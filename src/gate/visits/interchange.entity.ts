import { Check, Entity } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Decimal, Flag, Row, Text, Texts, Time, type Numeric } from '../../common/schema/columns';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { Container } from '../../cargo/containers/container.kind';
import { Genset } from '../../cargo/gensets/genset.entity';
import { Booking } from '../../cargo/setup/booking.kind';
import { DeliveryOrder } from '../../cargo/setup/delivery-order.kind';
import type { TruckVisit } from './truck-visit.entity';

/** The hand-over of equipment between a truck and the terminal: `interchange_in` brings, `interchange_out` takes. */
@Entity('interchanges')
@Check('ck_interchanges_type', `type IN ('interchange_in', 'interchange_out')`)
export class Interchange extends Row {
  @BelongsTo('TruckVisit', { required: true, onDelete: 'CASCADE' }) truck_visit: Relation<TruckVisit>;
  truck_visit_id: number;

  @Text({ required: true }) type: 'interchange_in' | 'interchange_out';
  @Flag() completed: boolean;
  @Time() completed_at: Date | null;

  @BelongsTo(() => Container) container: Relation<Container> | null;
  container_id: number | null;
  @BelongsTo(() => Chassis) chassis: Relation<Chassis> | null;
  chassis_id: number | null;
  @BelongsTo(() => Genset) genset: Relation<Genset> | null;
  genset_id: number | null;
  @BelongsTo(() => Booking) booking: Relation<Booking> | null;
  booking_id: number | null;
  @BelongsTo(() => DeliveryOrder) delivery_order: Relation<DeliveryOrder> | null;
  delivery_order_id: number | null;

  @Texts() seals: string[];
  /** As weighed, in kilograms. */
  @Decimal() weight: Numeric | null;
}
