import sql, { raw } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { inSets } from '../../common/database/sql/in-sets';
import { all, effect, known, planned, type Query } from '../../common/database/sql/query';
import { type DangerousWords, imdgOfWords } from '../imdg-words';
import type { ListType } from './voyage-list.kind';

/** An item of a list that is stored, and what it states of dangerous goods. */
interface StatingItem {
  id: number;
  dangerous: unknown;
}

/**
 * Gives the stays of items the dangerous goods that the items state (decision 950): all of them to one that is announced, and to
 * one that is here what it lacks. Items that state none say nothing.
 */
export function goodsOfItems(db: Db, type: ListType, items: StatingItem[]): Query<unknown> {
  const stated = items.flatMap(({ id, dangerous }) => {
    const words = (dangerous ?? []) as DangerousWords[];
    return words.length ? [{ id, dangerous_goods: words.map(imdgOfWords) }] : [];
  });
  if (!stated.length) return known(undefined);
  return all(
    ...inSets(stated).map((some) =>
      effect(
        planned(sql`
        UPDATE container_stays s SET dangerous_goods = r.dangerous_goods, updated_at = now()
        FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS r(id bigint, dangerous_goods jsonb)
        JOIN ${raw(`${type}_items`)} i ON i.organization_id = ${db.actor.organization_id} AND i.id = r.id
        WHERE s.organization_id = i.organization_id AND s.id = i.stay_id AND s.dangerous_goods <> r.dangerous_goods
          AND (s.status = 'announced' OR s.status = 'here' AND s.dangerous_goods = '[]')`),
      ),
    ),
  );
}
