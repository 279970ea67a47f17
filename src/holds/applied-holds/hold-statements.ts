import sql, { join, raw, Sql } from 'sql-template-tag';
import { IS_BACK, STANDING } from '../../cargo/held/applied-hold';
import { FULL_IMPORT, IS_OPEN } from '../../cargo/stays/stay-words';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { type Query, row, rows } from '../../common/database/sql/query';
import { eventColumn, notesOf } from '../history/hold-history';
import { type AppliesTo, HOLDS } from './held-records';
import type { ApplyHold, Lift } from './lift';

/** SQL: the current time in milliseconds, the precision of answers. */
const NOW = sql`date_trunc('milliseconds', clock_timestamp())`;

/** A hold that was applied. */
export interface Applied {
  id: number;
  /** Whether a release from holds of its type is kept. */
  has_releases: boolean;
}

/** SQL: the ids of the holds that the part `applied` of a WITH has written, as `Applied`. */
const appliedHolds = (organization_id: number): Sql => sql`
  SELECT a.id, EXISTS (
    SELECT FROM container_releases r
    WHERE r.organization_id = ${organization_id} AND r.hold_type_id = a.hold_type_id AND r.status = 'kept') AS has_releases
  FROM applied a`;

/**
 * Applies a hold type to a record, unless the record or the type does not exist or a hold of the type is in force on the
 * record. Returns the new hold.
 * @param held SQL that selects the id of the record and locks it
 */
export function applying(
  db: Db,
  kind: AppliesTo,
  held: Sql,
  hold_type_id: number,
  { reference_number = null, notes = null }: ApplyHold,
): Query<Applied | undefined> {
  const { table } = HOLDS[kind];
  const { organization_id, user_id } = db.actor;
  return row<Applied>(sql`
    WITH held AS MATERIALIZED (${held}), type AS MATERIALIZED (
      SELECT y.id FROM hold_types y
      WHERE y.organization_id = ${organization_id} AND y.id = ${hold_type_id} AND y.applies_to = ${kind} FOR SHARE
    ), applied AS (
      INSERT INTO ${raw(table)} (organization_id, ${raw(HOLDS[kind].held)}, hold_type_id, applied_at, applied_by_id,
        reference_number, notes)
      SELECT ${organization_id}, held.id, type.id, ${NOW}, ${user_id}, ${reference_number}, ${notes} FROM held, type
      ON CONFLICT DO NOTHING RETURNING *
    ), ${notesOf(db, table, sql`applied`)}
    ${appliedHolds(organization_id)}`);
}

/**
 * Applies each hold type that is applied to full imports to those of these containers whose open stay is one and has had no
 * such hold. Returns the new holds.
 */
export function applyingToFullImports(db: Db, container_ids: number[]): Query<Applied[]> {
  const { organization_id, user_id } = db.actor;
  return rows<Applied>(sql`
    WITH applied AS (
      INSERT INTO container_holds (organization_id, container_id, stay_id, hold_type_id, applied_at, applied_by_id)
      SELECT ${organization_id}::bigint, c.id, s.id, y.id, ${NOW}, ${user_id}::bigint
      FROM containers c
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status ${raw(IS_OPEN)}
      JOIN hold_types y ON y.organization_id = c.organization_id AND y.applied_to = 'full_imports'
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)} AND ${raw(FULL_IMPORT)}
        AND NOT EXISTS (
          SELECT FROM container_holds h
          WHERE h.organization_id = c.organization_id AND h.stay_id = s.id AND h.hold_type_id = y.id)
      ORDER BY c.id, y.id
      ON CONFLICT DO NOTHING RETURNING *
    ), ${notesOf(db, 'container_holds', sql`applied`)}
    ${appliedHolds(organization_id)}`);
}

/**
 * Lifts a hold for a time or for good, or changes when a lift ends, unless a rule forbids it or its return is not
 * recorded yet. A hold is lifted no earlier than it was applied, because the clock may have been ahead then. Returns the id of the lifted hold.
 * @param held SQL that selects the id of the record that is held, and locks it
 * @param which SQL: the condition on the alias `h` that selects the hold
 */
export function lifting(
  db: Db,
  kind: AppliesTo,
  held: Sql,
  which: Sql,
  lift: Lift,
): Query<number | undefined> {
  const { table } = HOLDS[kind];
  const { organization_id, user_id } = db.actor;
  const { lift_until = null } = lift;
  return row<{ id: number }>(sql`
    WITH held AS MATERIALIZED (${held}), lifted AS (
      UPDATE ${raw(table)} h SET ${join([
        sql`lifted_at = greatest(${NOW}, h.applied_at), lifted_until = ${lift_until}::timestamptz, lifted_by_id = ${user_id},
          returned_at = NULL, updated_at = now()`,
        ...saidIn(lift),
      ])}
      FROM held
      WHERE h.organization_id = ${organization_id} AND ${raw(`h.${HOLDS[kind].held}`)} = held.id AND ${which}
        AND (${raw(STANDING)}) AND (${raw(IS_BACK)}) IS NOT TRUE
        AND (${lift_until}::timestamptz > clock_timestamp()) IS NOT FALSE
      RETURNING h.*
    ), ${notesOf(db, table, sql`lifted`, lift)}
    SELECT id FROM lifted`).map((lifted) => lifted?.id);
}

/** SQL: the assignments of what is stated; a field that is left out keeps its value. */
function saidIn({ reference_number, notes }: ApplyHold): Sql[] {
  return Object.entries({ reference_number, notes }).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${raw(column)} = ${value}`],
  );
}

/** Puts a hold that is lifted for a time back into force, on behalf of the user. */
export function endingLift(db: Db, kind: AppliesTo, id: number, stated: ApplyHold): Query<unknown> {
  const { table } = HOLDS[kind];
  const { organization_id, user_id } = db.actor;
  const column = raw(eventColumn(table));
  // The time of the transaction, so that the hold is in force for everything that the transaction reads.
  return rows(sql`
    WITH ended AS (
      UPDATE ${raw(table)} SET ${join([
        sql`lifted_until = date_trunc('milliseconds', now()), returned_at = date_trunc('milliseconds', now()),
          updated_at = now()`,
        ...saidIn(stated),
      ])}
      WHERE organization_id = ${organization_id} AND id = ${id} RETURNING lifted_until
    )
    INSERT INTO hold_events (organization_id, ${column}, event, at, user_id, reference_number, notes)
    SELECT ${organization_id}::bigint, ${id}::bigint, 'returned', lifted_until, ${user_id}::bigint,
      ${stated.reference_number ?? null}::text, ${stated.notes ?? null}::text
    FROM ended`);
}

/** Notes the return of each hold that is back in force by itself, and returns their ids. */
export function returning(db: Db, kind: AppliesTo, which: Sql): Query<number[]> {
  return rows<{ id: number }>(sql`
    UPDATE ${raw(HOLDS[kind].table)} h SET returned_at = h.lifted_until
    WHERE h.organization_id = ${db.actor.organization_id} AND ${which} AND ${raw(IS_BACK)}
    RETURNING h.id`).map((returned) => returned.map(({ id }) => id));
}
