import { Injectable } from '@nestjs/common';
import sql, { Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/sql/query';
import type { BookingNow, LineNow, ReleaseNow } from './booking-now';

/** What decides about a booking as the database answers it. */
interface Found extends Omit<BookingNow, 'lines' | 'releases'> {
  lines: (Omit<LineNow, 'ranks'> & { ranks: Record<string, number | null> | null })[];
  releases: (Omit<ReleaseNow, 'valid_from' | 'valid_until'> &
    Record<'valid_from' | 'valid_until', string | null>)[];
}

const time = (text: string | null) => (text === null ? null : new Date(text));

/**
 * The rules for hand-overs by booking (decision 240). Gate-in applies them to all purposes of the truck, an added
 * interchange to its own, and `ReceivingService` answers by them.
 */
@Injectable()
export class BookingRules {
  constructor(private readonly db: Db) {}

  /**
   * Locks the bookings whose ids the SQL selects until the transaction ends. Lock order: containers before bookings; lines and
   * releases are read behind them.
   */
  lock(ids: Sql): Query<void> {
    return effect(sql`
      SELECT FROM bookings WHERE organization_id = ${this.db.actor.organization_id} AND id = ANY(ARRAY(${ids}))
      ORDER BY id FOR NO KEY UPDATE`);
  }

  /**
   * The bookings that a condition on the booking `b` selects, by id, with their lines and releases.
   * @param types SQL that selects the ids of the container types that want a place
   */
  now(condition: Sql, types: Sql): Query<Map<number, BookingNow>> {
    return rows<Found>(sql`
      SELECT b.id, b.number, b.quantity, b.shipping_line_id, s.code AS shipping_line, b.voyage_id, v.number AS voyage,
        v.cancelled IS TRUE AS cancelled, v.status IS NOT DISTINCT FROM 'departed' AS departed,
        v.receiving_cut_off_time AS cut_off,
        (v.block_receiving_export_past_cut_off AND v.receiving_cut_off_time <= now()) IS TRUE AS past_cut_off,
        (SELECT json_agg(json_build_object('id', l.id, 'number', l.number, 'container_type_id', l.container_type_id,
            'container_type', k.code, 'quantity', l.quantity,
            'received', json_build_object('done', n.received, 'inside', n.inside),
            'released', json_build_object('done', n.released, 'inside', n.inside_released),
            'ranks', (SELECT json_object_agg(y.id, booking_line_rank(${this.db.actor.organization_id}, l.container_type_id, y.id))
              FROM unnest(ARRAY(${types})) y(id) WHERE y.id IS NOT NULL)) ORDER BY l.number)
          FROM booking_lines l
          JOIN booking_line_counts(b.organization_id, b.id) n ON n.line_id = l.id
          LEFT JOIN container_types k ON k.organization_id = l.organization_id AND k.id = l.container_type_id
          WHERE l.organization_id = b.organization_id AND l.booking_id = b.id) AS lines,
        (SELECT coalesce(json_agg(json_build_object('id', r.id, 'number', r.number, 'booking_line_id', r.booking_line_id,
            'container_type_id', r.container_type_id, 'trucking_company_id', r.trucking_company_id,
            'trucking_company', h.code, 'valid_from', r.valid_from, 'valid_until', r.valid_until,
            'is_valid', r.status = 'open' AND coalesce(r.valid_from <= now(), true) AND coalesce(r.valid_until > now(), true),
            'left', CASE WHEN r.status <> 'cancelled' THEN r.quantity - n.released - n.inside ELSE 0 END)
            ORDER BY r.valid_until NULLS LAST, r.id), '[]')
          FROM booking_releases r
          JOIN booking_release_counts(b.organization_id, b.id) n ON n.release_id = r.id
          LEFT JOIN trucking_companies h ON h.organization_id = r.organization_id AND h.id = r.trucking_company_id
          WHERE r.organization_id = b.organization_id AND r.booking_id = b.id) AS releases
      FROM bookings b
      LEFT JOIN shipping_lines s ON s.organization_id = b.organization_id AND s.id = b.shipping_line_id
      LEFT JOIN voyages v ON v.organization_id = b.organization_id AND v.id = b.voyage_id
      WHERE b.organization_id = ${this.db.actor.organization_id} AND ${condition}`).map(
      (bookings) => new Map(bookings.map((booking) => [booking.id, bookingNow(booking)])),
    );
  }
}

function bookingNow({ lines, releases, ...booking }: Found): BookingNow {
  return {
    ...booking,
    lines: lines.map((line) => ({ ...line, ranks: ranksOf(line.ranks) })),
    releases: releases.map((release) => ({
      ...release,
      valid_from: time(release.valid_from),
      valid_until: time(release.valid_until),
    })),
  };
}

function ranksOf(ranks: Record<string, number | null> | null): Record<string, number> {
  const fitting = Object.entries(ranks ?? {}).filter(([, rank]) => rank !== null);
  return Object.fromEntries(fitting) as Record<string, number>;
}
