import sql from 'sql-template-tag';
import { asImdgGoods } from '../../cargo/imdg-goods';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { COMMON } from '../../common/errors/codes';
import type { WriteRun } from '../../common/write/write-run';
import { isContainerDropOff } from './purpose.rules';
import { plain, type PurposeRow } from './purpose-row';
import type { CreatePurpose } from './purpose.dto';

/** Why goods are written whoever announces the container. */
const TAKEN = 'what a drop-off states of dangerous goods goes to the stay of its container';

/**
 * Gives the stays of the containers that are dropped off the dangerous goods that their purposes state (decision 950): all of
 * them to one that is announced, and to one that is here what it lacks. A file states them with its stays.
 */
export async function bringGoods(rows: PurposeRow[], { db, history }: WriteRun): Promise<void> {
  if (history) return;
  const stated = rows.flatMap((row) => {
    const { dangerous_goods } = row.said<CreatePurpose>().cargo!;
    if (!dangerous_goods?.length) return [];
    if (!isContainerDropOff(plain(row))) {
      row.refuse('cargo.dangerous_goods', {
        code: COMMON.mismatch,
        sentence: 'Only a container that is dropped off has dangerous goods.',
      });
      return [];
    }
    const { container_id } = row.columns;
    return container_id ? [{ container_id, dangerous_goods: asImdgGoods(dangerous_goods) }] : [];
  });
  if (!stated.length) return;
  const { organization_id } = db.actor;
  await db.query(
    asTerminal(
      TAKEN,
      sql`
      UPDATE container_stays s SET dangerous_goods = r.dangerous_goods, updated_at = now()
      FROM jsonb_to_recordset(${JSON.stringify(stated)}::jsonb) AS r(container_id bigint, dangerous_goods jsonb)
      JOIN containers c ON c.organization_id = ${organization_id} AND c.id = r.container_id
      WHERE s.organization_id = c.organization_id AND s.id = c.stay_id AND s.dangerous_goods <> r.dangerous_goods
        AND (s.status = 'announced' OR s.status = 'here' AND s.dangerous_goods = '[]')`,
    ),
  );
}
