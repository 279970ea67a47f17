import { Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Booking } from './booking.kind';

/** The terminal's receipt for goods that were delivered to the dock against a booking. */
@Kind({
  singular: 'dock_receipt',
  plural: 'dock_receipts',
  key: 'number',
  role: 'write',
  parties: { concern: { parent: 'booking' }, fields: ['number', 'booking'], filters: ['number'] },
})
@Index('ix_dock_receipts_number_any_case', { synchronize: false })
export class DockReceipt extends Row {
  @Field.key({ example: 'DR-5001' }) number: string;
  @Field.ref(() => Booking, 'number') booking: Relation<Booking> | null;
  booking_id: number | null;
}
