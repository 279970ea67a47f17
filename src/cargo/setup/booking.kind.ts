import { Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { type NoColumn, Row } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { OF_BOOKING } from './bookings-of-parties';
import { ContainerType } from './container-type.kind';

/** Space that a shipper has booked with a line. Export containers are delivered, and empties released, against it. */
@Kind({
  singular: 'booking',
  plural: 'bookings',
  key: 'number',
  role: 'write',
  narrowedBy: { shipping_line: ['code', 'name'], voyage: ['number'] },
  searched: ['number'],
  parties: {
    concern: OF_BOOKING,
    owners: ['goods'],
    fields: ['number', 'shipping_line', 'voyage', 'quantity', 'container_type', 'exceeded_by'],
    filters: ['number', 'shipping_line', 'voyage', 'q'],
  },
})
@Index('ix_bookings_number_any_case', { synchronize: false })
@Index('ix_bookings_parts', { synchronize: false })
export class Booking extends Row {
  @Field.key({ example: 'WHA331057' }) number: string;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @Field.ref(() => Voyage, 'number') voyage: Relation<Voyage> | null;
  voyage_id: number | null;
  @Field.text() goods: string | null;
  @Field.int({ min: 0, description: 'How many containers are booked; as many as come when it is left out' })
  quantity: number | null;
  @Field.ref(() => ContainerType, 'code', {
    description: 'The type of its containers; any when it is left out',
  })
  container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  @Field.computed((out) =>
    out.sql(
      (of) => `CASE WHEN ${of('quantity')} IS NOT NULL THEN
        nullif(greatest(booking_used(${of('organization_id')}, ${of('id')}) - ${of('quantity')}, 0), 0) END`,
      'bigInteger',
    ),
  )
  exceeded_by: NoColumn;
}
