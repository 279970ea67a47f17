import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { BelongsTo, BigInteger, Row } from '../../common/schema/columns';
import { Container } from '../containers/container.kind';
import { Booking } from '../setup/booking.kind';
import { ContainerStay } from '../stays/container-stay.entity';

/** A container that a line announces for a booking. It announces the stay of its container until it is taken off. */
@Entity('booking_containers')
@Unique(['organization_id', 'booking_id', 'container_id'])
@Refuses(
  'uq_booking_containers_booking_id_container_id',
  'This container is announced for the booking already.',
  'container',
)
export class BookingContainer extends Row {
  @BelongsTo(() => Booking, { required: true, onDelete: 'CASCADE', listed: true }) booking: Relation<Booking>;
  booking_id: number;
  @BelongsTo(() => Container, { required: true }) container: Relation<Container>;
  container_id: number;
  /** The stay of the container that it comes for. */
  @BelongsTo(() => ContainerStay) stay: Relation<ContainerStay> | null;
  stay_id: number | null;
  /** The message that named it last, which a higher domain keeps; null for others. */
  @BigInteger() edi_message_id: number | null;
}
