import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { column, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { COMPANY } from '../../parties/setup/trucking-company-reference';
import { bookingLine } from '../booking-lines/of-booking';
import { Booking } from '../setup/booking.kind';
import { BookingRelease, STORED_STATUSES } from './booking-release.kind';

/** What only a file states of a release. */
class BookingReleaseLine {
  @In.oneOf(STORED_STATUSES) status?: string | null;
  @In.time() cancelled_at?: string | null;
  @In.note() cancel_reason?: string | null;
  @In.text() cancelled_by?: string | null;
}

export const bookingReleaseModel = kindModel(BookingRelease, {
  input: [BookingReleaseLine],
  compares: true,
  required: ['booking', 'quantity'],
  maps: {
    booking: reference('booking', lookupOf(Booking, 'number'), { byId: 'plain' }),
    line: bookingLine('line'),
    trucking_company: reference('trucking_company', COMPANY, { byId: 'checked' }),
    valid_until: column('valid_until'),
    cancelled_by: reference('cancelled_by', lookupOf(User, 'email')),
  },
});
