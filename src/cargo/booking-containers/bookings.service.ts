import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { byRecord, type Group } from '../../common/database/sql/counts';
import type { Json } from '../../common/json';
import { kindOf } from '../../common/setup/kind';
import { type KindInput, SetupService } from '../../common/setup/setup.service';
import { isShort, USUAL_HOURS } from '../booking-lines/counts-of-booking';
import { Booking } from '../setup/booking.kind';
import { bookingModel } from './booking.write';
import type { BOOKING_GROUPS, BookingCountQuery } from './booking-counts';
import { BookingContainersService } from './booking-containers.service';

const GROUPS: Record<keyof typeof BOOKING_GROUPS, Group> = {
  shipping_line: byRecord('shipping_line_id', 'shipping_lines', 'code'),
  voyage: byRecord('voyage_id', 'voyages', 'number'),
};

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

  /** How many bookings there are of each value. */
  counts(query: BookingCountQuery): Promise<Json> {
    return this.filter(this.db.read(this.view), { ...query }).counts(query.by, GROUPS[query.by]);
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    const hours = (query.hours as number | null) ?? USUAL_HOURS;
    return super
      .filter(reader, query)
      .skewed(query.short as boolean | null, (is) => (is ? isShort(hours) : sql`NOT ${isShort(hours)}`));
  }
}
