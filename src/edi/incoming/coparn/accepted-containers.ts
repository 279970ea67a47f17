import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { goodsOfStays } from '../../../cargo/announcing/goods-of-stays';
import { BookingContainersService } from '../../../cargo/booking-containers/booking-containers.service';
import { asOver } from '../../../cargo/over-dimensions';
import { type OfLine, takeLines } from '../../../cargo/booking-lines/take-line';
import { Db } from '../../../common/database/db';
import { COMMON } from '../../../common/errors/codes';
import type { MeantContainer } from '../announced-containers';
import type { Attempt, Deed } from '../attempt';
import { imdgOf } from '../imdg';
import { MessageWeights } from '../message-weights.service';
import { BookingWriting } from './booking-writing.service';
import type { Coparn } from './coparn.message';
import type { CoparnOrder, StoredBooking } from './coparn-order';
import { linesOf } from './ordered-lines';

/** The containers that lines name for their bookings, and the COPARN (11) that has them accepted. */
@Injectable()
export class AcceptedContainers {
  constructor(
    private readonly db: Db,
    private readonly containers: BookingContainersService,
    private readonly writing: BookingWriting,
    private readonly weights: MessageWeights,
  ) {}

  /** Accepts containers for a booking. One that is not known is made with lines of their types, of as many as come. */
  async apply(attempt: Attempt, order: CoparnOrder): Promise<void> {
    const { coparn, groups, ports, voyage_id, intent, booking } = order;
    if (intent === 'cancel') return this.cancel(attempt, order);
    if (booking) {
      this.writing.did(attempt, 'unchanged', coparn, booking.id);
      return this.write(attempt, order, booking.id);
    }
    const lines = linesOf(groups).map((line) => ({ ...line, quantity: null }));
    const fields = { voyage_id, goods: coparn.goods, ...ports };
    await this.write(attempt, order, await this.writing.create(attempt, order, fields, lines));
  }

  /** Puts the containers on the booking that the document names, and takes off what it no longer names. */
  async write(
    attempt: Attempt,
    { containers, intent, line }: Pick<CoparnOrder, 'containers' | 'intent' | 'line'>,
    booking_id: number,
  ): Promise<void> {
    const numbers = new Map(containers.map(({ equipment }) => [equipment.number!, equipment]));
    const isNamed = sql`c.number = ANY(${[...numbers.keys()]}::text[])`;
    if (intent === 'remove') {
      const ids = await this.onBooking(booking_id, isNamed);
      return this.note(attempt, await this.containers.takeOff(booking_id, ids, { told: true }), numbers);
    }
    if (intent === 'replace') {
      const gone = await this.onBooking(booking_id, sql`NOT ${isNamed} AND ${this.isOfSubject(attempt)}`);
      if (gone.length)
        await this.note(attempt, await this.containers.takeOff(booking_id, gone, { told: true }), numbers);
    }
    if (!containers.length) return;
    const put = await this.containers.put(
      booking_id,
      containers.map(({ facts }) => facts),
      { edi_message_id: attempt.message.id, told: true },
    );
    await this.db.run(
      goodsOfStays(
        this.db,
        containers.map(({ equipment: { number, dangerous, over } }) => ({
          number: number!,
          dangerous_goods: dangerous.map(imdgOf),
          over: asOver(over),
        })),
        booking_id,
      ),
    );
    await this.db.run(takeLines(this.db, await this.linesTaken(booking_id, isNamed)));
    await this.weights.take(
      attempt,
      containers.map(({ equipment }) => equipment),
      line,
    );
    await this.note(attempt, put, numbers);
  }

  /** Which lines of a booking its announced containers count for, of those, as `c`, of which the condition holds. */
  private linesTaken(booking_id: number, condition: Sql): Promise<OfLine[]> {
    return this.db.query<OfLine>(sql`
      SELECT c.id AS container_id, s.booking_line_id AS line_id FROM containers c
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND s.booking_id = ${booking_id}
        AND s.status = 'announced' AND s.booking_line_id IS NOT NULL AND ${condition}`);
  }

  /** The containers of a booking, as `c`, of which the condition holds. */
  async onBooking(booking_id: number, condition: Sql): Promise<number[]> {
    const { organization_id } = this.db.actor;
    const found = await this.db.query<{ id: number }>(sql`
      SELECT c.id FROM booking_containers b
      JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
      WHERE b.organization_id = ${organization_id} AND b.booking_id = ${booking_id} AND ${condition}`);
    return found.map(({ id }) => id);
  }

  /** The numbers of containers that the booking has: of those named, and where it takes some off, not received yet. */
  async standing(booking: StoredBooking, numbers: string[], isToGo: boolean): Promise<Set<string>> {
    const found = await this.db.query<{ number: string }>(sql`
      SELECT c.number FROM booking_containers b
      JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE b.organization_id = ${this.db.actor.organization_id} AND b.booking_id = ${booking.id}
        AND c.number = ANY(${numbers}::text[])
        AND NOT (${isToGo} AND s.status IN ('here', 'departed') AND s.booking_id IS NOT DISTINCT FROM b.booking_id)`);
    return new Set(found.map(({ number }) => number));
  }

  /**
   * Takes off what the documents of the subject named. Returns whether the message is refused, since some were received.
   * @param what the booking, for the refusal
   */
  async takeBack(attempt: Attempt, booking: StoredBooking, coparn: Coparn): Promise<boolean> {
    const ofSubject = await this.onBooking(booking.id, this.isOfSubject(attempt));
    const off = ofSubject.length ? await this.containers.takeOff(booking.id, ofSubject, { told: true }) : [];
    const left = off.filter(({ did }) => did === 'left').length;
    if (left) refuseCancelling(attempt, booking, left, coparn);
    else await this.note(attempt, off, new Map());
    return left > 0;
  }

  private async cancel(attempt: Attempt, order: CoparnOrder): Promise<void> {
    const { coparn, booking } = order;
    if (!booking) return refuseUnknown(attempt, coparn);
    if (await this.takeBack(attempt, booking, coparn)) return;
    // A booking that was there before stays, and so does one that another document names.
    const stays =
      (await this.writing.standsOtherwise(attempt, coparn)) || !(await this.writing.wasMade(booking));
    if (stays) this.writing.did(attempt, 'unchanged', coparn, booking.id);
    else await this.writing.remove(attempt, order, booking);
  }

  private isOfSubject({ partner, head }: Attempt): Sql {
    return sql`b.edi_message_id IN (SELECT m.id FROM edi_messages m
      WHERE m.organization_id = ${this.db.actor.organization_id} AND m.partner_id = ${partner.id}
        AND m.subject = ${head.subject})`;
  }

  /** Counts what became of containers, and notes them with their segments. */
  private async note(
    attempt: Attempt,
    put: { container_id: number; did: Deed }[],
    numbers: Map<string, MeantContainer['equipment']>,
  ): Promise<void> {
    const ids = put.map(({ container_id }) => container_id);
    const found = await this.db.query<{ id: number; number: string }>(sql`
      SELECT id, number FROM containers
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ANY(${ids}::bigint[])`);
    const names = new Map(found.map(({ id, number }) => [id, number]));
    for (const { container_id, did } of put) {
      const key = names.get(container_id) ?? null;
      const segment = numbers.get(key ?? '')?.named.segment ?? null;
      attempt.did(did, 'containers', { segment, type: 'container', record_id: container_id, key });
      if (did === 'left') attempt.warn('left', `container ${key} was received, and stays.`, {}, key);
    }
  }
}

export function refuseUnknown(attempt: Attempt, { booking }: Coparn): void {
  attempt.refuse(COMMON.unknown_reference, `Booking '${booking.text}' is unknown.`, booking);
}

export function refuseCancelling(
  attempt: Attempt,
  { number }: StoredBooking,
  count: number,
  coparn: Coparn,
): void {
  const received = count === 1 ? '1 container was' : `${count} containers were`;
  attempt.refuse(
    COMMON.happened_since,
    `Booking ${number} cannot be cancelled: ${received} received for it.`,
    coparn.booking,
  );
}
