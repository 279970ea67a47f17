import sql, { join, raw, Sql } from 'sql-template-tag';
import { IS_BACK, STANDING } from '../../cargo/held/applied-hold';
import type { Db } from '../../common/database/db';
import { type Query, row, rows } from '../../common/database/query';
import { eventColumn, notesOf } from '../history/hold-history';
import { type AppliesTo, HOLDS } from './held-records';
import type { ApplyHold, Lift } from './lift';

/** SQL: the current time in milliseconds, the precision of answers. */
const NOW = sql`date_trunc('milliseconds', clock_timestamp())`;

/**
 * Applies a hold type to a record, unless the record or the type does not exist or a hold of the type stands on the
 * record. Returns the id of the new hold.
 * @param held SQL that selects the id of the record and locks it
 */
export function applying(
  db: Db,
  kind: AppliesTo,
  held: Sql,
  hold_type_id: number,
  { reference_number = null, notes = null }: ApplyHold,
): Query<number | undefined> {
  const { table } = HOLDS[kind];
  const { organization_id, user_id } = db.actor;
  return row<{ id: number }>(sql`
    WITH held AS MATERIALIZED (${held}), type AS MATERIALIZED (
      SELECT y.id FROM hold_types y
      WHERE y.organization_id = ${organization_id} AND y.id = ${hold_type_id} AND y.applies_to = ${kind} FOR SHARE
    ), applied AS (
      INSERT INTO ${raw(table)} (organization_id, ${raw(HOLDS[kind].held)}, hold_type_id, applied_at, applied_by_id,
        reference_number, notes)
      SELECT ${organization_id}, held.id, type.id, ${NOW}, ${user_id}, ${reference_number}, ${notes} FROM held, type
      ON CONFLICT DO NOTHING RETURNING *
    ), ${notesOf(db, table, sql`applied`)}
    SELECT id FROM applied`).map((applied) => applied?.id);
}

/**
 * Lifts a hold for a time or for good, or changes when a lift ends, unless a rule forbids it or its return is not
 * recorded yet. Returns the id of the lifted hold.
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
        sql`lifted_at = ${NOW}, lifted_until = ${lift_until}::timestamptz, lifted_by_id = ${user_id},
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

/** SQL: the assignments of what is said; a field that is left out keeps its value. */
function saidIn({ reference_number, notes }: ApplyHold): Sql[] {
  return Object.entries({ reference_number, notes }).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${raw(column)} = ${value}`],
  );
}

/** Puts a hold that is lifted for a time back into force, on behalf of the user. */
export function endingLift(db: Db, kind: AppliesTo, id: number, said: ApplyHold): Query<unknown> {
  const { table } = HOLDS[kind];
  const { organization_id, user_id } = db.actor;
  const column = raw(eventColumn(table));
  // The time of the transaction, so that the hold is in force for everything that the transaction reads.
  return rows(sql`
    WITH ended AS (
      UPDATE ${raw(table)} SET ${join([
        sql`lifted_until = date_trunc('milliseconds', now()), returned_at = date_trunc('milliseconds', now()),
          updated_at = now()`,
        ...saidIn(said),
      ])}
      WHERE organization_id = ${organization_id} AND id = ${id} RETURNING lifted_until
    )
    INSERT INTO hold_events (organization_id, ${column}, event, at, user_id, reference_number, notes)
    SELECT ${organization_id}::bigint, ${id}::bigint, 'returned', lifted_until, ${user_id}::bigint,
      ${said.reference_number ?? null}::text, ${said.notes ?? null}::text
    FROM ended`);
}

/** Notes the return of each hold that is back in force by itself, and returns their ids. */
export function returning(db: Db, kind: AppliesTo, which: Sql): Query<number[]> {
  return rows<{ id: number }>(sql`
    UPDATE ${raw(HOLDS[kind].table)} h SET returned_at = h.lifted_until
    WHERE h.organization_id = ${db.actor.organization_id} AND ${which} AND ${raw(IS_BACK)}
    RETURNING h.id`).map((returned) => returned.map(({ id }) => id));
}
