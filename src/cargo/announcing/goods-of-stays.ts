import sql from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { inSets } from '../../common/database/sql/in-sets';
import { all, effect, known, planned, type Query } from '../../common/database/sql/query';
import type { ImdgGoods } from '../imdg-goods';

/** What is stated of the goods in a container beside their words. Without any it says nothing. */
export interface GoodsOfStay {
  number: string;
  dangerous_goods: ImdgGoods[];
  /** How far they stand out of it, in centimetres. */
  over: object | null;
}

/**
 * Writes dangerous goods, and how far goods stand out, to the stays that containers have for a booking: all of it to an
 * announced one, and to one that is here what it lacks.
 */
export function goodsOfStays(db: Db, goods: GoodsOfStay[], booking_id: number): Query<unknown> {
  const stated = goods.filter(({ dangerous_goods, over }) => dangerous_goods.length || over);
  if (!stated.length) return known(undefined);
  return all(
    ...inSets(stated).map((some) =>
      effect(
        planned(sql`
        UPDATE container_stays s SET updated_at = now(),
          dangerous_goods = CASE WHEN jsonb_array_length(r.dangerous_goods) > 0
            AND (s.status = 'announced' OR s.dangerous_goods = '[]') THEN r.dangerous_goods ELSE s.dangerous_goods END,
          "over" = CASE WHEN s.status = 'announced' THEN coalesce(r."over", s."over") ELSE coalesce(s."over", r."over") END
        FROM jsonb_to_recordset(${JSON.stringify(some)}::jsonb) AS r(number text, dangerous_goods jsonb, "over" jsonb)
        JOIN containers c ON c.organization_id = ${db.actor.organization_id} AND c.number = r.number
        WHERE s.organization_id = c.organization_id AND s.id = c.stay_id AND s.booking_id = ${booking_id}
          AND s.status IN ('announced', 'here')`),
      ),
    ),
  );
}
