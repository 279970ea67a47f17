import { Injectable } from '@nestjs/common';
import { BookingLine } from '../../../cargo/booking-lines/booking-line.entity';
import { BookingReleasesService } from '../../../cargo/booking-releases/booking-releases.service';
import { CARGO } from '../../../cargo/cargo.codes';
import { Db } from '../../../common/database/db';
import type { Attempt } from '../attempt';
import type { Intent } from '../standing';
import { AcceptedContainers, refuseCancelling, refuseUnknown } from './accepted-containers';
import { type BookingFields, BookingWriting } from './booking-writing.service';
import type { CoparnOrder, StoredBooking } from './coparn-order';
import { mergedLines, type StandingLine, type TypedGroup, type WrittenLine } from './ordered-lines';

/** Applies a COPARN of a booking (126): its lines, and the containers that it names. */
@Injectable()
export class BookingOrders {
  constructor(
    private readonly accepted: AcceptedContainers,
    private readonly writing: BookingWriting,
    private readonly releases: BookingReleasesService,
    private readonly db: Db,
  ) {}

  async apply(attempt: Attempt, order: CoparnOrder): Promise<void> {
    const { intent, booking } = order;
    if (intent === 'cancel') return this.cancel(attempt, order);
    const standing = booking ? await this.writing.linesOf(booking) : [];
    const groups = await this.counted(order, intent);
    const merged = mergedLines(intent, standing, groups);
    // a line that is only released of goes, and its releases stay without it
    const unused = new Set(merged.left.flatMap(({ number, used }) => (used ? [] : number)));
    const lines = merged.lines.filter(({ number }) => !number || !unused.has(number));
    refuseTooFew(attempt, order, standing, lines);
    if (attempt.isRefused) return;
    for (const line of merged.left.filter(({ used }) => used))
      attempt.warn('left', `Line ${line.number} of the booking was used, and stays with ${line.used}.`);
    const booking_id = booking?.id ?? (await this.writing.create(attempt, order, fieldsOf(order), lines));
    if (booking) {
      if (unused.size) await this.keepReleases(booking, unused);
      const fields = { ...fieldsOf(order), shipping_line_id: order.line.id };
      await this.writing.update(attempt, order, booking, fields, { standing, written: lines });
      await this.writing.warnOfReleases(attempt, booking);
    }
    await this.accepted.write(attempt, order, booking_id);
  }

  /** Lets releases of lines that go be of the types of these alone. */
  private async keepReleases({ id }: StoredBooking, numbers: Set<number>): Promise<void> {
    const lines = await this.db.findAll(BookingLine, { booking_id: id });
    const gone = new Map(lines.filter(({ number }) => numbers.has(number)).map((line) => [line.id, line]));
    for (const { number, status, booking_line_id, container_type_id } of await this.releases.ofBooking(id)) {
      const line = gone.get(booking_line_id ?? 0);
      if (!line || status === 'cancelled') continue;
      const type = { line: null, container_type_id: container_type_id ?? line.container_type_id };
      await this.releases.change(id, number, type, { warns: true });
    }
  }

  /** The groups that count: a container that the booking has already does not count again, and one that it lacks is not taken away. */
  private async counted({ booking, groups }: CoparnOrder, intent: Intent): Promise<TypedGroup[]> {
    if (!booking || intent === 'replace') return groups;
    const numbers = groups.flatMap(({ equipment }) => equipment.number ?? []);
    const standing = await this.accepted.standing(booking, numbers, intent === 'remove');
    return groups.filter(
      ({ equipment: { number } }) => number === null || standing.has(number) === (intent === 'remove'),
    );
  }

  /** Takes back all that the documents of the booking state. */
  private async cancel(attempt: Attempt, order: CoparnOrder): Promise<void> {
    const { coparn, booking } = order;
    if (!booking) return refuseUnknown(attempt, coparn);
    const standing = await this.writing.linesOf(booking);
    const used = standing.reduce((sum, line) => sum + line.used, 0);
    if (used) return refuseCancelling(attempt, booking, used, coparn);
    if (await this.accepted.takeBack(attempt, booking, coparn)) return;
    if (!(await this.writing.standsOtherwise(attempt, coparn)))
      return this.writing.remove(attempt, order, booking);
    const written = withNumbers(standing, await this.writing.releasedLines(booking));
    await this.writing.update(attempt, order, booking, {}, { standing, written });
  }
}

/** What the message says of the booking: a whole one all, another one what it names. */
function fieldsOf({ coparn, voyage_id, ports, intent }: CoparnOrder): BookingFields {
  const all = { voyage_id, goods: coparn.goods, ...ports };
  if (intent === 'replace') return all;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** No line is for less than was received or released for it, and no booking for nothing. */
function refuseTooFew(
  attempt: Attempt,
  { coparn, booking, intent }: CoparnOrder,
  standing: StandingLine[],
  lines: WrittenLine[],
): void {
  const isForNone = intent === 'replace' && !coparn.groups.length;
  for (const { number, used } of standing) {
    const quantity = isForNone ? 0 : lines.find((line) => line.number === number)?.quantity;
    if (!booking || typeof quantity !== 'number' || quantity >= used) continue;
    attempt.refuse(
      CARGO.quantity_below_done,
      `${used === 1 ? '1 container was' : `${used} containers were`} received or released for booking ${booking.number} already, more than ${quantity}.`,
      coparn.booking,
    );
  }
}

/** Lines with the numbers of those that stand of their types, so far as there are any. */
function withNumbers(standing: StandingLine[], lines: WrittenLine[]): WrittenLine[] {
  return lines.map((line) => {
    const same = standing.find(({ container_type_id }) => container_type_id === line.container_type_id);
    return same ? { ...line, number: same.number } : line;
  });
}
