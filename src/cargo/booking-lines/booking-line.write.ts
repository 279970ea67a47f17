import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { type Query, rows as rowsOf } from '../../common/database/sql/query';
import { naming } from '../../common/errors/errors';
import { type FieldMap, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { parts } from '../../common/write/parts';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS } from '../cargo.sentences';
import { imdgGoods } from '../imdg-goods';
import { overDimensions } from '../over-dimensions';
import type { Booking } from '../setup/booking.kind';
import { CommodityType } from '../setup/commodity-type.kind';
import { ContainerType } from '../setup/container-type.kind';
import { BookingLineFields } from './booking-line.dto';
import { BookingLine, MOST_LINES } from './booking-line.entity';
import { numbersOf, refusalsOfLines, type StatedLine, type StoredLine } from './booking-lines.rules';

const bookingLineModel = new WriteModel({
  entity: BookingLine,
  input: [BookingLineFields],
  key: ['number'],
  match: ['booking_id', 'number'],
  internal: ['booking_id'],
  maps: {
    container_type: reference('container_type', lookupOf(ContainerType, 'code'), { byId: 'checked' }),
    commodity_type: reference('commodity_type', lookupOf(CommodityType, 'name'), { byId: 'checked' }),
    dangerous_goods: imdgGoods,
    over: overDimensions,
  },
});

const FIELD = 'lines';
const written = parts(FIELD, bookingLineModel, 'booking_id', 'number');

/** The lines of these bookings with what was done of each, by booking and number. The caller has locked the bookings. */
export function storedLines(db: Db, booking_ids: number[]): Query<Map<number, StoredLine[]>> {
  return rowsOf<StoredLine & { booking_id: number }>(sql`
    SELECT l.booking_id, l.id, l.number, l.container_type_id, l.quantity, n.received, n.released, n.inside,
      n.inside_released, EXISTS (
        SELECT FROM booking_releases r
        WHERE r.organization_id = l.organization_id AND r.booking_line_id = l.id AND r.status <> 'cancelled') AS has_release
    FROM bookings b
    CROSS JOIN LATERAL booking_line_counts(b.organization_id, b.id) n
    JOIN booking_lines l ON l.organization_id = b.organization_id AND l.id = n.line_id
    WHERE b.organization_id = ${db.actor.organization_id} AND ${among('b.id', booking_ids)}
    ORDER BY l.booking_id, l.number`).map((lines) => {
    const found = new Map<number, StoredLine[]>();
    for (const { booking_id, ...line } of lines)
      found.set(booking_id, [...(found.get(booking_id) ?? []), line]);
    return found;
  });
}

/**
 * The lines of a booking, which replace those that stand, by their numbers. Without any a booking has one line, of any type, of
 * as many as come.
 */
export const bookingLines: FieldMap = {
  ...written,
  put: (row, stated) => {
    written.put(row, stated);
    const lines = row.parts[FIELD] as StatedLine[] | undefined;
    if (lines && lines.length > MOST_LINES) row.invalid(FIELD, `must have at most ${MOST_LINES} items`);
    if (lines && !lines.length) row.parts[FIELD] = [{}];
  },
  written: async (rows, run) => {
    const made = rows.filter(({ before, parts: stated }) => !before && !run.history && stated[FIELD]);
    // the first line of a new booking is made by a trigger
    if (made.length)
      await run.db.query(sql`
        DELETE FROM booking_lines
        WHERE organization_id = ${run.db.actor.organization_id} AND ${among(
          'booking_id',
          made.map(({ id }) => id!),
        )}`);
    await written.written!(rows, run);
  },
};

/** Numbers the lines that are stated, and refuses what contradicts those that stand (decision 811). */
export async function numberLines(rows: RowOf<Booking>[], run: WriteRun): Promise<void> {
  const sent = rows.filter((row) => row.parts[FIELD]);
  if (!sent.length) return;
  const stored = await run.db.run(storedLines(run.db, sent.flatMap(idBefore)));
  for (const row of sent) {
    const [id] = idBefore(row);
    const lines = id ? (stored.get(id) ?? []) : [];
    const last = row.before?.last_line ?? 0;
    const stated = row.parts[FIELD] as StatedLine[];
    // nothing stated is the first line, of any type
    const isNothing = stated.length === 1 && !Object.keys(stated[0]!).length && !saysLines(row);
    const first = isNothing ? (lines[0]?.number ?? 1) : undefined;
    // a file that is imported again names the same lines
    const numbers = first ? [first] : numbersOf(stated, run.history ? 0 : last);
    const numbered = stated.map((line, at) => ({ ...line, number: numbers[at]! }));
    row.parts[FIELD] = numbered;
    for (const refusal of refusalsOfLines(row.after('number')!, lines, numbered, run.history ? 0 : last)) {
      const { at, conflict, ...of } = refusal;
      const field = at ? `${FIELD}.${at.line}.${at.field}` : FIELD;
      if (conflict) row.conflict(field, of);
      else row.refuse(field, of);
    }
  }
}

const idBefore = (row: RowOf<Booking>): number[] => {
  const before = row.before as { id: number } | null;
  return before ? [before.id] : [];
};

const saysLines = (row: RowOf<Booking>) => {
  const { lines } = row.values as { lines?: unknown[] | null };
  return Boolean(lines?.length);
};

/** Refuses a quantity or a type that is not what the lines give: with several lines, or beside lines (decision 810). */
export async function refuseOtherSums(rows: RowOf<Booking>[], { db }: WriteRun): Promise<void> {
  const sent = rows.filter(
    ({ before, parts: stated, columns }) =>
      (before || stated[FIELD]) &&
      (columns.quantity !== undefined || columns.container_type_id !== undefined),
  );
  if (!sent.length) return;
  const sums = await db.query<{ id: number; quantity: number | null; container_type_id: number | null }>(sql`
    SELECT b.id, b.quantity, b.container_type_id FROM bookings b
    WHERE b.organization_id = ${db.actor.organization_id} AND ${among(
      'b.id',
      sent.map(({ id }) => id!),
    )}`);
  const found = new Map(sums.map((sum) => [sum.id, sum]));
  for (const row of sent) {
    const sum = found.get(row.id!)!;
    const { columns } = row;
    const differs = (['quantity', 'container_type_id'] as const).find(
      (name) => columns[name] !== undefined && columns[name] !== sum[name],
    );
    if (!differs) continue;
    const booking = row.after('number')!;
    row.refuse(differs.replace(/_id$/, ''), {
      code: CARGO.lines_stand,
      sentence: CARGO_SAYS.lines_stand({ booking }),
      records: naming('booking', booking),
      status: 422,
    });
  }
}
