import { counting } from '../../common/pagination/counts';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Booking } from '../setup/booking.kind';

/** What bookings are counted by. */
export const BOOKING_GROUPS = {
  shipping_line: 'The code of the shipping line',
  voyage: 'The number of the voyage',
};

export class BookingCountQuery extends counting(kindClasses(kindOf(Booking)).Query, BOOKING_GROUPS) {}
