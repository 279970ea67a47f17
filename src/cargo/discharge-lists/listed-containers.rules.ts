import { COMMON } from '../../common/errors/codes';
import type { Refusal } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import type { AnnouncedContainer } from '../announcing/announced-facts';
import { CARGO } from '../cargo.codes';
import type { DangerousGoods } from '../dangerous-goods';
import { nextOf } from '../voyage-lists/putting.rules';
import type { DischargeListItem } from './discharge-list-item.entity';

/** The most items of a discharge list. */
export const MOST_ITEMS = 50_000;

/** The columns that an item says itself. */
const SAID = [
  'container_status',
  'bill_of_lading_number',
  'port_of_loading_id',
  'port_of_discharge_id',
  'cell',
  'dangerous',
] as const;
type SaidColumn = (typeof SAID)[number];

/** A container that a discharge list is to have. Undefined says nothing: what is stored stays. */
export interface ListedContainer extends AnnouncedContainer {
  discharge_list_id: number;
  bill_of_lading_number?: string | null;
  port_of_loading_id?: number | null;
  port_of_discharge_id?: number | null;
  cell?: string | null;
  dangerous?: DangerousGoods[];
}

/** How containers are put on lists. */
export interface Putting {
  /**
   * The lists whose other items go, but for those that were discharged. Of a bayplan only the items go that nothing but
   * a bayplan made; of others these stay.
   */
  replaced?: number[];
  /**
   * The EDI partner whose bayplan says it: an item that somebody else made gets its cell, and keeps everything else. Only
   * what plans of this partner put there goes.
   */
  bayplan?: number;
  /** Whether each item and container has an event. Without it the lists have one each. */
  told?: boolean;
}

export type StoredItem = Pick<
  Columns<DischargeListItem>,
  'discharge_list_id' | 'container_id' | 'discharged_at' | 'from_bayplan' | 'edi_partner_id' | SaidColumn
> & { id: number };

/** A container that its voyage discharged already, and whether no list or manifest of it had said so. */
export interface DischargedBefore {
  discharge_list_id: number;
  container_id: number;
  stay_id: number;
  discharged_at: string;
  over: boolean;
}

export interface LoadedLists {
  /** How many items each list has. */
  counts: ReadonlyMap<number, number>;
  stored: readonly StoredItem[];
  discharged: readonly DischargedBefore[];
}

/** An item to write: with an id where it is stored already. */
export type WrittenItem = Partial<Pick<ListedContainer, SaidColumn>> &
  Pick<ListedContainer, 'discharge_list_id'> & {
    id?: number;
    container_id: number;
    from_bayplan: boolean;
    edi_partner_id: number | null;
  } & Partial<Pick<DischargedBefore, 'stay_id' | 'discharged_at' | 'over'>>;

/** A container of a list, with its id. */
export type NamedContainer = ListedContainer & { container_id: number };

/** The changes that put containers on lists. Of a container that a list is to have twice, what is said last counts. */
export function putting({ counts, stored, discharged }: LoadedLists, wanted: NamedContainer[], how: Putting) {
  const left = new Map(stored.map((item) => [placeOf(item), item]));
  const before = new Map(discharged.map((each) => [placeOf(each), each]));
  const added: WrittenItem[] = [];
  const changed: WrittenItem[] = [];
  const same: StoredItem[] = [];
  const coming = new Set<number>();
  for (const item of new Map(wanted.map((each) => [placeOf(each), each])).values()) {
    const place = placeOf(item);
    const known = left.get(place);
    const gone = before.get(place);
    left.delete(place);
    if (!known?.discharged_at && !(!known && gone)) coming.add(item.container_id);
    if (!known) added.push({ ...columnsOf(item), ...plannedBy(how.bayplan), ...gone });
    else {
      const next = changeOf(known, item, how);
      if (next) changed.push(next);
      else same.push(known);
    }
  }
  const replaced = new Set(how.replaced);
  const others = [...left.values()].filter(
    (item) => replaced.has(item.discharge_list_id) && isBroughtBy(item, how.bayplan),
  );
  const removed = others.filter(({ discharged_at }) => !discharged_at);
  const kept = others.filter(({ discharged_at }) => discharged_at);
  return { added, changed, same, removed, kept, coming, refusal: refusalOfMany(counts, added, removed) };
}

/** How an item that is stored changes; undefined when it does not. What is discharged is only completed. */
function changeOf(stored: StoredItem, item: NamedContainer, { bayplan }: Putting): WrittenItem | undefined {
  const planned = plannedBy(stored.from_bayplan ? bayplan : undefined);
  const said = bayplan && !stored.from_bayplan ? { cell: item.cell } : item;
  const { next, differs } = nextOf(SAID, stored, said, stored.discharged_at !== null);
  const isPlannedAnew =
    planned.from_bayplan !== stored.from_bayplan || planned.edi_partner_id !== stored.edi_partner_id;
  if (!differs && !isPlannedAnew) return undefined;
  const { id, discharge_list_id, container_id } = stored;
  return {
    id,
    discharge_list_id,
    container_id,
    ...planned,
    ...(next as Partial<Pick<ListedContainer, SaidColumn>>),
  };
}

/** What an item notes of the bayplan that it is of, if it is of one. */
const plannedBy = (partner: number | undefined) => ({
  from_bayplan: partner !== undefined,
  edi_partner_id: partner ?? null,
});

/** Whether an item is of those that a replacement may take away: of a bayplan only what its partner brought. */
const isBroughtBy = ({ from_bayplan, edi_partner_id }: StoredItem, partner: number | undefined): boolean =>
  partner === undefined
    ? !from_bayplan
    : from_bayplan && (edi_partner_id === null || edi_partner_id === partner);

function columnsOf(item: NamedContainer): Omit<WrittenItem, 'from_bayplan' | 'edi_partner_id'> {
  const said = Object.fromEntries(SAID.map((name) => [name, item[name]]));
  return { discharge_list_id: item.discharge_list_id, container_id: item.container_id, ...said };
}

/** Refuses more items than a list may have. */
function refusalOfMany(
  counts: ReadonlyMap<number, number>,
  added: WrittenItem[],
  removed: StoredItem[],
): Refusal | undefined {
  const after = new Map(counts);
  const count = (id: number, more: number) => after.set(id, (after.get(id) ?? 0) + more);
  for (const { discharge_list_id } of added) count(discharge_list_id, 1);
  for (const { discharge_list_id } of removed) count(discharge_list_id, -1);
  const isFull = added.some(({ discharge_list_id }) => after.get(discharge_list_id)! > MOST_ITEMS);
  if (!isFull) return undefined;
  return { code: COMMON.too_many, sentence: `A discharge list has at most ${MOST_ITEMS} items.` };
}

/** Which list and container an item is of. */
export const placeOf = (item: { discharge_list_id: number; container_id: number }) =>
  `${item.discharge_list_id} ${item.container_id}`;

/** The refusal to delete an item whose container was discharged. */
export const DISCHARGED: Refusal = {
  code: CARGO.discharge_list_item_discharged,
  sentence: 'A discharged item cannot be deleted.',
};
