import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { count } from '../../common/count';
import { Db } from '../../common/database/db';
import { effect, type Query, row, rows } from '../../common/database/query';
import { GateReason, gateReason } from '../refusals/refused-at-gate';
import type { Code } from '../../common/errors/codes';
import { GATE } from '../gate.codes';
import type { BookingReason } from './booking-reason';

/** What a booking is asked for: full containers come for it, and empty ones leave. Each fills its quantity by itself. */
export type Direction = 'received' | 'released';

/** How far a booking is filled in one direction. */
interface Filled {
  /** Those that were handed over. */
  done: number;
  /** Those on trucks inside, which are still to be. */
  inside: number;
}

/** The voyage of a booking; it is neither where there is none. */
export interface VoyageOfBooking {
  voyage: string | null;
  cancelled: boolean;
  departed: boolean;
}

/** A booking, and what decides whether the gate hands anything over for it. */
export interface BookingNow extends VoyageOfBooking {
  id: number;
  number: string;
  quantity: number | null;
  shipping_line_id: number | null;
  shipping_line: string | null;
  container_type_id: number | null;
  container_type: string | null;
  voyage_id: number | null;
  cut_off: Date | null;
  past_cut_off: boolean;
  received: Filled;
  released: Filled;
}

/** Whose container it is, and of which type: the ids and codes, null where that is not known. */
export interface ContainerKind {
  shipping_line_id: number | null;
  shipping_line: string | null;
  container_type_id: number | null;
  container_type: string | null;
}

/**
 * Says what the gate hands over for a booking (decision 240): the one place that knows. A gate-in asks it for all that
 * its truck comes for, an interchange that is added for itself, and so does whoever asks what a booking still receives.
 */
@Injectable()
export class BookingRules {
  constructor(private readonly db: Db) {}

  /**
   * Sees to it that nothing else is handed over for the bookings whose ids are selected until the transaction ends;
   * containers are locked before.
   */
  lock(ids: Sql): Query<void> {
    return effect(sql`
      SELECT FROM bookings WHERE organization_id = ${this.db.actor.organization_id} AND id = ANY(ARRAY(${ids}))
      ORDER BY id FOR NO KEY UPDATE`);
  }

  /** The bookings that fulfil a condition on the booking `b`, by id. */
  now(condition: Sql): Query<Map<number, BookingNow>> {
    return rows<BookingNow>(sql`
      SELECT b.id, b.number, b.quantity, b.shipping_line_id, l.code AS shipping_line, b.container_type_id,
        k.code AS container_type, b.voyage_id, v.number AS voyage, v.cancelled IS TRUE AS cancelled,
        v.status IS NOT DISTINCT FROM 'departed' AS departed, v.receiving_cut_off_time AS cut_off,
        (v.block_receiving_export_past_cut_off AND v.receiving_cut_off_time <= now()) IS TRUE AS past_cut_off,
        json_build_object(
          'done', (SELECT count(*) FROM container_stays s
            WHERE s.organization_id = b.organization_id AND s.booking_id = b.id AND s.in_at IS NOT NULL
              AND s.arrival_status = 'full'),
          'inside', i.bringing) AS received,
        json_build_object('done', i.took, 'inside', i.taking) AS released
      FROM bookings b
      LEFT JOIN shipping_lines l ON l.organization_id = b.organization_id AND l.id = b.shipping_line_id
      LEFT JOIN container_types k ON k.organization_id = b.organization_id AND k.id = b.container_type_id
      LEFT JOIN voyages v ON v.organization_id = b.organization_id AND v.id = b.voyage_id
      CROSS JOIN LATERAL (
        -- chassis and general cargo take up no place
        SELECT
          count(*) FILTER (WHERE i.type = 'interchange_in' AND NOT i.completed AND t.gated_out_at IS NULL
            AND p.container_status = 'full') AS bringing,
          count(*) FILTER (WHERE i.type = 'interchange_out' AND i.completed
            AND p.container_status IS DISTINCT FROM 'full') AS took,
          count(*) FILTER (WHERE i.type = 'interchange_out' AND NOT i.completed AND t.gated_out_at IS NULL
            AND p.container_status IS DISTINCT FROM 'full') AS taking
        FROM interchanges i
        JOIN truck_visits t ON t.organization_id = i.organization_id AND t.id = i.truck_visit_id
        LEFT JOIN purposes p ON p.organization_id = i.organization_id AND p.id = i.purpose_id
        WHERE i.organization_id = b.organization_id AND i.booking_id = b.id
          AND coalesce(p.cargo_type, 'container') = 'container'
      ) i
      WHERE b.organization_id = ${this.db.actor.organization_id} AND ${condition}`).map(
      (bookings) => new Map(bookings.map((booking) => [booking.id, booking])),
    );
  }

  /** Why this container is none for the booking; undefined when it may be. */
  async refusalOf(container_id: number, booking_id: number): Promise<GateReason<Code> | undefined> {
    const [bookings, kind] = await this.db.pipeline(
      this.now(sql`b.id = ${booking_id}`),
      row<ContainerKind>(sql`
        SELECT c.shipping_line_id, l.code AS shipping_line, c.container_type_id, k.code AS container_type
        FROM containers c
        LEFT JOIN shipping_lines l ON l.organization_id = c.organization_id AND l.id = c.shipping_line_id
        LEFT JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
        WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${container_id}`),
    );
    return otherKind(bookings.get(booking_id)!, kind!)[0];
  }
}

/** Why a container of this kind is none for a booking: what is not known of either does not count. */
export function otherKind(booking: BookingNow, container: ContainerKind): GateReason<Code>[] {
  const differs = (column: 'shipping_line' | 'container_type') => {
    const [own, other] = [booking[`${column}_id`], container[`${column}_id`]];
    return own && other && own !== other;
  };
  const reason = (code: Code, is: string) => ({
    ...gateReason(code, `Booking '${booking.number}' is for containers of ${is}.`),
    source: { type: 'booking', id: booking.id },
  });
  const reasons: GateReason<Code>[] = [];
  if (differs('shipping_line'))
    reasons.push(
      reason(
        GATE.other_shipping_line,
        `shipping line '${booking.shipping_line}', not '${container.shipping_line}'`,
      ),
    );
  if (differs('container_type'))
    reasons.push(
      reason(
        GATE.other_container_type,
        `type '${booking.container_type}', not '${container.container_type}'`,
      ),
    );
  return reasons;
}

/** Why nothing is handed over for a booking because of its voyage. */
export function reasonsOfVoyage({ voyage, cancelled, departed }: VoyageOfBooking): ReasonOfVoyage[] {
  const reasons: ReasonOfVoyage[] = [];
  if (cancelled) reasons.push({ code: 'voyage_cancelled', sentence: `Voyage '${voyage}' is cancelled.` });
  if (departed) reasons.push({ code: 'voyage_departed', sentence: `Voyage '${voyage}' has departed.` });
  return reasons;
}

type ReasonOfVoyage = BookingReason & { code: 'voyage_cancelled' | 'voyage_departed' };

/**
 * Why nothing more is handed over for a booking; none where something is.
 * @param more how many the same truck comes for before this one
 */
export function reasonsAgainst(booking: BookingNow, direction: Direction, more = 0): BookingReason[] {
  const { number, voyage, quantity, [direction]: filled } = booking;
  const reasons: BookingReason[] = reasonsOfVoyage(booking);
  if (direction === 'received' && booking.past_cut_off)
    reasons.push({ code: 'past_cut_off', sentence: `Voyage '${voyage}' is past its receiving cut-off.` });
  if (quantity !== null && filled.done + filled.inside + more >= quantity)
    reasons.push({
      code: 'quantity_reached',
      sentence: `Booking '${number}' is for ${count(quantity, 'container')}, and as many were ${direction} or are at the gate.`,
    });
  return reasons;
}
