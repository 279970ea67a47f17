import type { Booking } from '../../../cargo/setup/booking.kind';
import type { Columns } from '../../../common/schema/columns';
import type { MeantContainer } from '../announced-containers';
import type { Line, Locodes } from '../documents';
import type { Intent } from '../standing';
import type { Coparn } from './coparn.message';
import type { TypedGroup } from './ordered-lines';

/** A booking as it is stored. */
export type StoredBooking = Columns<Booking> & { id: number };

/** What a COPARN says with the records that its words mean, and the booking that it is about. */
export interface CoparnOrder {
  coparn: Coparn;
  line: Line;
  voyage_id: number | null;
  ports: Locodes;
  groups: TypedGroup[];
  containers: MeantContainer[];
  /** null for one that is not known; locked. */
  booking: StoredBooking | null;
  intent: Intent;
}
