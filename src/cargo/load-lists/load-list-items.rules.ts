import { isDeepStrictEqual } from 'node:util';
import { COMMON } from '../../common/errors/codes';
import type { Refusal } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import { CARGO } from '../cargo.codes';
import { refusalOfHeld } from '../held/holdable-cargo';
import type { LoadListEntryFields } from './load-list-item.dto';
import type { LoadListItem, LoadListItemType } from './load-list-item.entity';

/** An item as a request gives it. */
export type ItemInput = LoadListEntryFields & { load_list_item_type: LoadListItemType };

/** The fields of an item in the set-up beside its cargo. */
interface ItemState {
  notes: string | null;
  loaded_at: string | null;
  overshipped: boolean;
  port_of_loading_id: number | null;
  port_of_discharge_id: number | null;
  cell: string | null;
  dangerous: object;
}

const STATE = [
  'notes',
  'overshipped',
  'port_of_loading_id',
  'port_of_discharge_id',
  'cell',
  'dangerous',
] as const;

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

/** The most items of a load list (decision 123). */
const MOST_ITEMS = 10_000;

/** The kinds of cargo that holds keep from being loaded. */
export const HELD_KINDS = ['container', 'vehicle', 'breakbulk'] as const;
type HeldKind = (typeof HELD_KINDS)[number];

/** The refusal to delete a loaded item. */
export const LOADED: Refusal = {
  code: CARGO.load_list_item_loaded,
  sentence: 'A loaded item cannot be deleted.',
};

/** Refuses a load list with this many items. */
export function refusalOfMany(items: number): Refusal | undefined {
  if (items <= MOST_ITEMS) return undefined;
  return { code: COMMON.too_many, sentence: `A load list has at most ${MOST_ITEMS} items.` };
}

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
    const { loaded_at = before } = row;
    const next = { ...stateOf(item), ...said(row) };
    const same = loaded_at === before && STATE.every((name) => isDeepStrictEqual(next[name], item[name]));
    if (!same) changed.push({ ...next, id: item.id, loaded_at });
  }
  return { added, changed, removed: [...left.values()].flat() };
}

const stateOf = ({
  notes,
  overshipped,
  port_of_loading_id,
  port_of_discharge_id,
  cell,
  dangerous,
}: Columns<LoadListItem>) => ({
  notes,
  overshipped,
  port_of_loading_id,
  port_of_discharge_id,
  cell,
  dangerous,
});

/** The state that a request says: what it leaves out is undefined. */
const said = (row: ItemRow): Partial<ItemState> =>
  Object.fromEntries(STATE.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** The ids of cargo that the wanted items load, beside what was loaded before. Loaded cargo stays loaded when it is held. */
export function loadedAnew(existing: Columns<LoadListItem>[], wanted: ItemRow[], kind: HeldKind): number[] {
  const loaded = (items: (ItemRow | Columns<LoadListItem>)[]) =>
    items.flatMap((item) => (item.loaded_at ? (item[`${kind}_id`] ?? []) : []));
  const before = new Set(loaded(existing));
  return loaded(wanted).filter((id) => !before.has(id));
}

/** What `replacing` decides by: the locked items of a list, and the names of held cargo that would be loaded. */
export interface LoadedItems {
  existing: Columns<LoadListItem>[];
  held: Record<HeldKind, string[]>;
}

/**
 * The changes that replace the items of a list by the wanted ones, and the refusals of a list that would load held cargo
 * (decision 81), delete a loaded item, or be too long.
 */
export function replacing({ existing, held }: LoadedItems, wanted: ItemRow[]) {
  const changes = difference(existing, wanted);
  const { added, changed, removed } = changes;
  const unloaded = new Set(existing.flatMap(({ id, loaded_at }) => (loaded_at ? [] : id)));
  const refusals = [
    ...HELD_KINDS.flatMap((kind) =>
      held[kind].slice(0, 1).map((name) => refusalOfHeld(kind, name, 'loaded')),
    ),
    removed.some(({ loaded_at }) => loaded_at) ? LOADED : undefined,
    added.length ? refusalOfMany(wanted.length) : undefined,
  ].filter((refusal) => refusal !== undefined);
  return {
    ...changes,
    refusals,
    loaded: changed.filter(({ id, loaded_at }) => loaded_at && unloaded.has(id)).map(({ id }) => id),
    // Skip items whose file states their stay, because it also states what became of the stay.
    announcing: containersOf(added.filter(({ loaded_at, stay_id }) => !loaded_at && stay_id === undefined)),
  };
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
