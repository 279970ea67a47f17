import sql from 'sql-template-tag';
import { all, effect, type Query } from '../../common/database/sql/query';

/**
 * Makes one item of two where a tally has both of the containers that become one: the expected one, which is done where
 * either was counted. A container that was counted under a misread number is then no longer short and over at once.
 */
export function joinItems(organization_id: number, gone: number, kept: number): Query<unknown> {
  const pairs = sql`
    SELECT k.tally_id, CASE WHEN k.beyond AND NOT g.beyond THEN g.id ELSE k.id END AS stays,
      CASE WHEN k.beyond AND NOT g.beyond THEN k.id ELSE g.id END AS goes,
      greatest(k.done_quantity, g.done_quantity) AS done_quantity
    FROM tally_items k JOIN tally_items g ON g.organization_id = k.organization_id AND g.tally_id = k.tally_id
    WHERE k.organization_id = ${organization_id} AND k.container_id = ${kept} AND g.container_id = ${gone}`;
  const short = effect(sql`
    WITH pairs AS (${pairs})
    UPDATE tallies t SET updated_at = now(), short = t.short - 1 FROM pairs p JOIN tally_items i
      ON i.organization_id = ${organization_id} AND i.id = p.stays AND i.done_quantity < i.quantity
    WHERE t.organization_id = ${organization_id} AND t.id = p.tally_id AND t.short > 0 AND p.done_quantity > 0`);
  const items = effect(sql`
    WITH pairs AS MATERIALIZED (${pairs}), gone AS (
      DELETE FROM tally_items i USING pairs p WHERE i.organization_id = ${organization_id} AND i.id = p.goes
    )
    UPDATE tally_items i SET done_quantity = p.done_quantity, updated_at = now() FROM pairs p
    WHERE i.organization_id = ${organization_id} AND i.id = p.stays`);
  return all(short, items);
}
