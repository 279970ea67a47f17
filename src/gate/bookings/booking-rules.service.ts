import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/query';
import { GateReason, gateReason } from '../refusals/refused-at-gate';
import type { Sentence } from '../../common/languages/sentence';
import { VOYAGES_SAY } from '../../voyages/voyages.codes';
import type { Code } from '../../common/errors/codes';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import type { BookingReason } from './booking-reason';

/**
 * The two uses of a booking: full containers are received, empty ones are released. Each counts towards its quantity
 * separately.
 */
export type Direction = 'received' | 'released';

/** How much of a booking is used in one direction. */
interface Filled {
  /** Containers that were handed over. */
  done: number;
  /** Containers of open interchanges, on trucks that are inside. */
  inside: number;
}

/** The voyage of a booking. Both flags are false when there is none. */
export interface VoyageOfBooking {
  voyage: string | null;
  cancelled: boolean;
  departed: boolean;
}

/** A booking with everything that decides whether the gate hands over containers for it. */
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

/** The owner and type of a container, as ids and codes; null where unknown. */
export interface ContainerKind {
  shipping_line_id: number | null;
  shipping_line: string | null;
  container_type_id: number | null;
  container_type: string | null;
}

/**
 * The rules for hand-overs by booking (decision 240). Gate-in applies them to all purposes of the truck, an added
 * interchange to its own, and `ReceivingService` answers by them.
 */
@Injectable()
export class BookingRules {
  constructor(private readonly db: Db) {}

  /**
   * Locks the bookings whose ids the SQL selects until the transaction ends. Lock order: containers before bookings.
   */
  lock(ids: Sql): Query<void> {
    return effect(sql`
      SELECT FROM bookings WHERE organization_id = ${this.db.actor.organization_id} AND id = ANY(ARRAY(${ids}))
      ORDER BY id FOR NO KEY UPDATE`);
  }

  /** The bookings that match a condition on the booking `b`, by id. */
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
}

/** Why a container of this owner and type does not fit the booking. An unknown owner or type fits. */
export function otherKind(booking: BookingNow, container: ContainerKind): GateReason<Code>[] {
  const differs = (column: 'shipping_line' | 'container_type') => {
    const [own, other] = [booking[`${column}_id`], container[`${column}_id`]];
    return own && other && own !== other;
  };
  const reason = (code: Code, sentence: Sentence) => ({
    ...gateReason(code, sentence),
    source: { type: 'booking', id: booking.id },
  });
  const reasons: GateReason<Code>[] = [];
  if (differs('shipping_line'))
    reasons.push(
      reason(
        GATE.other_shipping_line,
        SAYS.other_shipping_line({
          booking: booking.number,
          shipping_line: booking.shipping_line,
          other_shipping_line: container.shipping_line,
        }),
      ),
    );
  if (differs('container_type'))
    reasons.push(
      reason(
        GATE.other_container_type,
        SAYS.other_container_type({
          booking: booking.number,
          container_type: booking.container_type,
          other_container_type: container.container_type,
        }),
      ),
    );
  return reasons;
}

/** The reasons of the voyage of a booking against its hand-overs. */
export function reasonsOfVoyage({ voyage, cancelled, departed }: VoyageOfBooking): ReasonOfVoyage[] {
  const reasons: ReasonOfVoyage[] = [];
  if (cancelled)
    reasons.push({ code: 'voyage_cancelled', sentence: VOYAGES_SAY.voyage_cancelled({ voyage }) });
  if (departed) reasons.push({ code: 'voyage_departed', sentence: SAYS.voyage_departed({ voyage }) });
  return reasons;
}

type ReasonOfVoyage = BookingReason & { code: 'voyage_cancelled' | 'voyage_departed' };

/**
 * The reasons of a booking against another hand-over; empty when it is allowed.
 * @param more how many containers before this one the same truck hands over for the booking
 */
export function reasonsAgainst(booking: BookingNow, direction: Direction, more = 0): BookingReason[] {
  const { number, voyage, quantity, [direction]: filled } = booking;
  const reasons: BookingReason[] = reasonsOfVoyage(booking);
  if (direction === 'received' && booking.past_cut_off)
    reasons.push({
      code: 'past_cut_off',
      sentence: SAYS.past_cut_off({ voyage, cut_off: booking.cut_off }),
    });
  if (quantity !== null && filled.done + filled.inside + more >= quantity)
    reasons.push({
      code: 'quantity_reached',
      sentence: SAYS[`quantity_reached.${direction}`]({ booking: number, count: quantity }),
    });
  return reasons;
}
