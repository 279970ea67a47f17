import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { effect, type Query, row } from '../../common/database/sql/query';
import type { SubjectType } from '../tariffs/measures';
import { type StandingMark, standingFor, WIDE_TYPES } from './standing-marks';

/** How many marks of subjects one step makes. */
const STEP = 5_000;

/**
 * Makes marks of subjects of the oldest mark that represents several, or marks the orders for the stays that are
 * marked; at most 5,000 in a step, so that each fits into a transaction.
 * @returns whether there may be more to make; a run calls it until there is not, and only then looks at marks
 */
export async function expandMarks(db: Db): Promise<boolean> {
  const mark = await db.run(oldestWide(db));
  if (!mark) return (await db.run(markOrders(db)))!.count === STEP;
  const standing = standingFor(db.actor, mark);
  const at = Math.max(
    standing.findIndex(({ type }) => type === mark.after_type),
    0,
  );
  const { type, ids } = standing[at]!;
  const [{ count, last }] = (await db.query<{ count: number; last: number | null }>(sql`
    WITH added AS (
      INSERT INTO charge_marks (organization_id, mark_type, record_id)
      SELECT ${db.actor.organization_id}::bigint, ${type}, x.id FROM (${ids}) x
      WHERE x.id > ${mark.after_id ?? 0}::bigint GROUP BY x.id ORDER BY x.id LIMIT ${STEP}
      RETURNING record_id)
    SELECT count(*)::integer AS count, max(record_id) AS last FROM added`)) as [
    { count: number; last: number | null },
  ];
  await db.run(count === STEP ? goOn(db, mark, type, last) : next(db, mark, standing[at + 1]?.type));
  return true;
}

function oldestWide({ actor: { organization_id } }: Db): Query<StandingMark | undefined> {
  return row<StandingMark>(sql`
    SELECT id, mark_type, record_id, since::text, after_type, after_id FROM charge_marks
    WHERE organization_id = ${organization_id} AND ${among('mark_type', WIDE_TYPES, 'text')}
    ORDER BY id LIMIT 1`);
}

const goOn = ({ actor: { organization_id } }: Db, { id }: StandingMark, type: string, last: number | null) =>
  effect(sql`
    UPDATE charge_marks SET after_type = ${type}, after_id = ${last}::bigint
    WHERE organization_id = ${organization_id} AND id = ${id}`);

/** The next type of subjects, or none: then the mark has done. */
function next(db: Db, mark: StandingMark, type: SubjectType | undefined): Query<unknown> {
  if (type) return goOn(db, mark, type, null);
  return effect(
    sql`DELETE FROM charge_marks WHERE organization_id = ${db.actor.organization_id} AND id = ${mark.id}`,
  );
}

/** Orders speak of the stay that they are for, so its marks are theirs as well. */
function markOrders({ actor: { organization_id } }: Db): Query<{ count: number } | undefined> {
  return row<{ count: number }>(sql`
    WITH added AS (
      INSERT INTO charge_marks (organization_id, mark_type, record_id)
      SELECT DISTINCT m.organization_id, 'service_order', o.id FROM charge_marks m
      JOIN service_orders o ON o.organization_id = m.organization_id AND o.stay_id = m.record_id AND o.status = 'done'
      WHERE m.organization_id = ${organization_id} AND m.mark_type = 'container_stay' AND NOT EXISTS (
        SELECT FROM charge_marks k WHERE k.organization_id = m.organization_id AND k.mark_type = 'service_order'
          AND k.record_id = o.id)
      LIMIT ${STEP} RETURNING 1)
    SELECT count(*)::integer AS count FROM added`);
}

/** Marks every subject that was here on a day or later: the next run looks at them. */
export const markSince = ({ actor: { organization_id } }: Db, day: string): Query<void> =>
  effect(sql`
    INSERT INTO charge_marks (organization_id, mark_type, record_id, since)
    VALUES (${organization_id}, 'all', 0, ${day}::date)`);
