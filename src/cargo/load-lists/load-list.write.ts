import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { asTime } from '../../common/view/view';
import type { FieldMap } from '../../common/write/field-map';
import { PartRow } from '../../common/write/parts';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import { LoadListEntry } from './load-list-item.dto';
import type { LoadListItem } from './load-list-item.entity';
import { ITEM_KINDS, loadListItemModel, nameOf, portOf } from './load-list-item.write';
import { ItemInput, quantityOf } from './load-list-items.rules';
import { LoadListItemsService } from './load-list-items.service';
import { LoadList } from './load-list.kind';

/** The most items that one request may make. */
const MOST_ITEMS_MADE = 5000;

/** The items of a list. Items that load the same cargo remain, so that an import is idempotent. */
const items: FieldMap = {
  columns: [],
  kinds: ITEM_KINDS,
  value: () => `(
    SELECT coalesce(json_agg(f ORDER BY i.id), '[]'::json) FROM load_list_items i CROSS JOIN LATERAL (
      SELECT i.load_list_item_type,
        coalesce(${nameOf('container')}, ${nameOf('breakbulk')}, ${nameOf('vehicle')}) AS container,
        ${nameOf('container_type')} AS container_type, ${nameOf('shipping_line')} AS shipping_line,
        ${nameOf('stay')} AS stay, ${portOf('port_of_loading')} AS port_of_loading,
        ${portOf('port_of_discharge')} AS port_of_discharge, i.cell, i.dangerous, i.notes, ${asTime('i.loaded_at')} AS loaded_at, i.overshipped) f
    WHERE i.organization_id = t.organization_id AND i.load_list_id = t.id)`,
  put: (row, value) => {
    if (value !== undefined) row.parts.items = ((value ?? []) as LoadListEntry[]).map(itemOf(row));
  },
  prepare: (rows, { history }) => {
    for (const row of rows)
      if (!history && made(itemsOf(row)) > MOST_ITEMS_MADE)
        row.invalid('items', `must make at most ${MOST_ITEMS_MADE} items`);
    return Promise.resolve();
  },
  written: async (rows, run) => {
    const lists = rows.filter(({ parts }) => parts.items);
    const all = lists.flatMap(itemsOf);
    await loadListItemModel.ready(all, run);
    const service = new LoadListItemsService(run.db);
    for (const list of lists)
      if (list.isGood)
        await service.replace(list as RowOf<LoadList>, itemsOf(list) as RowOf<LoadListItem>[], run.history);
  },
};

const itemOf =
  (list: WriteRow) =>
  ({ load_list_item, ...entry }: LoadListEntry, at: number): PartRow => {
    const row = new PartRow({ ...entry, ...load_list_item }, list);
    const wrapper = (field: string) => (load_list_item && !(field in entry) ? 'load_list_item.' : '');
    row.path = (field) => list.path(`items.${at}.${wrapper(field)}${field}`);
    return row;
  };

function itemsOf({ parts }: WriteRow): PartRow[] {
  return (parts.items ?? []) as PartRow[];
}

function made(rows: PartRow[]): number {
  return rows.reduce((sum, row) => sum + quantityOf(row.said<ItemInput>() as ItemInput), 0);
}

/** The field of an item that only a file states: the stay in which its container is loaded. */
class LoadListEntryLine extends LoadListEntry {
  @In.int({ min: 1 }) stay?: number | null;
}

class LoadListLine {
  @In.objects(() => LoadListEntryLine) items?: LoadListEntryLine[] | null;
}

export const loadListModel = kindModel(LoadList, {
  input: [LoadListLine],
  compares: true,
  maps: { items },
});
