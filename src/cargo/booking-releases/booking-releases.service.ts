import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { isTheirs } from '../../common/party-wall/party-wall';
import { effect, type Query, row, rows } from '../../common/database/sql/query';
import { COMMON } from '../../common/errors/codes';
import { Conflict, naming, NotFound, Refused, type Refusal } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import type { Columns, Row } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { storedLines } from '../booking-lines/booking-line.write';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS } from '../cargo.sentences';
import { Booking } from '../setup/booking.kind';
import { BookingRelease } from './booking-release.kind';
import { nextNumber, refusalOfFewer, refusalOfSum, type StoredRelease } from './booking-release.rules';
import { bookingReleaseModel } from './booking-release.write';

/** The most releases of a booking, those that are over included. */
const MOST_RELEASES = 1000;

/** A release as requests and messages say it; records also by their ids. */
export type StatedRelease = Record<string, unknown>;

/** What was written, and what a message is warned of that a request would be refused for. */
export interface WrittenRelease {
  id: number;
  warnings: Refusal[];
}

/** How a release is written: `warns` where what exceeds the booking is a warning, as of messages. */
interface Writing {
  warns?: boolean;
}

type Found = Columns<BookingRelease> & Pick<Row, 'id'>;

/** The releases of empties of bookings. */
@Injectable()
export class BookingReleasesService {
  constructor(private readonly db: Db) {}

  private get view() {
    return kindClasses(kindOf(BookingRelease)).Show;
  }

  /** Those of the booking that a path names by its id or number. Throws NotFound. */
  async list(idOrNumber: string, query: PageQuery): Promise<Page> {
    const booking_id = await this.seen(idOrNumber);
    return this.db
      .read(this.view)
      .where(sql`t.booking_id = ${booking_id}`)
      .page(query.request());
  }

  /** @throws NotFound */
  async show(idOrNumber: string, number: string): Promise<Json> {
    const booking_id = await this.seen(idOrNumber);
    return this.db
      .read(this.view)
      .where(sql`t.booking_id = ${booking_id} AND t.number = ${number.trim()}`)
      .orNotFound('Booking release', number);
  }

  /** @throws NotFound for the booking; Invalid; Refused for more than it is for */
  async create(idOrNumber: string, input: StatedRelease): Promise<Json> {
    const booking = await this.booking(idOrNumber);
    const { id } = await this.add(booking.id, input);
    return this.db.show(this.view, id, 'Booking release');
  }

  /** @throws NotFound; Invalid; Conflict below what went, and for one that is cancelled; Refused for more than the booking */
  async update(idOrNumber: string, number: string, input: StatedRelease): Promise<Json> {
    const booking = await this.booking(idOrNumber);
    const { id } = await this.change(booking.id, number, input);
    return this.db.show(this.view, id, 'Booking release');
  }

  /** @throws NotFound; Conflict for one that is cancelled, and while a truck is inside for it */
  async cancelOne(idOrNumber: string, number: string, reason: string): Promise<Json> {
    const booking = await this.booking(idOrNumber);
    const id = await this.cancel(booking.id, number, reason);
    return this.db.show(this.view, id, 'Booking release');
  }

  /**
   * Adds a release to a booking, which is locked.
   * @throws Invalid; Refused; Refused as `too_many`, and as `release_exceeds_booking` unless it `warns`
   */
  async add(booking_id: number, stated: StatedRelease, { warns }: Writing = {}): Promise<WrittenRelease> {
    const { releases } = await this.lock(booking_id);
    if (releases.length >= MOST_RELEASES)
      throw new Refused({
        code: COMMON.too_many,
        sentence: `A booking has at most ${MOST_RELEASES} releases.`,
      });
    const number = (stated.number as string | null | undefined) ?? nextNumber(releases);
    const id = await bookingReleaseModel.create(this.db, { ...stated, number, booking_id });
    const warnings = await this.refuseSum(booking_id, warns);
    await record(this.db, kindEvent('booking_release', 'created'), this.view, id);
    return { id, warnings };
  }

  /**
   * Changes a release of a booking, which is locked. A later `valid_until` opens one that had expired.
   * @throws NotFound; Conflict as `release_cancelled` and `quantity_below_done`; Refused as by `add`
   */
  async change(
    booking_id: number,
    number: string,
    stated: StatedRelease,
    { warns }: Writing = {},
  ): Promise<WrittenRelease> {
    const { booking, releases } = await this.lock(booking_id);
    const before = await this.find(booking_id, number);
    if (before.status === 'cancelled') throw this.cancelled(booking, before);
    const stored = releases.find(({ id }) => id === before.id)!;
    const fewer = typeof stated.quantity === 'number' ? refusalOfFewer(stored, stated.quantity) : undefined;
    if (fewer) throw new Conflict(fewer);
    await recordUpdate(this.db, kindEvent('booking_release', 'updated'), this.view, before.id, async () => {
      await bookingReleaseModel.update(this.db, before, stated);
      await this.db.query(sql`
        UPDATE booking_releases SET status = 'open'
        WHERE organization_id = ${this.db.actor.organization_id} AND id = ${before.id} AND status = 'expired'
          AND (valid_until IS NULL OR valid_until > now())`);
    });
    return { id: before.id, warnings: await this.refuseSum(booking_id, warns) };
  }

  /**
   * Cancels a release: what went by it stays.
   * @returns its id
   * @throws NotFound; Conflict for one that is cancelled, and while a truck is inside for it
   */
  async cancel(booking_id: number, number: string, reason: string | null): Promise<number> {
    const { booking, releases } = await this.lock(booking_id);
    const before = await this.find(booking_id, number);
    if (before.status === 'cancelled') throw this.cancelled(booking, before);
    if (releases.find(({ id }) => id === before.id)!.inside)
      throw new Conflict({
        code: CARGO.release_in_use,
        sentence: CARGO_SAYS.release_in_use({ booking, release: before.number }),
        records: naming('booking', booking),
      });
    await this.db.update(BookingRelease, before.id, {
      status: 'cancelled',
      cancelled_at: new Date(),
      cancel_reason: reason,
      cancelled_by_id: this.db.actor.user_id,
    });
    await record(this.db, 'booking_release.cancelled', this.view, before.id);
    return before.id;
  }

  /** The releases of a booking with what was done by each, in order of their ids. Its booking is locked. */
  async ofBooking(booking_id: number): Promise<StoredRelease[]> {
    return (await this.lock(booking_id)).releases;
  }

  /** Locks the booking, and reads its releases behind it. Throws NotFound. */
  private async lock(booking_id: number): Promise<{ booking: string; releases: StoredRelease[] }> {
    const { organization_id } = this.db.actor;
    const [, booking, releases] = await this.db.pipeline(
      effect(sql`
        SELECT FROM bookings WHERE organization_id = ${organization_id} AND id = ${booking_id} FOR NO KEY UPDATE`),
      this.numberOf(booking_id),
      this.releasesOf(booking_id),
    );
    if (booking === undefined) throw new NotFound('Booking', booking_id);
    return { booking, releases };
  }

  private numberOf(booking_id: number): Query<string | undefined> {
    return row<{ number: string }>(sql`
      SELECT number FROM bookings
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${booking_id}`).map(
      (found) => found?.number,
    );
  }

  private releasesOf(booking_id: number): Query<StoredRelease[]> {
    const { organization_id } = this.db.actor;
    return rows<StoredRelease>(sql`
      SELECT r.id, r.number, r.booking_line_id, r.container_type_id, r.quantity, r.status, n.released, n.inside
      FROM booking_release_counts(${organization_id}, ${booking_id}) n
      JOIN booking_releases r ON r.organization_id = ${organization_id} AND r.id = n.release_id
      ORDER BY r.id`);
  }

  /** Refuses releases for more than the booking, which is locked, is for; or returns that as a warning. */
  private async refuseSum(booking_id: number, warns = false): Promise<Refusal[]> {
    const [booking, releases, lines] = await this.db.pipeline(
      this.numberOf(booking_id),
      this.releasesOf(booking_id),
      storedLines(this.db, [booking_id]),
    );
    const refusal = refusalOfSum(booking!, lines.get(booking_id) ?? [], releases);
    if (!refusal) return [];
    if (!warns) throw new Refused({ ...refusal, status: 422 });
    return [refusal];
  }

  private cancelled(booking: string, { number }: Found): Conflict {
    return new Conflict({
      code: CARGO.release_cancelled,
      sentence: CARGO_SAYS.release_cancelled({ booking, release: number }),
      records: naming('booking', booking),
    });
  }

  private async find(booking_id: number, number: string): Promise<Found> {
    const found = await this.db.find(BookingRelease, { booking_id, number: number.trim() }, { lock: true });
    if (!found) throw new NotFound('Booking release', number);
    return found;
  }

  /** The booking that a path names. Throws NotFound. */
  private async booking(idOrNumber: string): Promise<Columns<Booking> & { id: number }> {
    const booking = await this.db.findByIdOrKey(Booking, 'number', idOrNumber.trim());
    if (!booking) throw new NotFound('Booking', idOrNumber);
    return booking;
  }

  /** The id of a booking of which the actor sees the releases: its own booking, or one with a release to it. Throws NotFound. */
  private async seen(idOrNumber: string): Promise<number> {
    const { dataSource, actor } = this.db;
    if (!actor.limited) return (await this.booking(idOrNumber)).id;
    const [found] = await this.db.query<{ id: number }>(sql`
      SELECT b.id FROM bookings b
      WHERE b.organization_id = ${actor.organization_id} AND b.number = ${idOrNumber.trim()} AND (
        ${isTheirs(dataSource, Booking, 'b', actor)} OR EXISTS (
          SELECT FROM booking_releases r
          WHERE r.organization_id = b.organization_id AND r.booking_id = b.id
            AND ${isTheirs(dataSource, BookingRelease, 'r', actor)}))`);
    if (!found) throw new NotFound('Booking', idOrNumber);
    return found.id;
  }
}
