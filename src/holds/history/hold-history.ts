import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import type { Db } from '../../common/database/db';
import type { Page } from '../../common/pagination/page';
import type { HistoryQuery } from '../../common/pagination/page-query';
import { HOLD_EVENTS, HoldEvent } from './hold-event.entity';
import { HoldEventShow } from './hold-event.view';

/** The tables whose holds have a history. */
export type HoldTable = 'container_holds' | 'bill_of_lading_holds';

/** The column by which an event names its hold. */
export const eventColumn = (table: HoldTable) => `${table.slice(0, -1)}_id`;

/** What happened so far to the holds whose ids `which` selects. */
export function holdHistory(db: Db, table: HoldTable, which: Sql, query: HistoryQuery): Promise<Page> {
  return db
    .read(HoldEventShow)
    .where(sql`${raw(`t.${eventColumn(table)}`)} IN (${which}) AND t.at <= now()`)
    .page(query.request());
}

/** SQL: what a hold `h` says of itself, as an event of each kind has it. */
const TOLD: Record<HoldEvent['event'], string> = {
  applied: `'applied', h.applied_at, h.applied_by_id, CASE WHEN h.lifted_at IS NULL THEN h.reference_number END,
    CASE WHEN h.lifted_at IS NULL THEN h.notes END, NULL::timestamptz`,
  lifted: `'lifted', h.lifted_at, h.lifted_by_id, h.reference_number, h.notes, h.lifted_until`,
  returned: `'returned', h.lifted_until, NULL::bigint, NULL, NULL, NULL::timestamptz`,
};

/** SQL: writes these events of the holds `h` that a condition, put behind it, chooses; `n` are the events. */
function note(table: HoldTable, events: readonly HoldEvent['event'][]): Sql {
  return raw(`
    INSERT INTO hold_events (organization_id, ${eventColumn(table)}, event, at, user_id, reference_number, notes,
      lifted_until)
    SELECT h.organization_id, h.id, n.* FROM ${table} h
    CROSS JOIN LATERAL (VALUES ${events.map((event) => `(${TOLD[event]})`).join(', ')})
      n(event, at, user_id, reference_number, notes, lifted_until)`);
}

/**
 * Notes what was just done to a hold.
 * @param id which it is, also as SQL that selects it
 */
export async function noteHold(
  db: Db,
  table: HoldTable,
  id: number | Sql,
  ...events: HoldEvent['event'][]
): Promise<void> {
  const { organization_id } = db.actor;
  await db.query(sql`${note(table, events)}
    WHERE h.organization_id = ${organization_id} AND h.id = (${id})`);
}

/** Takes back that the lift of a hold ends, where that is still ahead. */
export async function withdrawReturn(db: Db, table: HoldTable, id: number): Promise<void> {
  await db.query(sql`
    DELETE FROM hold_events WHERE organization_id = ${db.actor.organization_id}
      AND ${raw(eventColumn(table))} = ${id} AND event = 'returned' AND at > now()`);
}

/**
 * Notes what holds that come from files say of themselves and what is not noted yet. An end of a lift that is still
 * ahead and was moved goes.
 */
export async function noteHolds(db: Db, table: HoldTable, ids: number[]): Promise<void> {
  const { organization_id } = db.actor;
  const column = `e.${eventColumn(table)}`;
  const hold = raw(column);
  await db.query(sql`
    WITH moved AS (
      DELETE FROM hold_events e USING ${raw(table)} h
      WHERE e.organization_id = ${organization_id} AND ${among(column, ids)}
        AND h.organization_id = e.organization_id AND h.id = ${hold}
        AND e.event = 'returned' AND e.at > now() AND e.at IS DISTINCT FROM h.lifted_until
    )
    ${note(table, HOLD_EVENTS)}
    WHERE h.organization_id = ${organization_id} AND ${among('h.id', ids)} AND n.at IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM hold_events e
        WHERE e.organization_id = h.organization_id AND ${hold} = h.id AND e.event = n.event AND e.at = n.at)
    ORDER BY h.id, n.at`);
}
