import sql, { raw } from 'sql-template-tag';
import { COMMON } from '../errors/codes';
import { wordsOf } from '../errors/humanize';
import type { Row } from '../schema/columns';
import type { Check } from '../write/write-model';
import type { RowOf } from '../write/write-row';

/** The rule that an organization has at most so many records of a table. It serializes their creation. */
export function requireRoom<E extends Row>(table: string, most: number): Check<RowOf<E>> {
  return async (rows, { db, history }) => {
    const added = history ? [] : rows.filter(({ before }) => !before);
    if (!added.length) return;
    await db.alone(table);
    const [there] = await db.query<{ count: number }>(sql`
      SELECT count(*) FROM ${raw(table)} t WHERE t.organization_id = ${db.actor.organization_id}`);
    for (const row of added.slice(Math.max(0, most - there!.count)))
      row.refuseAll({
        code: COMMON.too_many,
        sentence: `An organization has at most ${most} ${wordsOf(table)}.`,
      });
  };
}
