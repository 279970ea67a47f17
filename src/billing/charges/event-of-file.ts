import sql, { raw } from 'sql-template-tag';
import type { FieldMap } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import type { WriteRow } from '../../common/write/write-row';

/** A move of the subject of a charge in another database: by its reference, or by how many came before it. */
const BY_REFERENCE = 'move:';
const BY_PLACE = /^move#(\d{1,9})$/;
const TALLY_MOVE = lookupOf('tally_moves', 'reference');

/** SQL: the movements `m` of the record of a subject `s` that are no moves of a crane, with the place of each. */
const PLACED = `(
  SELECT m.id, row_number() OVER (ORDER BY m.moved_at, m.movement_type COLLATE "C", m.id) AS place
  FROM container_movements m WHERE m.organization_id = s.organization_id AND m.stay_id = s.stay_id
  UNION ALL
  SELECT m.id, row_number() OVER (ORDER BY m.moved_at, m.movement_type COLLATE "C", m.id)
  FROM cargo_movements m WHERE m.organization_id = s.organization_id
    AND (m.vehicle_id = s.vehicle_id OR m.breakbulk_id = s.breakbulk_id))`;

/** What happened: a move is named by its id in the database, and so that another one finds it in files. */
export const eventOfFile: FieldMap = {
  columns: ['event'],
  kinds: [TALLY_MOVE.kind, 'container_movements', 'cargo_movements'],
  value: () => `CASE WHEN t.event NOT LIKE 'move:%' THEN t.event ELSE coalesce(
    (SELECT '${BY_REFERENCE}' || v.reference FROM tally_moves v
      JOIN charge_codes k ON k.organization_id = v.organization_id AND k.id = t.charge_code_id
        AND k.measure IN ('restow', 'special_lift')
      WHERE v.organization_id = t.organization_id AND v.id = substr(t.event, 6)::bigint),
    (SELECT 'move#' || m.place FROM charge_subjects s CROSS JOIN LATERAL ${PLACED} m
      WHERE s.organization_id = t.organization_id AND s.id = t.subject_id AND m.id = substr(t.event, 6)::bigint)) END`,
  put: (row, value) => {
    if (value === undefined) return;
    row.set('event', value);
    const reference = typeof value === 'string' && value.startsWith(BY_REFERENCE) ? value.slice(5) : null;
    if (reference) row.want('event', TALLY_MOVE, reference, (id) => row.set('event', `move:${id}`));
  },
  complete: async (rows, { db }) => {
    const placed = rows.flatMap((row) => {
      const [, place] = BY_PLACE.exec(String(row.values.event)) ?? [];
      return place ? [{ row, place: Number(place) }] : [];
    });
    if (!placed.length) return;
    const requested = placed.map(({ row, place }, at) => ({ at, place, subject: row.columns.subject_id }));
    const found = await db.query<{ at: number; id: number }>(sql`
      SELECT r.at, m.id FROM json_to_recordset(${JSON.stringify(requested)}::json) AS r(at integer, place bigint, subject bigint)
      JOIN charge_subjects s ON s.organization_id = ${db.actor.organization_id} AND s.id = r.subject
      JOIN LATERAL ${raw(PLACED)} m ON m.place = r.place`);
    const ids = new Map(found.map(({ at, id }) => [at, id]));
    placed.forEach(({ row }, at) => take(row, ids.get(at)));
  },
};

function take(row: WriteRow, id: number | undefined): void {
  if (id === undefined) row.invalid('event', `'${String(row.values.event)}' is unknown`);
  else row.set('event', `move:${id}`);
}
