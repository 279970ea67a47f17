import type { Type } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { record } from '../../common/recording/record';
import type { Check } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { Located } from '../../places/locations/located';
import { isAtTerminal } from '../../places/locations/locations';

/** The events of moved cargo. */
const EVENTS = { vehicle: 'vehicle.moved', breakbulk: 'breakbulk.moved' } as const;

/**
 * A rule for rows that are written: a request that puts a vehicle, or all pieces of breakbulk that are here, from one
 * place at the terminal to another leaves a movement `yard`. A file states its movements itself.
 * @param view the view of the cargo's own endpoint, which its events show
 */
export function noteMoves(kind: keyof typeof EVENTS, view: () => Type): Check<RowOf<Located>> {
  return async (rows, { db, history }) => {
    const moved = history ? [] : rows.filter(isMovedWithin);
    if (!moved.length) return;
    const { organization_id, user_id } = db.actor;
    const places = moved.map(({ id, before }) => ({
      id,
      type: before!.current_location_type,
      place: before!.current_location_id,
    }));
    const pieces =
      kind === 'breakbulk' ? 't.arrived_quantity - t.loaded_quantity - t.delivered_quantity' : 'NULL';
    await db.query(sql`
      INSERT INTO cargo_movements (organization_id, ${raw(`${kind}_id`)}, movement_type, "from", "to",
        from_location_type, from_location_id, to_location_type, to_location_id, quantity, moved_at, user_id)
      SELECT t.organization_id, t.id, 'yard', location_label(t.organization_id, p.type, p.place),
        location_label(t.organization_id, t.current_location_type, t.current_location_id), p.type, p.place,
        t.current_location_type, t.current_location_id, ${raw(pieces)},
        greatest(date_trunc('milliseconds', clock_timestamp()), (
          SELECT max(m.moved_at) FROM cargo_movements m
          WHERE m.organization_id = t.organization_id AND ${raw(`m.${kind}_id`)} = t.id)), ${user_id}
      FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS p(id bigint, type text, place bigint)
      JOIN ${raw(`${kind}s`)} t ON t.organization_id = ${organization_id} AND t.id = p.id
      ORDER BY t.id`);
    await record(
      db,
      EVENTS[kind],
      view(),
      moved.map(({ id }) => id!),
    );
  };
}

/** Whether a row puts cargo from one place at the terminal to another. */
function isMovedWithin(row: RowOf<Located>): boolean {
  const { before } = row;
  if (!before || !isAtTerminal(before.current_location_type)) return false;
  const [type, id] = [row.after('current_location_type') ?? null, row.after('current_location_id') ?? null];
  const isElsewhere = type !== before.current_location_type || id !== before.current_location_id;
  return isElsewhere && isAtTerminal(type);
}
