import type { Relation } from 'typeorm';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { Booking } from './booking.kind';

/** The receipt for cargo that was delivered to the terminal to be shipped. */
@Kind({ singular: 'dock_receipt', plural: 'dock_receipts', key: 'number' })
export class DockReceipt extends Row {
  @Field.key({ example: 'DR-5001' }) number: string;
  @Field.ref(() => Booking, 'number') booking: Relation<Booking> | null;
  booking_id: number | null;
}
