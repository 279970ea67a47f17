import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { effect, type Query, row, rows } from '../../common/database/sql/query';
import { atTerminal } from '../../places/locations/locations';
import { SUBJECT_TYPES, type SubjectType } from '../tariffs/measures';
import { isWanted, type Narrowing, ofStays } from './narrowing';

/** Marks what is here, so that a run charges what goes on. */
export function markPresent({ actor: { organization_id } }: Db, run: Narrowing): Query<void> {
  return effect(sql`
    INSERT INTO charge_marks (organization_id, mark_type, record_id)
    SELECT s.organization_id, 'container_stay', s.id FROM container_stays s
    WHERE s.organization_id = ${organization_id} AND s.status = 'here' AND ${ofStays(run)}
    UNION ALL
    SELECT m.organization_id, 'vehicle', m.record_id
    FROM (SELECT v.organization_id, v.id AS record_id FROM vehicles v
      WHERE v.organization_id = ${organization_id} AND ${raw(atTerminal('v.current_location_type'))}) m WHERE ${isWanted('vehicle', run)}
    UNION ALL
    SELECT m.organization_id, 'breakbulk', m.record_id
    FROM (SELECT k.organization_id, k.id AS record_id FROM breakbulks k
      WHERE k.organization_id = ${organization_id}
        AND k.arrived_quantity > k.loaded_quantity + k.delivered_quantity) m WHERE ${isWanted('breakbulk', run)}`);
}

/** The id of the last mark, which a run takes, and how many subjects the marks until then name. */
export function countMarks(
  { actor: { organization_id } }: Db,
  run: Narrowing,
): Query<{ marks_until: number; subjects: number } | undefined> {
  const each = SUBJECT_TYPES.map(
    (type) => sql`
      SELECT count(DISTINCT m.record_id) AS subjects FROM charge_marks m
      WHERE m.organization_id = ${organization_id} AND m.mark_type = ${type} AND ${isWanted(type, run)}`,
  );
  return row(sql`
    SELECT coalesce((SELECT max(m.id) FROM charge_marks m WHERE m.organization_id = ${organization_id}), 0) AS marks_until,
      (SELECT sum(c.subjects)::integer FROM (${join(each, ' UNION ALL ')}) c) AS subjects`);
}

/** A record that is marked, with all marks that it has now. */
export interface Marked {
  record_id: number;
  marks: number[];
}

/** The next records of a type that are marked, in order of their ids, behind a record. */
export function nextMarked(
  { actor: { organization_id } }: Db,
  run: Narrowing & { marks_until: number | null },
  { type, after, limit }: { type: SubjectType; after: number; limit: number },
): Query<Marked[]> {
  return rows<Marked>(sql`
    SELECT n.record_id, (
      SELECT json_agg(k.id) FROM charge_marks k
      WHERE k.organization_id = ${organization_id} AND k.mark_type = ${type} AND k.record_id = n.record_id) AS marks
    FROM (
      SELECT DISTINCT m.record_id FROM charge_marks m
      WHERE m.organization_id = ${organization_id} AND m.mark_type = ${type} AND m.record_id > ${after}
        AND m.id <= ${run.marks_until} AND ${isWanted(type, run)}
      ORDER BY m.record_id LIMIT ${limit}) n
    ORDER BY n.record_id`);
}

/** SQL: takes marks. */
export const takeMarks = (organization_id: number, ids: number[]): Sql =>
  sql`DELETE FROM charge_marks WHERE organization_id = ${organization_id} AND id = ANY(${ids}::bigint[])`;
