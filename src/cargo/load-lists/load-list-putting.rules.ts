import type { Columns } from '../../common/schema/columns';
import type { AnnouncedContainer } from '../announcing/announced-facts';
import type { DangerousGoods } from '../dangerous-goods';
import { nextOf } from '../voyage-lists/putting.rules';
import type { LoadListItem } from './load-list-item.entity';

/** The columns that an item says itself. */
const SAID = ['notes', 'port_of_loading_id', 'port_of_discharge_id', 'cell', 'dangerous'] as const;
type SaidColumn = (typeof SAID)[number];

/**
 * Containers that a load list is to have: one that is full or empty, or so many `empties` of a type and line. Undefined
 * says nothing: what is stored stays.
 */
export interface ContainerToLoad extends AnnouncedContainer {
  load_list_item_type: 'full' | 'empty' | 'empties';
  /** Of empties; 1 unless given. */
  quantity?: number;
  notes?: string | null;
  port_of_loading_id?: number | null;
  port_of_discharge_id?: number | null;
  cell?: string | null;
  dangerous?: DangerousGoods[];
}

export type NamedToLoad = ContainerToLoad & { container_id: number | null };

export type StoredToLoad = Pick<
  Columns<LoadListItem>,
  | 'load_list_item_type'
  | 'container_id'
  | 'breakbulk_id'
  | 'vehicle_id'
  | 'container_type_id'
  | 'shipping_line_id'
  | 'loaded_at'
  | SaidColumn
> & { id: number };

/** An item to write: with an id where it is stored already. */
export type WrittenToLoad = Pick<
  StoredToLoad,
  'load_list_item_type' | 'container_id' | 'container_type_id' | 'shipping_line_id'
> &
  Partial<Pick<StoredToLoad, SaidColumn>> & { id?: number };

/**
 * The changes that put containers on a load list. Of a container that it is to have twice, what is said last counts.
 * @param replace whether the containers that are not wanted go, and the empties that are more than wanted; those that
 *   were loaded are `kept`. Without it empties are added to those that are there
 */
export function puttingToLoad(stored: readonly StoredToLoad[], wanted: NamedToLoad[], replace: boolean) {
  const byContainer = new Map(
    stored.flatMap((item) => (item.container_id ? [[item.container_id, item] as const] : [])),
  );
  const empties = new Map<string, StoredToLoad[]>();
  // Those that were loaded are the first to be what is wanted.
  for (const item of stored.toSorted((one, other) => Number(!one.loaded_at) - Number(!other.loaded_at)))
    if (item.load_list_item_type === 'empties')
      empties.set(kindOf(item), [...(empties.get(kindOf(item)) ?? []), item]);
  const added: WrittenToLoad[] = [];
  const changed: WrittenToLoad[] = [];
  const same: StoredToLoad[] = [];
  const taken = new Set<StoredToLoad>();
  const put = (item: NamedToLoad, known: StoredToLoad | undefined) => {
    if (!known) return void added.push(newItem(item));
    taken.add(known);
    const next = changeOf(known, item);
    if (next) changed.push(next);
    else same.push(known);
  };
  const last = new Map(wanted.map((item) => [item.container_id, item]));
  // In their order.
  for (const item of wanted) {
    if (item.container_id) {
      if (last.get(item.container_id) === item) put(item, byContainer.get(item.container_id));
    } else {
      const there = empties.get(kindOf(item)) ?? [];
      for (let n = 0; n < (item.quantity ?? 1); n++) put(item, replace ? there.shift() : undefined);
    }
  }
  const others = replace
    ? stored.filter((item) => !taken.has(item) && !item.breakbulk_id && !item.vehicle_id)
    : [];
  return {
    added,
    changed,
    same,
    removed: others.filter(({ loaded_at }) => !loaded_at),
    kept: others.filter(({ loaded_at }) => loaded_at),
    /** The containers that the list announces. */
    coming: [...last.keys()].filter((id): id is number => id !== null && !byContainer.get(id)?.loaded_at),
  };
}

function newItem(item: NamedToLoad): WrittenToLoad {
  const ofEmpties = item.load_list_item_type === 'empties';
  return {
    load_list_item_type: item.load_list_item_type,
    container_id: item.container_id,
    container_type_id: ofEmpties ? (item.container_type_id ?? null) : null,
    shipping_line_id: ofEmpties ? (item.shipping_line_id ?? null) : null,
    ...Object.fromEntries(SAID.map((name) => [name, item[name]])),
  };
}

/** How an item that is stored changes; undefined when it does not. What is loaded is only completed. */
function changeOf(stored: StoredToLoad, item: NamedToLoad): WrittenToLoad | undefined {
  const isLoaded = stored.loaded_at !== null;
  const load_list_item_type = isLoaded ? stored.load_list_item_type : item.load_list_item_type;
  const { next, differs } = nextOf(SAID, stored, item, isLoaded);
  if (!differs && load_list_item_type === stored.load_list_item_type) return undefined;
  const { id, container_id, container_type_id, shipping_line_id } = stored;
  const said = next as Pick<StoredToLoad, SaidColumn>;
  return { id, load_list_item_type, container_id, container_type_id, shipping_line_id, ...said };
}

/** The empties that go, the last ones first: as many of each type and line as are unwanted, and none that was loaded. */
export function emptiesToGo(stored: readonly StoredToLoad[], unwanted: readonly ContainerToLoad[]) {
  const counts = new Map<string, number>();
  for (const item of unwanted)
    counts.set(kindOf(item), (counts.get(kindOf(item)) ?? 0) + (item.quantity ?? 1));
  return stored.toReversed().filter((item) => {
    const count = counts.get(kindOf(item)) ?? 0;
    if (item.load_list_item_type !== 'empties' || item.loaded_at || !count) return false;
    counts.set(kindOf(item), count - 1);
    return true;
  });
}

const kindOf = (item: { container_type_id?: number | null; shipping_line_id?: number | null }) =>
  `${item.container_type_id} ${item.shipping_line_id}`;
