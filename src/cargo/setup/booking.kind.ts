import { Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';

/** Space that a shipper has booked with a line: export containers are delivered, and empties released, against it. */
@Kind({ singular: 'booking', plural: 'bookings', key: 'number', role: 'write' })
@Index('ix_bookings_number_any_case', { synchronize: false })
export class Booking extends Row {
  @Field.key({ example: 'WHA331057' }) number: string;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @Field.ref(() => Voyage, 'number') voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @Field.text() goods: string | null;
  @Field.int({ min: 0, description: 'How many containers are booked' }) quantity: number | null;
}
