import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { COMMON } from '../../common/errors/codes';
import { kindModel } from '../../common/setup/kind-model';
import type { FieldMap } from '../../common/write/field-map';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import type { DischargeListItemFields } from './discharge-list-item.dto';
import { DischargeListItemsService } from './discharge-list-items.service';
import { DischargeList } from './discharge-list.kind';
import { listedContainers } from './listed-container.write';

/** The items of a list in a request, in place of those that it has. Files have them in a file of their own. */
const items: FieldMap = {
  columns: [],
  put: (row, said) => {
    if (said !== undefined) row.parts.items = said ?? [];
  },
  prepare: (rows, { history }) => {
    for (const row of rows)
      if (history && row.parts.items)
        row.invalid('items', 'stand in a file of their own, discharge_list_items');
    return Promise.resolve();
  },
  written: async (rows, { db }) => {
    for (const { id, parts, path } of rows) {
      if (!parts.items) continue;
      const said = parts.items as DischargeListItemFields[];
      const listed = await listedContainers(db, id!, said, (field, at) => path(`items.${at}.${field}`));
      await new DischargeListItemsService(db).replace(id!, listed);
    }
  },
};

export const dischargeListModel = kindModel(DischargeList, {
  compares: true,
  maps: { items },
  checks: [daily(keepVoyage)],
});

/** The items of a list announce stays that arrive with its voyage, so that a list with items keeps its voyage. */
async function keepVoyage(rows: RowOf<DischargeList>[], { db }: WriteRun): Promise<void> {
  const moving = rows.filter(
    ({ before, columns }) =>
      before && columns.voyage_id !== undefined && columns.voyage_id !== before.voyage_id,
  );
  if (!moving.length) return;
  const ids = moving.map(({ id }) => id!);
  const full = await db.query<{ id: number }>(sql`
    SELECT l.id FROM discharge_lists l
    WHERE l.organization_id = ${db.actor.organization_id} AND ${among('l.id', ids)} AND EXISTS (
      SELECT FROM discharge_list_items i
      WHERE i.organization_id = l.organization_id AND i.discharge_list_id = l.id)`);
  const kept = new Set(full.map(({ id }) => id));
  for (const row of moving)
    if (kept.has(row.id!))
      row.refuse(row.values.voyage_id === undefined ? 'voyage' : 'voyage_id', {
        code: COMMON.cannot_change,
        sentence: 'The voyage of a discharge list that has items cannot be changed.',
      });
}
