import { Injectable } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { kindOf } from '../../common/setup/kind';
import { SetupService } from '../../common/setup/setup.service';
import { Booking } from '../setup/booking.kind';
import { bookingModel } from './booking.write';
import { BookingContainersService } from './booking-containers.service';

/** Bookings as a set-up kind, with the containers that are announced for them. */
@Injectable()
export class BookingsService extends SetupService<Booking> {
  constructor(
    db: Db,
    private readonly containers: BookingContainersService,
  ) {
    super(db, kindOf(Booking), bookingModel);
  }

  /**
   * Deletes a booking. Stays that it alone announces are cancelled.
   * @throws NotFound, and Conflict while another record refers to it, such as the stay of a container that came for it
   */
  override async remove(idOrNumber: string): Promise<string> {
    const { id } = await this.find(idOrNumber);
    await this.containers.takeOff(id, undefined, { told: true });
    return super.remove(idOrNumber);
  }
}
