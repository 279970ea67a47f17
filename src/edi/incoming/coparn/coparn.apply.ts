import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { BookingContainersService } from '../../../cargo/booking-containers/booking-containers.service';
import { bookingModel } from '../../../cargo/booking-containers/booking.write';
import { Booking } from '../../../cargo/setup/booking.kind';
import { Db } from '../../../common/database/db';
import { COMMON } from '../../../common/errors/codes';
import { Conflict } from '../../../common/errors/errors';
import { kindEvent, record, recordUpdate } from '../../../common/recording/record';
import type { Columns } from '../../../common/schema/columns';
import { kindOf } from '../../../common/setup/kind';
import { kindClasses } from '../../../common/setup/kind-classes';
import { EDI } from '../../edi.codes';
import type { Application, Applies } from '../application';
import { containersOfWords, intentOf, type Line, lineAndFlow, noteHead, voyageOf } from '../documents';
import type { MessageReader } from '../reading/reader';
import { containersMeant, type MeantContainer, typesMeant } from '../said-containers';
import type { Intent } from '../standing';
import type { Deed, Work } from '../work';
import { type Coparn, readCoparn } from './coparn.message';

/** What a COPARN says with the records that its words mean, and the booking that it is about. */
interface Order {
  coparn: Coparn;
  line: Line;
  voyage_id: number | null;
  container_type_id: number | null;
  containers: MeantContainer[];
  booking: (Columns<Booking> & { id: number }) | null;
  intent: Intent;
}

/** Applies COPARN: the bookings of lines, the empties that they release, and the containers that they have accepted. */
@Injectable()
export class Coparns implements Applies {
  readonly message = 'COPARN';

  constructor(
    private readonly db: Db,
    private readonly containers: BookingContainersService,
  ) {}

  begin(work: Work): Application {
    const reader = readCoparn({ weight_unit: this.db.actor.weight_unit });
    return { take: (segment) => reader.take(segment), apply: () => this.apply(work, reader) };
  }

  private async apply(work: Work, reader: MessageReader<Coparn>): Promise<void> {
    const order = await this.load(work, reader);
    if (!order || work.isRefused) return;
    if (order.intent === 'cancel') return this.cancel(work, order);
    await this.refuseTooFew(work, order);
    if (work.isRefused) return;
    const booking_id = await this.writeBooking(work, order);
    await this.writeContainers(work, order, booking_id);
  }

  /** Reads the message, and looks up what it names. Undefined when it is refused. */
  private async load(work: Work, reader: MessageReader<Coparn>): Promise<Order | undefined> {
    const { head, said: coparn, findings } = reader.end();
    work.found(findings);
    const line = await lineAndFlow(work, coparn?.line ?? head?.line ?? null);
    if (head) await noteHead(work, head, line ?? null);
    if (!coparn) return undefined;
    work.keys.push({ type: 'booking', key: coparn.booking.text });
    work.head.containers_count = coparn.containers.length;
    const voyage = await voyageOf(work, coparn.voyage, line ?? null);
    const types = await typesMeant(
      work,
      coparn.types,
      containersOfWords(coparn.containers, ({ size_type }) => [size_type]),
    );
    const containers = await containersMeant(work, coparn.containers, line?.id ?? null);
    const intent = await intentOf(work, subjectOf(work, coparn));
    if (!line || !intent) return undefined;
    const booking = await this.db.find(Booking, { number: coparn.booking.text }, { lock: true });
    if (booking?.shipping_line_id && booking.shipping_line_id !== line.id) this.refuseForeign(work, coparn);
    // Two words may mean one type.
    const kinds = [...new Set(coparn.types.map(({ text }) => types.get(text)?.id ?? null))];
    if (kinds.length > 1)
      work.warn(
        'types_mixed',
        `the message is of several types: ${coparn.types.map(({ text }) => text).join(', ')}.`,
      );
    return {
      coparn,
      line,
      voyage_id: voyage?.id ?? null,
      container_type_id: kinds.length === 1 ? (kinds[0] ?? null) : null,
      containers,
      booking,
      intent,
    };
  }

  /** The booking of a line outside of the message: it is not said whose it is. */
  private refuseForeign(work: Work, { booking, function: said }: Coparn): void {
    if (said === 'original') work.refuse(COMMON.taken, `Booking number '${booking.text}' is taken.`, booking);
    else work.refuse(COMMON.unknown_reference, `Booking '${booking.text}' is unknown.`, booking);
  }

  /** No booking is for less than was received or released for it. */
  private async refuseTooFew(work: Work, order: Order): Promise<void> {
    const { booking, coparn } = order;
    work.head.quantity = await this.quantityOf(work, order);
    if (!booking || coparn.order === 'acceptance') return;
    const quantity = await this.largest(work, order);
    const used = await this.usedOf(booking.id);
    if (quantity !== null && used > quantity)
      work.refuse(
        EDI.quantity_below_done,
        `${countOf(used)} received or released for booking ${booking.number} already, more than ${quantity}.`,
        coparn.booking,
      );
  }

  /**
   * How many containers this document is for, after what it adds to the one that stands, or takes from it. One that it
   * names counts once, however many documents name it.
   */
  private async quantityOf(work: Work, { coparn, intent, booking }: Order): Promise<number> {
    if (intent === 'replace') return coparn.quantity;
    const before = (await this.standingQuantity(work, work.head.subject!)) ?? 0;
    const numbers = coparn.containers.map(({ number }) => number!);
    const unnamed = coparn.quantity - coparn.containers.reduce((sum, { quantity }) => sum + quantity, 0);
    if (intent === 'change' && unnamed) return coparn.quantity;
    // What was received stays, also when it is removed.
    const isNamed = sql`c.number = ANY(${numbers}::text[]) AND NOT (${intent === 'remove'} AND EXISTS (
      SELECT FROM container_stays s WHERE s.organization_id = c.organization_id AND s.id = c.stay_id
        AND s.status IN ('here', 'departed') AND s.booking_id = b.booking_id))`;
    const known = booking ? (await this.onBooking(booking.id, isNamed)).length : 0;
    if (intent === 'remove') return Math.max(0, before - unnamed - known);
    return before + unnamed + numbers.length - known;
  }

  /** What a booking counts: the larger of what its booking and its release are for. */
  private async largest(work: Work, { coparn }: Order): Promise<number | null> {
    const other = coparn.order === 'release' ? '126' : '12';
    const beside = await this.standingQuantity(work, `COPARN ${other} ${coparn.booking.text}`);
    return Math.max(work.head.quantity ?? 0, beside ?? 0);
  }

  private async standingQuantity({ partner, message }: Work, subject: string): Promise<number | null> {
    const [standing] = await this.db.query<{ quantity: number | null }>(sql`
      SELECT m.quantity FROM edi_messages m
      WHERE m.organization_id = ${this.db.actor.organization_id} AND m.partner_id = ${partner.id}
        AND m.direction = 'in' AND m.status = 'applied' AND m.subject = ${subject} AND m.id <> ${message.id}
      ORDER BY m.id DESC LIMIT 1`);
    return standing?.quantity ?? null;
  }

  private async usedOf(booking_id: number): Promise<number> {
    const { organization_id } = this.db.actor;
    const [used] = await this.db.query<{ used: number }>(
      sql`SELECT booking_used(${organization_id}::bigint, ${booking_id}::bigint) AS used`,
    );
    return used!.used;
  }

  private async writeBooking(work: Work, order: Order): Promise<number> {
    const { coparn, line, booking, intent } = order;
    const isWhole = intent === 'replace';
    const fields = {
      ...(coparn.order !== 'acceptance' && { quantity: await this.largest(work, order) }),
      ...((isWhole || order.voyage_id !== null) && { voyage_id: order.voyage_id }),
      ...((isWhole || coparn.goods !== null) && { goods: coparn.goods }),
      ...((isWhole || coparn.types.length > 0) && { container_type_id: order.container_type_id }),
    };
    const touched = { segment: coparn.booking.segment, type: 'booking', key: coparn.booking.text };
    const { Show } = kindClasses(kindOf(Booking));
    if (!booking) {
      const values = { number: coparn.booking.text, shipping_line_id: line.id, ...fields };
      const id = await bookingModel.create(this.db, values);
      await record(this.db, kindEvent('booking', 'created'), Show, id);
      work.did('created', 'bookings', { ...touched, record_id: id });
      return id;
    }
    // A container that was accepted says nothing of the booking that stands.
    const said = coparn.order === 'acceptance' ? {} : { ...fields, shipping_line_id: line.id };
    const differs = Object.entries(said).some(
      ([name, value]) => booking[name as keyof Columns<Booking>] !== value,
    );
    if (differs)
      await recordUpdate(this.db, kindEvent('booking', 'updated'), Show, booking.id, () =>
        bookingModel.update(this.db, booking, said),
      );
    work.did(differs ? 'updated' : 'unchanged', 'bookings', { ...touched, record_id: booking.id });
    return booking.id;
  }

  /** Puts the containers on the booking that the document names, and takes off what it no longer names. */
  private async writeContainers(work: Work, order: Order, booking_id: number): Promise<void> {
    const { containers, intent } = order;
    const numbers = new Map(containers.map(({ equipment }) => [equipment.number!, equipment]));
    if (intent === 'remove') {
      const ids = await this.onBooking(booking_id, sql`c.number = ANY(${[...numbers.keys()]}::text[])`);
      return this.note(work, await this.containers.takeOff(booking_id, ids, { told: true }), numbers);
    }
    if (intent === 'replace') {
      const gone = await this.onBooking(
        booking_id,
        sql`NOT c.number = ANY(${[...numbers.keys()]}::text[]) AND b.edi_message_id IN (
          SELECT m.id FROM edi_messages m
          WHERE m.organization_id = ${this.db.actor.organization_id} AND m.partner_id = ${work.partner.id}
            AND m.subject = ${work.head.subject})`,
      );
      if (gone.length)
        await this.note(work, await this.containers.takeOff(booking_id, gone, { told: true }), numbers);
    }
    if (!containers.length) return;
    const put = await this.containers.put(
      booking_id,
      containers.map(({ said }) => said),
      { edi_message_id: work.message.id, told: true },
    );
    await this.note(work, put, numbers);
  }

  private async onBooking(booking_id: number, condition: ReturnType<typeof sql>): Promise<number[]> {
    const { organization_id } = this.db.actor;
    const found = await this.db.query<{ id: number }>(sql`
      SELECT c.id FROM booking_containers b
      JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
      WHERE b.organization_id = ${organization_id} AND b.booking_id = ${booking_id} AND ${condition}`);
    return found.map(({ id }) => id);
  }

  /** Counts what became of containers, and notes them with their segments. */
  private async note(
    work: Work,
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
      work.did(did, 'containers', { segment, type: 'container', record_id: container_id, key });
      if (did === 'left') work.warn('left', `container ${key} was received, and stays.`, {}, key);
    }
  }

  /** Takes back all that the documents of the subject said. */
  private async cancel(work: Work, { coparn, booking }: Order): Promise<void> {
    if (!booking)
      return work.refuse(
        COMMON.unknown_reference,
        `Booking '${coparn.booking.text}' is unknown.`,
        coparn.booking,
      );
    const isWhole = coparn.order !== 'acceptance';
    const used = isWhole ? await this.usedOf(booking.id) : 0;
    if (used) return this.refuseCancelling(work, booking, used, coparn);
    const ofSubject = await this.onBooking(
      booking.id,
      sql`b.edi_message_id IN (SELECT m.id FROM edi_messages m
        WHERE m.organization_id = ${this.db.actor.organization_id} AND m.partner_id = ${work.partner.id}
          AND m.subject = ${work.head.subject})`,
    );
    const off = ofSubject.length ? await this.containers.takeOff(booking.id, ofSubject, { told: true }) : [];
    const left = off.filter(({ did }) => did === 'left').length;
    if (left) return this.refuseCancelling(work, booking, left, coparn);
    await this.note(work, off, new Map());
    const touched = {
      segment: coparn.booking.segment,
      type: 'booking',
      record_id: booking.id,
      key: booking.number,
    };
    if (await this.standsOtherwise(work, coparn)) {
      const isChanged = isWhole && (await this.lower(work, booking, coparn));
      return work.did(isChanged ? 'updated' : 'unchanged', 'bookings', touched);
    }
    // A release or an acceptance that is taken back leaves a booking that was there before.
    if (coparn.order !== 'booking' && !(await this.wasMade(booking)))
      return work.did('unchanged', 'bookings', touched);
    await this.remove(work, booking, coparn);
    if (!work.isRefused) work.did('removed', 'bookings', touched);
  }

  private refuseCancelling(work: Work, { number }: Columns<Booking>, count: number, coparn: Coparn): void {
    work.refuse(
      COMMON.happened_since,
      `Booking ${number} cannot be cancelled: ${countOf(count)} received for it.`,
      coparn.booking,
    );
  }

  /** Leaves a booking the quantity of the documents that still stand. Returns whether that is another one. */
  private async lower(
    work: Work,
    booking: NonNullable<Order['booking']>,
    { order }: Coparn,
  ): Promise<boolean> {
    const other = order === 'release' ? '126' : '12';
    const quantity = await this.standingQuantity(work, `COPARN ${other} ${booking.number}`);
    if (quantity === booking.quantity) return false;
    const { Show } = kindClasses(kindOf(Booking));
    await recordUpdate(this.db, kindEvent('booking', 'updated'), Show, booking.id, () =>
      bookingModel.update(this.db, booking, { quantity }),
    );
    return true;
  }

  /** Whether a message made the booking. */
  private async wasMade({ id, number }: NonNullable<Order['booking']>): Promise<boolean> {
    const [made] = await this.db.query<{ made: boolean }>(sql`
      SELECT true AS made FROM edi_message_keys k
      JOIN edi_message_records r ON r.organization_id = k.organization_id AND r.edi_message_id = k.edi_message_id
      WHERE k.organization_id = ${this.db.actor.organization_id} AND k.type = 'booking' AND k.key = ${number}
        AND r.type = 'booking' AND r.record_id = ${id} AND r.did = 'created' LIMIT 1`);
    return made !== undefined;
  }

  /** Whether another document of the booking stands. */
  private async standsOtherwise({ partner, head, message }: Work, { booking }: Coparn): Promise<boolean> {
    const [other] = await this.db.query<{ stands: boolean }>(sql`
      SELECT true AS stands FROM edi_message_keys k
      JOIN edi_messages m ON m.organization_id = k.organization_id AND m.id = k.edi_message_id
      WHERE k.organization_id = ${this.db.actor.organization_id} AND k.type = 'booking' AND k.key = ${booking.text}
        AND m.partner_id = ${partner.id} AND m.message = 'COPARN' AND m.status = 'applied' AND m.direction = 'in'
        AND m.function IS DISTINCT FROM '1' AND m.subject <> ${head.subject} AND m.id <> ${message.id} LIMIT 1`);
    return other !== undefined;
  }

  private async remove(work: Work, booking: NonNullable<Order['booking']>, coparn: Coparn): Promise<void> {
    const { Show } = kindClasses(kindOf(Booking));
    try {
      await this.containers.takeOff(booking.id, undefined, { told: true });
      await record(this.db, kindEvent('booking', 'deleted'), Show, booking.id);
      await this.db.remove(Booking, booking.id, 'Booking');
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      work.refuse(COMMON.happened_since, error.message, coparn.booking);
    }
  }
}

const countOf = (count: number) => (count === 1 ? '1 container was' : `${count} containers were`);

const CODES: Record<Coparn['order'], string> = { booking: '126', release: '12', acceptance: '11' };

/** What a COPARN is about: its booking and its kind; an acceptance is of each box, so of its document, too. */
function subjectOf({ head }: Work, { order, booking }: Coparn): string {
  const subject = `COPARN ${CODES[order]} ${booking.text}`;
  return order === 'acceptance' ? `${subject} ${head.document_number ?? ''}`.trim() : subject;
}
