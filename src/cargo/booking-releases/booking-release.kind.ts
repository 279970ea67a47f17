import { Check, Index } from 'typeorm';
import type { Relation } from 'typeorm';
import { User } from '../../common/auth/user.kind';
import { UserNamed } from '../../common/auth/user.view';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { Subject } from '../../common/recording/subject';
import { BelongsTo, type NoColumn, OneOf, Row, Text, Time } from '../../common/schema/columns';
import { Field, Kind, type KindOut } from '../../common/setup/kind';
import { TruckingCompany } from '../../parties/setup/trucking-company.kind';
import { WITH_NAME } from '../../parties/setup/trucking-company-reference';
import { BookingLine } from '../booking-lines/booking-line.entity';
import { Booking } from '../setup/booking.kind';
import { isBookingOfOwners } from '../setup/bookings-of-parties';
import { ContainerType } from '../setup/container-type.kind';

/** The statuses that are stored. One whose every container left is answered as `used`. */
export const STORED_STATUSES = ['open', 'cancelled', 'expired'] as const;
const RELEASE_STATUSES = ['open', 'used', 'cancelled', 'expired'] as const;

const STATUS = '`open` while it may let go, `used` once all of it went, `expired` when its time is over';

/** SQL: what was counted of a release. */
const counted = (of: (path: string) => string, column: 'released' | 'inside') =>
  `(SELECT n.${column} FROM booking_release_counts(${of('organization_id')}, ${of('booking_id')}) n
    WHERE n.release_id = ${of('id')})`;

/** Empties that a line lets go for a booking: how many, until when and to whom (decision 813). */
@Subject({
  type: 'booking_release',
  key: (of) => `${of('booking.number')} || ' ' || ${of('number')}`,
  path: (of) => `'/api/v1/bookings/' || ${of('booking_id')} || '/releases/' || ${of('id')}`,
})
@Kind({
  singular: 'booking_release',
  plural: 'booking_releases',
  key: 'number',
  within: 'booking',
  role: 'write',
  keeps: { summary: 'Cancel a release', description: 'What left by it stays.' },
  parties: {
    concern: {
      party: { trucking_company: 'trucking_company' },
      rows: ({ alias, organization, parties }) => `EXISTS (SELECT FROM bookings b
        WHERE b.organization_id = ${organization} AND b.id = ${alias}.booking_id
          AND ${isBookingOfOwners('b.shipping_line_id', 'b.id', { organization, parties })})`,
    },
    fields: [
      'booking',
      'number',
      'line',
      'container_type',
      'quantity',
      'valid_from',
      'valid_until',
      'trucking_company',
      'company_name',
      'remarks',
      'status',
      'released',
      'cancelled_at',
      'cancel_reason',
    ],
  },
})
@Check('ck_booking_releases_quantity', 'quantity >= 1')
@Check('ck_booking_releases_span', 'valid_until >= valid_from')
@Refuses('ck_booking_releases_span', 'A release cannot end before it begins.', 'valid_until')
@Check('ck_booking_releases_cancelled', `(status = 'cancelled') = (cancelled_at IS NOT NULL)`)
@Refuses('ck_booking_releases_cancelled', 'A release that is cancelled has the time of that.', 'cancelled_at')
@Index(['organization_id', 'booking_id', 'id'])
@Index('ix_booking_releases_open', ['organization_id', 'valid_until'], {
  where: `status = 'open' AND valid_until IS NOT NULL`,
})
export class BookingRelease extends Row {
  @Field.customColumn(In.text({ description: 'The number of the booking' }), (out) =>
    out.reference('booking', 'number'),
  )
  @BelongsTo(() => Booking, {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'ix_booking_releases_booking_id_id',
  })
  booking: Relation<Booking>;
  booking_id: number;
  @Field.key({
    made: true,
    description: 'Unique in the booking; R1, R2 … when it is left out',
    example: 'R1',
  })
  number: string;
  @Field.custom(
    In.int({ min: 1, description: 'The number of the line that it is of; of any when it is left out' }),
    (out) =>
      out.sql((of) => of('booking_line.number'), 'integer', {
        description: 'The number of the line that it is of; null: of any',
      }),
  )
  line: NoColumn;
  @BelongsTo(() => BookingLine, { onDelete: 'CASCADE' }) booking_line: Relation<BookingLine> | null;
  booking_line_id: number | null;
  @Field.ref(() => ContainerType, 'code', { description: 'The type of the empties; any when it is left out' })
  container_type: Relation<ContainerType> | null;
  container_type_id: number | null;
  @Field.int({ required: true, min: 1, description: 'How many empties may go', example: 5 }) quantity: number;
  @Field.time({ description: 'From when on; at once when it is left out' }) valid_from: Date | null;
  @Field.customColumn(
    In.endTime({ from: 'valid_from', description: 'Until when; without end when it is left out' }),
    (out) => out.time({ description: 'Until when; null: without end' }),
  )
  @Time()
  valid_until: Date | null;
  @Field.ref(() => TruckingCompany, 'code', {
    description: 'The haulier that may fetch them; any when it is left out',
    shown: (out: KindOut) => out.reference('trucking_company', 'code', WITH_NAME),
  })
  trucking_company: Relation<TruckingCompany> | null;
  trucking_company_id: number | null;
  @Field.text({
    description: 'The haulier in words, where it is not known here: it is shown and binds nobody',
  })
  company_name: string | null;
  @Field.note() remarks: string | null;
  @OneOf(STORED_STATUSES, { required: true, default: 'open' })
  @Field.answered((out) =>
    out.sql(
      (
        of,
      ) => `CASE WHEN ${of('status')} <> 'cancelled' AND ${counted(of, 'released')} >= ${of('quantity')} THEN 'used'
        ELSE ${of('status')} END`,
      'text',
      { nullable: false, values: RELEASE_STATUSES, description: STATUS, example: 'open' },
    ),
  )
  status: (typeof STORED_STATUSES)[number];
  @Field.computed((out) =>
    out.sql((of) => counted(of, 'released'), 'integer', {
      nullable: false,
      description: 'How many went by it',
    }),
  )
  released: NoColumn;
  @Field.answered((out) => out.time()) @Time() cancelled_at: Date | null;
  @Field.answered((out) => out.text()) @Text() cancel_reason: string | null;
  @BelongsTo(() => User)
  @Field.answered((out) =>
    out.one('cancelled_by', () => UserNamed, {
      description: 'Who cancelled it; null where nobody did, or a message did',
    }),
  )
  cancelled_by: Relation<User> | null;
  cancelled_by_id: number | null;
}
