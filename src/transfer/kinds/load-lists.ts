import type { LoadListEntry } from '../../cargo/load-lists/load-list-item.dto';
import { ItemRow, quantityOf, ReferenceTo, referencesOf } from '../../cargo/load-lists/load-list-items.rules';
import { LoadListItemsService, NOTHING, TABLES } from '../../cargo/load-lists/load-list-items.service';
import { LoadList } from '../../cargo/load-lists/load-list.kind';
import { asTime } from '../../common/view/view';
import type { FieldMap } from '../field-map';
import { lookupOf } from '../lookups';
import { setupKind } from './setup-kind';

const lookup = (to: ReferenceTo) => lookupOf(TABLES[to].table, TABLES[to].key);
const nameOf = (to: ReferenceTo) => lookup(to).name(`i.${to}_id`);

/** What a list loads. Items that load the same stay the same ones, so that a second run changes nothing. */
const items: FieldMap = {
  columns: [],
  kinds: Object.values(TABLES).map(({ table }) => table),
  value: () => `(
    SELECT coalesce(json_agg(f ORDER BY i.id), '[]'::json) FROM load_list_items i CROSS JOIN LATERAL (
      SELECT i.load_list_item_type,
        coalesce(${nameOf('container')}, ${nameOf('breakbulk')}, ${nameOf('vehicle')}) AS container,
        ${nameOf('container_type')} AS container_type, ${nameOf('shipping_line')} AS shipping_line,
        i.notes, ${asTime('i.loaded_at')} AS loaded_at, i.overshipped) f
    WHERE i.organization_id = t.organization_id AND i.load_list_id = t.id)`,
  put: (row, value) => {
    if (value === undefined) return;
    row.parts.items = ((value ?? []) as LoadListEntry[]).flatMap(({ load_list_item, ...entry }, index) => {
      const item = { ...entry, ...load_list_item };
      const { load_list_item_type, notes, loaded_at, overshipped } = item;
      const wanted: ItemRow = { ...NOTHING, load_list_item_type, notes, loaded_at, overshipped };
      for (const { to, field, key } of referencesOf(item)) {
        if (key) row.want(`items.${index}.${field}`, lookup(to), key, (_, id) => (wanted[`${to}_id`] = id));
        else row.line.refuse(`items.${index}.${field}`, 'is required');
      }
      return Array<ItemRow>(quantityOf(item)).fill(wanted);
    });
  },
  written: async (rows, { db }) => {
    const service = new LoadListItemsService(db);
    for (const { id, parts } of rows) if (parts.items) await service.replace(id!, parts.items as ItemRow[]);
  },
};

export const loadLists = () => setupKind(LoadList, { maps: { items } });
