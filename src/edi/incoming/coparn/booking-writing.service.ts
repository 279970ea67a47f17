import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { bookingModel } from '../../../cargo/booking-containers/booking.write';
import { BookingContainersService } from '../../../cargo/booking-containers/booking-containers.service';
import { BookingLine } from '../../../cargo/booking-lines/booking-line.entity';
import { storedLines } from '../../../cargo/booking-lines/booking-line.write';
import { usedOf } from '../../../cargo/booking-lines/booking-lines.rules';
import { BookingRelease } from '../../../cargo/booking-releases/booking-release.kind';
import { refusalOfSum } from '../../../cargo/booking-releases/booking-release.rules';
import { BookingReleasesService } from '../../../cargo/booking-releases/booking-releases.service';
import type { ImdgGoods } from '../../../cargo/imdg-goods';
import type { Over } from '../../../cargo/over-dimensions';
import { Booking } from '../../../cargo/setup/booking.kind';
import { Db } from '../../../common/database/db';
import { COMMON } from '../../../common/errors/codes';
import { Conflict } from '../../../common/errors/errors';
import { kindEvent, record, recordUpdate } from '../../../common/recording/record';
import { kindOf } from '../../../common/setup/kind';
import { kindClasses } from '../../../common/setup/kind-classes';
import type { Attempt, Deed } from '../attempt';
import type { Coparn } from './coparn.message';
import type { CoparnOrder, StoredBooking } from './coparn-order';
import { measuresOf, NOTHING_ELSE, type StandingLine, type WrittenLine } from './ordered-lines';

/** What a message writes of a booking; what is left out stays. */
export type BookingFields = Partial<
  Pick<StoredBooking, 'voyage_id' | 'goods' | 'port_of_loading' | 'port_of_discharge' | 'place_of_delivery'>
>;

/** Reads and writes bookings with their lines for messages, and notes what came of that. */
@Injectable()
export class BookingWriting {
  constructor(
    private readonly db: Db,
    private readonly containers: BookingContainersService,
    private readonly releases: BookingReleasesService,
  ) {}

  /** The lines of a booking in order of their numbers, with what was done of each. The booking is locked. */
  async linesOf({ id }: StoredBooking): Promise<StandingLine[]> {
    const done = (await this.db.run(storedLines(this.db, [id]))).get(id) ?? [];
    const rows = await this.db.findAll(BookingLine, { booking_id: id });
    const facts = new Map(rows.map((row) => [row.number, row]));
    return done.map((line) => {
      const stored = facts.get(line.number)!;
      const { container_status, operating_reefer, dangerous_goods, over, goods, remarks } = stored;
      return {
        number: line.number,
        container_type_id: line.container_type_id,
        quantity: line.quantity,
        container_status: container_status as StandingLine['container_status'],
        ...measuresOf(stored),
        operating_reefer,
        dangerous_goods: dangerous_goods as ImdgGoods[],
        over: over as Over | null,
        goods,
        remarks,
        used: usedOf(line),
        has_release: line.has_release,
      };
    });
  }

  /** Makes the booking of an order. Returns its id. */
  async create(
    attempt: Attempt,
    { coparn, line }: CoparnOrder,
    fields: BookingFields,
    lines: WrittenLine[],
  ): Promise<number> {
    const { Show } = kindClasses(kindOf(Booking));
    const values = { number: coparn.booking.text, shipping_line_id: line.id, ...fields, lines };
    const id = await bookingModel.create(this.db, values);
    await record(this.db, kindEvent('booking', 'created'), Show, id);
    this.did(attempt, 'created', coparn, id);
    return id;
  }

  /** Writes what differs of a booking. */
  async update(
    attempt: Attempt,
    { coparn }: CoparnOrder,
    booking: StoredBooking,
    fields: BookingFields & { shipping_line_id?: number },
    lines: { standing: StandingLine[]; written: WrittenLine[] },
  ): Promise<void> {
    const { Show } = kindClasses(kindOf(Booking));
    const others = Object.entries(fields).filter(
      ([name, value]) => booking[name as keyof BookingFields] !== value,
    );
    const differs = !areAlike(lines.standing, lines.written);
    const changed = { ...Object.fromEntries(others), ...(differs && { lines: lines.written }) };
    const isChanged = Object.keys(changed).length > 0;
    if (isChanged)
      await recordUpdate(this.db, kindEvent('booking', 'updated'), Show, booking.id, () =>
        bookingModel.update(this.db, booking, changed),
      );
    this.did(attempt, isChanged ? 'updated' : 'unchanged', coparn, booking.id);
  }

  /** Deletes a booking to which nothing refers; refuses the message otherwise. */
  async remove(attempt: Attempt, { coparn }: CoparnOrder, booking: StoredBooking): Promise<void> {
    const { Show } = kindClasses(kindOf(Booking));
    try {
      await this.containers.takeOff(booking.id, undefined, { told: true });
      await record(this.db, kindEvent('booking', 'deleted'), Show, booking.id);
      await this.db.remove(Booking, booking.id, 'Booking');
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      return attempt.refuse(COMMON.happened_since, error.message, coparn.booking);
    }
    this.did(attempt, 'removed', coparn, booking.id);
  }

  /** Warns where what is released of the booking is more than its lines are for. */
  async warnOfReleases(attempt: Attempt, { id, number }: StoredBooking): Promise<void> {
    const lines = (await this.db.run(storedLines(this.db, [id]))).get(id) ?? [];
    const exceeds = refusalOfSum(number, lines, await this.releases.ofBooking(id));
    if (exceeds) attempt.warn(exceeds.code, String(exceeds.sentence));
  }

  /** What releases of the booking leave to be fetched, by type: the lines of a booking that only they have made. */
  async releasedLines({ id }: StoredBooking): Promise<WrittenLine[]> {
    const releases = await this.db.findAll(BookingRelease, { booking_id: id });
    const quantities = new Map<number | null, number>();
    for (const { status, container_type_id, quantity } of releases)
      if (status !== 'cancelled')
        quantities.set(container_type_id, (quantities.get(container_type_id) ?? 0) + quantity);
    return [...quantities].map(([container_type_id, quantity]) => ({
      ...NOTHING_ELSE,
      container_type_id,
      quantity,
    }));
  }

  /** Whether a message made the booking. */
  async wasMade({ id, number }: StoredBooking): Promise<boolean> {
    const [made] = await this.db.query<{ made: boolean }>(sql`
      SELECT true AS made FROM edi_message_keys k
      JOIN edi_message_records r ON r.organization_id = k.organization_id AND r.edi_message_id = k.edi_message_id
      WHERE k.organization_id = ${this.db.actor.organization_id} AND k.type = 'booking' AND k.key = ${number}
        AND r.type = 'booking' AND r.record_id = ${id} AND r.did = 'created' LIMIT 1`);
    return made !== undefined;
  }

  /** Whether another document of the booking stands. */
  async standsOtherwise({ partner, head, message }: Attempt, { booking }: Coparn): Promise<boolean> {
    const [other] = await this.db.query<{ stands: boolean }>(sql`
      SELECT true AS stands FROM edi_message_keys k
      JOIN edi_messages m ON m.organization_id = k.organization_id AND m.id = k.edi_message_id
      WHERE k.organization_id = ${this.db.actor.organization_id} AND k.type = 'booking' AND k.key = ${booking.text}
        AND m.partner_id = ${partner.id} AND m.message = 'COPARN' AND m.status = 'applied' AND m.direction = 'in'
        AND m.function IS DISTINCT FROM '1' AND m.subject <> ${head.subject} AND m.id <> ${message.id} LIMIT 1`);
    return other !== undefined;
  }

  /** Notes what was done to the booking. */
  did(attempt: Attempt, deed: Deed, { booking }: Coparn, record_id: number): void {
    attempt.did(deed, 'bookings', {
      segment: booking.segment,
      type: 'booking',
      key: booking.text,
      record_id,
    });
  }
}

/** Whether lines are those that stand, whatever was done of these. */
function areAlike(standing: StandingLine[], written: WrittenLine[]): boolean {
  const plain = ({ used: _used, has_release: _has, ...line }: Partial<StandingLine>) => comparable(line);
  return (
    standing.length === written.length &&
    standing.map(plain).every((line) => written.map(comparable).includes(line))
  );
}

/** A line as text, with the keys of what it states in one order; what is not stated is left out. */
const comparable = (line: object): string =>
  JSON.stringify(line, (_key, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, each]) => each !== null)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
