import sql, { raw } from 'sql-template-tag';
import { COMMON } from '../../common/errors/codes';
import { humanize } from '../../common/errors/humanize';
import { SAYS } from '../../common/errors/sentences';
import { nameOf } from '../../common/languages/sentence';
import type { FieldMap } from '../../common/write/field-map';
import type { Of } from '../../common/view/view';

/** SQL: the number of the line or the release of a booking that a column has the id of; null for none. */
const numberOf = (table: string, organization: string, id: string) =>
  `(SELECT n.number FROM ${table} n WHERE n.organization_id = ${organization} AND n.id = ${id})`;

/** SQL of the number of the line of a record in an answer. */
export const lineNumber = (of: Of) => numberOf('booking_lines', of('organization_id'), of('booking_line_id'));
/** SQL of the number of the release of a record in an answer. */
export const releaseNumber = (of: Of) =>
  numberOf('booking_releases', of('organization_id'), of('booking_release_id'));

/**
 * A field that names a line, a release or a dock receipt by its number in the booking of the same row. An unknown one is refused.
 * @param column where its id is kept
 */
const inBooking = (field: string, table: string, column: string): FieldMap => ({
  columns: [column],
  value: () => numberOf(table, 't.organization_id', `t.${column}`),
  put: (row, said) => {
    if (said === null) row.set(column, null);
  },
  complete: async (rows, { db }) => {
    const named = rows.filter(({ values }) => values[field] !== undefined && values[field] !== null);
    if (!named.length) return;
    const wanted = named.map((row, at) => ({
      at,
      booking: row.after('booking_id') ?? null,
      number: String(row.values[field] as string | number),
    }));
    const found = await db.query<{ at: number; id: number }>(sql`
      SELECT w.at, n.id
      FROM json_to_recordset(${JSON.stringify(wanted)}::json) w(at integer, booking bigint, number text)
      JOIN ${raw(table)} n ON n.organization_id = ${db.actor.organization_id} AND n.booking_id = w.booking
        AND n.number::text = w.number`);
    const ids = new Map(found.map(({ at, id }) => [at, id]));
    named.forEach((row, at) => {
      row.set(column, ids.get(at) ?? null);
      if (ids.has(at)) return;
      const key = row.values[field] as string | number;
      const sentence = SAYS.unknown_reference({ what: nameOf(humanize(field)), key });
      row.refuse(field, { code: COMMON.unknown_reference, sentence, reason: `'${key}' is unknown` });
    });
  },
});

/** The line of a booking, by its number. */
export const bookingLine = (field = 'booking_line') => inBooking(field, 'booking_lines', 'booking_line_id');

/** A dock receipt of a booking, by its number. */
export const dockReceiptOfBooking = inBooking('dock_receipt', 'dock_receipts', 'dock_receipt_id');

/** The release of a booking, by its number. */
export const bookingRelease = inBooking('release', 'booking_releases', 'booking_release_id');
