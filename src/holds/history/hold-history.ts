import sql, { raw, Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import type { Page } from '../../common/pagination/page';
import type { HistoryQuery } from '../../common/pagination/page-query';
import { HoldEventShow } from './hold-event.view';

/** What is stated of an application or a lift. */
interface Said {
  reference_number?: string | null;
  notes?: string | null;
}

export type HoldTable = 'container_holds' | 'bill_of_lading_holds';

/** The column by which an event names its hold. */
export const eventColumn = (table: HoldTable) => `${table.slice(0, -1)}_id`;

/** The events up to now of the holds whose ids `which` selects. */
export function holdHistory(db: Db, table: HoldTable, which: Sql, query: HistoryQuery): Promise<Page> {
  return db
    .read(HoldEventShow)
    .where(sql`${raw(`t.${eventColumn(table)}`)} IN (${which}) AND t.at <= now()`)
    .page(query.request());
}

/**
 * Writes the events that follow from the columns of these holds and that are missing: applied, lifted and returned.
 * Deletes a `returned` event in the future whose time no longer is the end of the lift.
 */
export async function noteHolds(db: Db, table: HoldTable, ids: number[]): Promise<void> {
  const chosen = sql`(
    SELECT * FROM ${raw(table)} h WHERE h.organization_id = ${db.actor.organization_id} AND ${among('h.id', ids)})`;
  await db.query(sql`WITH ${notesOf(db, table, chosen)} SELECT`);
}

/**
 * SQL: the parts of a WITH that do the work of `noteHolds`.
 * @param holds the FROM item of the holds, which may be another part of the WITH that has just written them
 * @param lift what a lift itself says; by default what the columns say, which may be older than the lift
 */
export function notesOf(db: Db, table: HoldTable, holds: Sql, lift?: Said): Sql {
  const { organization_id } = db.actor;
  const stated = lift
    ? sql`${lift.reference_number ?? null}::text, ${lift.notes ?? null}::text`
    : sql`h.reference_number, h.notes`;
  const column = raw(eventColumn(table));
  return sql`
    moved AS (
      DELETE FROM hold_events e USING ${holds} h
      WHERE e.organization_id = ${organization_id} AND e.${column} = h.id
        AND e.event = 'returned' AND e.at > now() AND e.at IS DISTINCT FROM h.lifted_until
    ), noted AS (
      INSERT INTO hold_events (organization_id, ${column}, event, at, user_id, reference_number, notes, lifted_until)
      SELECT ${organization_id}, h.id, n.event, n.at, n.user_id, n.reference_number, n.notes, n.lifted_until
      FROM ${holds} h CROSS JOIN LATERAL (
        VALUES
          ('applied', h.applied_at, h.applied_by_id, CASE WHEN h.lifted_at IS NULL THEN h.reference_number END,
           CASE WHEN h.lifted_at IS NULL THEN h.notes END, NULL),
          ('lifted', h.lifted_at, h.lifted_by_id, ${stated}, h.lifted_until),
          ('returned', h.lifted_until, NULL, NULL, NULL, NULL)
        ) n(event, at, user_id, reference_number, notes, lifted_until)
      WHERE n.at IS NOT NULL AND NOT EXISTS (
        SELECT FROM hold_events e
        WHERE e.organization_id = ${organization_id} AND e.${column} = h.id AND e.event = n.event AND e.at = n.at)
      ORDER BY h.id, n.at
    )`;
}
