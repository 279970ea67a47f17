import type { LoadListEntryFields } from './load-list-item.dto';
import type { LoadListItem, LoadListItemType } from './load-list-item.entity';
import type { Columns } from '../../common/schema/columns';

/** An item as a request gives it. */
export type ItemInput = LoadListEntryFields & { load_list_item_type: LoadListItemType };

/** The fields of an item in the set-up beside its cargo. */
interface ItemState {
  notes: string | null;
  loaded_at: string | null;
  overshipped: boolean;
}

/** The columns of a new item. Undefined means that the input left the column out. */
export type ItemRow = Pick<LoadListItem, 'load_list_item_type' | `${ReferenceTo}_id`> &
  Partial<ItemState & Pick<LoadListItem, 'stay_id'>>;

export type ReferenceTo = 'container' | 'breakbulk' | 'vehicle' | 'container_type' | 'shipping_line';

/** A record that an item names: the field for it, and its id or key. */
export interface Reference {
  to: ReferenceTo;
  field: 'container' | 'container_type' | 'shipping_line';
  id?: number | null;
  key?: string | null;
}

/** What the items of each type load; empties load no particular container. */
const LOADS = { full: 'container', empty: 'container', break_bulk: 'breakbulk', vehicle: 'vehicle' } as const;

export const MOST_REPEATED = 255;

/** The records that an item names, or has to name. */
export function referencesOf(item: ItemInput): Reference[] {
  const type = item.load_list_item_type;
  const line = {
    to: 'shipping_line',
    field: 'shipping_line',
    id: item.shipping_line_id,
    key: item.shipping_line,
  } as const;
  if (type === 'empties')
    return [
      { to: 'container_type', field: 'container_type', id: item.container_type_id, key: item.container_type },
      line,
    ];
  const cargo = { to: LOADS[type], field: 'container', id: item.container_id, key: item.container } as const;
  return line.id || line.key ? [cargo, line] : [cargo];
}

/**
 * Whether the notes of empties are too long. They are repeated in each of up to 1,000 items (decision 123). The limit
 * counts code points.
 */
export function isTooLong({ load_list_item_type, notes }: ItemInput): boolean {
  return load_list_item_type === 'empties' && [...(notes ?? '')].length > MOST_REPEATED;
}

/** How many items a request for one item makes. */
export function quantityOf({ load_list_item_type, quantity }: ItemInput): number {
  return load_list_item_type === 'empties' ? (quantity ?? 1) : 1;
}

/** Whether a container of this status contradicts the type of an item. */
export function contradicts(type: LoadListItemType, container_status: string | null): boolean {
  return (
    (type === 'full' && container_status === 'empty') || (type === 'empty' && container_status === 'full')
  );
}

/**
 * The changes that turn the existing items of a list into the wanted ones. Items that load the same cargo remain, and
 * keep the columns that the request leaves out.
 */
export function difference(existing: Columns<LoadListItem>[], wanted: ItemRow[]) {
  const left = new Map<string, Columns<LoadListItem>[]>();
  for (const item of existing) {
    const alike = left.get(identity(item));
    if (alike) alike.push(item);
    else left.set(identity(item), [item]);
  }
  const added: ItemRow[] = [];
  const changed: (ItemState & { id: number })[] = [];
  for (const row of wanted) {
    const item = left.get(identity(row))?.shift();
    if (!item) {
      added.push(row);
      continue;
    }
    const before = item.loaded_at?.toISOString() ?? null;
    const { notes = item.notes, loaded_at = before, overshipped = item.overshipped } = row;
    const same = notes === item.notes && loaded_at === before && overshipped === item.overshipped;
    if (!same) changed.push({ id: item.id, notes, loaded_at, overshipped });
  }
  return { added, changed, removed: [...left.values()].flat() };
}

/** The ids of the containers that items load. */
export function containersOf(items: { container_id?: number | null }[]): number[] {
  return items.flatMap(({ container_id }) => container_id ?? []);
}

/** What an item loads, as text for comparison. */
function identity(item: Pick<ItemRow, 'load_list_item_type' | `${ReferenceTo}_id`>): string {
  return JSON.stringify([
    item.load_list_item_type,
    item.container_id,
    item.breakbulk_id,
    item.vehicle_id,
    item.container_type_id,
    item.shipping_line_id,
  ]);
}
