import { Entity, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { Refuses } from '../../common/errors/constraints';
import {
  BelongsTo,
  BigInteger,
  Decimal,
  Flag,
  JsonColumn,
  OneOf,
  Row,
  Text,
  Texts,
  Time,
  type Numeric,
} from '../../common/schema/columns';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerStay } from '../../cargo/stays/container-stay.entity';
import { Genset } from '../../cargo/gensets/genset.entity';
import { Booking } from '../../cargo/setup/booking.kind';
import { DockReceipt } from '../../cargo/setup/dock-receipt.kind';
import { DeliveryOrder } from '../../cargo/setup/delivery-order.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Purpose } from '../purposes/purpose.entity';
import type { TruckVisit } from './truck-visit.entity';
import { Concerns } from '../../common/party-wall/concerns';
import { Subject } from '../../common/recording/subject';
import { COMMON } from '../../common/errors/codes';

export const INTERCHANGE_TYPES = ['interchange_in', 'interchange_out'] as const;

/**
 * The hand-over of equipment between a truck and the terminal: `interchange_in` brings it, `interchange_out` takes it.
 */
@Subject({
  type: 'interchange',
  key: (of) => of('container.number'),
  path: (of) => `'/api/v1/truck_visits/' || ${of('truck_visit_id')} || '/interchanges/' || ${of('id')}`,
})
@Concerns({ parent: 'truck_visit' })
@Entity('interchanges')
@Index(['organization_id', 'updated_at', 'id'])
@Index(['organization_id', 'completed_at', 'id'])
@Index(['organization_id', 'type', 'id'])
@Refuses(
  'fk_interchanges_purpose_id',
  'A purpose that a truck came for cannot be taken away.',
  'purposes',
  COMMON.in_use,
)
export class Interchange extends Row {
  @BelongsTo('TruckVisit', { required: true, onDelete: 'CASCADE' }) truck_visit: Relation<TruckVisit>;
  truck_visit_id: number;

  @OneOf(INTERCHANGE_TYPES, { required: true }) type: (typeof INTERCHANGE_TYPES)[number];
  /** The purpose that it was created from. */
  @BelongsTo(() => Purpose) purpose: Relation<Purpose> | null;
  purpose_id: number | null;
  @Flag() completed: boolean;
  @Time() completed_at: Date | null;

  @BelongsTo(() => Container) container: Relation<Container> | null;
  container_id: number | null;
  /** The stay of the container that it begins or ends. */
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  /** The shipping line of that stay. Triggers copy it, because it narrows the register of interchanges. */
  @BelongsTo(() => ShippingLine, { listed: true }) shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @BelongsTo(() => Chassis, { sparse: true }) chassis: Relation<Chassis> | null;
  chassis_id: number | null;
  /** The place of the chassis before the hand-over, for a reversal: chassis have no history. */
  @Text() chassis_from_location_type: string | null;
  @BigInteger() chassis_from_location_id: number | null;
  @BelongsTo(() => Genset, { sparse: true }) genset: Relation<Genset> | null;
  genset_id: number | null;
  /** The place of the genset before the hand-over, for a reversal. */
  @Text() genset_from_location_type: string | null;
  @BigInteger() genset_from_location_id: number | null;
  @BelongsTo(() => Booking, { sparse: true }) booking: Relation<Booking> | null;
  booking_id: number | null;
  /** The line of the booking that it counts for, and the release of empties that it uses. Triggers keep them with the booking. */
  @BigInteger() booking_line_id: number | null;
  @BigInteger() booking_release_id: number | null;
  @BelongsTo(() => DeliveryOrder, { sparse: true }) delivery_order: Relation<DeliveryOrder> | null;
  delivery_order_id: number | null;

  /** The terminal's receipt for goods of the booking. */
  @BelongsTo(() => DockReceipt, { sparse: true }) dock_receipt: Relation<DockReceipt> | null;
  dock_receipt_id: number | null;

  /** Whether the container to pick up stood at another terminal than the gate. */
  @Flag() other_terminal: boolean;
  @Texts() seals: string[];
  /** The weight from the purpose in kilograms. */
  @Decimal() weight: Numeric | null;

  /** The facts of the container before and after the hand-over, for a reversal. */
  @JsonColumn() container_before: object | null;
  @JsonColumn() container_after: object | null;
  /** The last reversal. */
  @Time() reversed_at: Date | null;
  @BelongsTo(() => User, { sparse: true }) reversed_by: Relation<User> | null;
  reversed_by_id: number | null;
  @Text() reverse_reason: string | null;
}
