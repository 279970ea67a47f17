import { Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { Integer, type NoColumn, Row } from '../../common/schema/columns';
import { In } from '../../common/input/in';
import { Field, Kind } from '../../common/setup/kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { MOST_HOURS, short, USUAL_HOURS, sumOfLines } from '../booking-lines/counts-of-booking';
import { BookingLineFields } from '../booking-lines/booking-line.dto';
import { BookingLineShow, linesForParties, linesOf, linesTold } from '../booking-lines/booking-line.view';
import { OF_BOOKING } from './bookings-of-parties';
import { ContainerType } from './container-type.kind';

const LINES = 'What it is for, and what came and went of each, in order of their numbers';

/** A place by its UN/LOCODE. */
const place = (description: string) =>
  Field.text({
    pattern: /^[A-Z]{2}[A-Z2-9]{3}$/,
    must: 'must be a UN/LOCODE, such as NLRTM',
    description: `${description} (UN/LOCODE)`,
    example: 'NLRTM',
  });

/** Space that a shipper has booked with a line. Export containers are delivered, and empties released, against it. */
@Kind({
  singular: 'booking',
  plural: 'bookings',
  key: 'number',
  role: 'write',
  narrowedBy: { shipping_line: ['code', 'name'], voyage: ['number'] },
  searched: ['number'],
  filters: {
    short: In.bool({
      description: 'Whether containers are missing that its voyage no longer receives in so many hours',
    }),
    hours: In.int({
      min: 1,
      max: MOST_HOURS,
      description: `With short: how near the cut-off of the voyage is; ${USUAL_HOURS} unless given`,
    }),
  },
  parties: {
    concern: OF_BOOKING,
    owners: ['goods'],
    fields: [
      'number',
      'shipping_line',
      'voyage',
      'quantity',
      'container_type',
      'port_of_loading',
      'port_of_discharge',
      'place_of_delivery',
      'exceeded_by',
      'received',
      'released',
      'inside',
      'short',
    ],
    instead: { lines: linesForParties },
    told: { lines: linesTold },
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
  @Field.int({
    min: 0,
    description:
      'How many containers are booked, the sum of its lines; as many as come when it is left out. It is written to the line of a booking that has one alone',
  })
  quantity: number | null;
  @Field.ref(() => ContainerType, 'code', {
    description:
      'The type of its containers; any when it is left out, and null where its lines are of several. It is written to the line of a booking that has one alone',
  })
  container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  @Field.computed((out) =>
    out.sql((of) => `booking_exceeded_by(${of('organization_id')}, ${of('id')})`, 'bigInteger'),
  )
  exceeded_by: NoColumn;
  @Field.computed((out) =>
    out.sql(sumOfLines('received'), 'integer', {
      nullable: false,
      description: 'Full containers that came for it',
    }),
  )
  received: NoColumn;
  @Field.computed((out) =>
    out.sql(sumOfLines('released'), 'integer', {
      nullable: false,
      description: 'Empty containers that were handed out for it',
    }),
  )
  released: NoColumn;
  @Field.computed((out) =>
    out.sql(sumOfLines('inside'), 'integer', {
      nullable: false,
      description: 'Full containers on trucks inside, which bring them',
    }),
  )
  inside: NoColumn;
  @Field.computed((out) =>
    out.sql(short, 'integer', {
      description:
        'How many of the quantity have not come; 0 where more came, and null where as many are received as come',
    }),
  )
  short: NoColumn;
  @place('Where they are loaded') port_of_loading: string | null;
  @place('Where they are discharged') port_of_discharge: string | null;
  @place('Where they are delivered') place_of_delivery: string | null;
  @Field.custom(
    In.objects(() => BookingLineFields, {
      description: 'Its lines, which replace those that stand: a line that is named by its number changes',
    }),
    (out) => out.shaped(linesOf, () => BookingLineShow, { isArray: true, description: LINES }),
  )
  lines: NoColumn;
  /** The highest number that a line of it had. */
  @Integer({ required: true, default: 1 }) last_line: number;
}
