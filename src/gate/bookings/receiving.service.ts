import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import type { Receiving, ReceivingReason } from './receiving.view';

/** A booking, and what decides whether the gate receives for it. */
interface BookingNow extends Pick<Receiving, 'received' | 'inside' | 'quantity' | 'cut_off'> {
  voyage: string | null;
  cancelled: boolean | null;
  departed: boolean;
  past_cut_off: boolean;
}

/** Tells whether full containers are received for a booking (decision 228). */
@Injectable()
export class ReceivingService {
  constructor(private readonly db: Db) {}

  /** @throws NotFound */
  async ofBooking(number: string): Promise<Receiving> {
    const { organization_id } = this.db.actor;
    const [booking] = await this.db.query<BookingNow>(sql`
      SELECT b.quantity, v.number AS voyage, v.cancelled, v.status IS NOT DISTINCT FROM 'departed' AS departed,
        v.receiving_cut_off_time AS cut_off,
        (v.block_receiving_export_past_cut_off AND v.receiving_cut_off_time <= now()) IS TRUE AS past_cut_off,
        (SELECT count(*) FROM container_stays s
         WHERE s.organization_id = b.organization_id AND s.booking_id = b.id AND s.in_at IS NOT NULL
           AND s.arrival_status = 'full')::integer AS received,
        (SELECT count(*) FROM interchanges i
         JOIN truck_visits t ON t.organization_id = i.organization_id AND t.id = i.truck_visit_id
         JOIN purposes p ON p.organization_id = i.organization_id AND p.id = i.purpose_id
         WHERE i.organization_id = b.organization_id AND i.booking_id = b.id AND i.type = 'interchange_in'
           AND NOT i.completed AND t.gated_out_at IS NULL AND p.container_status = 'full')::integer AS inside
      FROM bookings b
      LEFT JOIN voyages v ON v.organization_id = b.organization_id AND v.id = b.voyage_id
      WHERE b.organization_id = ${organization_id} AND b.number = ${number.trim()}`);
    if (!booking) throw new NotFound(`Booking '${number}'`);
    const { received, inside, quantity, cut_off } = booking;
    const reasons = reasonsOf(number.trim(), booking);
    return { receives: !reasons.length, reasons, received, inside, quantity, cut_off };
  }
}

function reasonsOf(number: string, booking: BookingNow): ReceivingReason[] {
  const { voyage, quantity, received, inside } = booking;
  const reasons: ReceivingReason[] = [];
  if (booking.cancelled)
    reasons.push({ code: 'voyage_cancelled', sentence: `Voyage '${voyage}' is cancelled.` });
  if (booking.departed)
    reasons.push({ code: 'voyage_departed', sentence: `Voyage '${voyage}' has departed.` });
  if (booking.past_cut_off)
    reasons.push({ code: 'past_cut_off', sentence: `Voyage '${voyage}' is past its receiving cut-off.` });
  if (quantity !== null && received + inside >= quantity)
    reasons.push({
      code: 'quantity_reached',
      sentence: `Booking '${number}' is for ${quantity} containers, and these came or are at the gate.`,
    });
  return reasons;
}
