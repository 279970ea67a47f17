import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Booking } from '../../cargo/setup/booking.kind';
import { isTheirs } from '../../common/database/party-wall';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { toldReason } from '../../cargo/release/release-reason.view';
import { BookingRules, reasonsAgainst } from './booking-rules.service';
import { gateReason } from '../refusals/refused-at-gate';
import type { Receiving } from './receiving.view';

/** Answers whether the gate receives full containers for a booking, by the rules of gate-in (decision 228). */
@Injectable()
export class ReceivingService {
  constructor(
    private readonly db: Db,
    private readonly bookings: BookingRules,
  ) {}

  /** @throws NotFound */
  async ofBooking(number: string): Promise<Receiving> {
    const { dataSource, actor } = this.db;
    const theirs = isTheirs(dataSource, Booking, 'b', actor);
    const [booking] = (
      await this.db.run(this.bookings.now(sql`b.number = ${number.trim()} AND ${theirs}`))
    ).values();
    if (!booking) throw new NotFound('Booking', number);
    const { quantity, cut_off, received, released } = booking;
    const reasons = reasonsAgainst(booking, 'received').map(({ code, sentence }) => ({
      ...toldReason(gateReason(code, sentence)),
      code,
      since: code === 'past_cut_off' ? cut_off : null,
      source: { type: 'booking', id: booking.id },
    }));
    return {
      receives: !reasons.length,
      reasons,
      received: received.done,
      released: released.done,
      inside: received.inside,
      quantity,
      cut_off,
    };
  }
}
