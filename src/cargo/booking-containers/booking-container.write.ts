import { In } from '../../common/input/in';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { Container } from '../containers/container.kind';
import { Booking } from '../setup/booking.kind';
import { stayOrNone } from '../stays/container-stay.write';
import { StaysService } from '../stays/stays.service';
import { BookingContainer } from './booking-container.entity';

/** A container of a booking in a file. What its stay says stands in the files of containers and stays. */
class BookingContainerLine {
  @In.text({ required: true, description: 'The number of the booking' }) booking: string;
  @In.text({ required: true, description: 'The number of the container' }) container: string;
  @In.int({ min: 1 }) stay?: number | null;
}

/** The write model of the containers of bookings in files. */
export const bookingContainerModel = new WriteModel({
  entity: BookingContainer,
  input: [BookingContainerLine],
  key: ['booking', 'container'],
  compares: true,
  maps: {
    booking: reference('booking', lookupOf(Booking, 'number')),
    container: reference('container', lookupOf(Container, 'number')),
    stay: stayOrNone('booking_containers'),
  },
  checks: [announce],
});

/** A new container of a booking is announced, unless its line says of which stay it is. */
async function announce(rows: RowOf<BookingContainer>[], { db }: WriteRun): Promise<void> {
  const announcing = rows.filter(({ before, columns }) => !before && columns.stay_id === undefined);
  const ids = announcing.map(({ columns }) => columns.container_id!);
  await new StaysService(db).announce([...new Set(ids)]);
}
