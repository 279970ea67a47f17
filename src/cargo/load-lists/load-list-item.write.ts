import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { humanize } from '../../common/errors/humanize';
import type { Values } from '../../common/schema/columns';
import type { FieldMap } from '../../common/write/field-map';
import { idLookupOf, Lookup, lookupOf } from '../../common/write/lookups';
import { PartRow } from '../../common/write/parts';
import { refuseFutureTimes } from '../../common/write/future-times';
import { daily, WriteModel } from '../../common/write/write-model';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { STAY, StayLine, stayOrNone } from '../stays/container-stay.write';
import { ITEM_MAPS, PORT } from '../voyage-lists/voyage-list-item.write';
import { LoadListEntryFields } from './load-list-item.dto';
import { LoadListItem, TWICE } from './load-list-item.entity';
import {
  contradicts,
  isTooLong,
  ItemInput,
  MOST_REPEATED,
  ReferenceTo,
  referencesOf,
} from './load-list-items.rules';
import { COMMON } from '../../common/errors/codes';
import { naming } from '../../common/errors/errors';

/** The look-ups of the records that items name. A refusal quotes the number of a container as it was sent. */
const LOOKUPS: Record<ReferenceTo, Lookup> = {
  container: {
    ...lookupOf('containers', 'number'),
    unknown: (_key, named) => `'${String(named)}' is unknown`,
  },
  breakbulk: lookupOf('breakbulks', 'reference_number'),
  vehicle: lookupOf('vehicles', 'vin_number'),
  container_type: lookupOf('container_types', 'code'),
  shipping_line: lookupOf('shipping_lines', 'code'),
};

/** The kinds of record that items name. */
export const ITEM_KINDS = [...Object.values(LOOKUPS), STAY, PORT].map(({ kind }) => kind);
/** SQL: the key that an export writes for a record that the item `i` names. */
export const nameOf = (to: ReferenceTo | 'stay') => (to === 'stay' ? STAY : LOOKUPS[to]).name(`i.${to}_id`);
export const portOf = (field: string) => PORT.name(`i.${field}_id`);

/** The cargo of an item. The type of the item decides which records it names. */
const cargo: FieldMap = {
  columns: ['container_id', 'breakbulk_id', 'vehicle_id', 'container_type_id', 'shipping_line_id'],
  kinds: ITEM_KINDS,
  put: (row) => {
    for (const name of cargo.columns) row.set(name, null);
  },
  prepare: (rows, run) => {
    for (const row of rows) refer(row, run);
    return Promise.resolve();
  },
};

/** A request may name a record by its id. A file has only the key. */
function refer(row: WriteRow, { history }: WriteRun): void {
  for (const { to, field, id, key } of referencesOf(row.said<ItemInput>() as ItemInput)) {
    const take = (found: number) => row.set(`${to}_id`, found);
    const what = humanize(to);
    if (id && !history) row.want(`${field}_id`, idLookupOf(LOOKUPS[to].kind), id, take, { what });
    else if (key) row.want(field, LOOKUPS[to], key, take, { what });
    else row.invalid(history ? field : `${field}_id`, 'is required');
  }
}

/** The write model of an item. A request for empties makes as many items as its quantity says. */
export const loadListItemModel = new WriteModel({
  entity: LoadListItem,
  input: [LoadListEntryFields, StayLine],
  key: ['container'],
  match: ['id'],
  internal: ['load_list_id', 'load_list_item_type'],
  maps: {
    container: cargo,
    stay: stayOrNone('load_list_items'),
    container_type: null,
    shipping_line: null,
    container_id: null,
    container_type_id: null,
    shipping_line_id: null,
    quantity: { columns: [], put: () => undefined },
    ...ITEM_MAPS,
  },
  checks: [
    refuseLongNotes,
    refuseContradictions,
    refuseTwice,
    daily(refuseFutureTimes(['loaded_at'], 'Cargo cannot have been loaded at a time to come.')),
  ],
});

/** Empties repeat their notes in every item, so the notes have to be short (decision 123). */
function refuseLongNotes(rows: RowOf<LoadListItem>[]): void {
  for (const row of rows)
    if (isTooLong(row.said<ItemInput>() as ItemInput))
      row.invalid('notes', `must have at most ${MOST_REPEATED} characters for empties`);
}

/**
 * Full and empty containers have item types of their own (decision 38). An item in a file that is loaded or states its
 * stay is exempt, because the status of its container may have changed since.
 */
async function refuseContradictions(rows: RowOf<LoadListItem>[], { db, history }: WriteRun): Promise<void> {
  const isTold = ({ loaded_at, stay_id }: Values<LoadListItem>) =>
    history && (loaded_at || stay_id !== undefined);
  const loading = rows.filter(({ columns }) => columns.container_id && !isTold(columns));
  if (!loading.length) return;
  const ids = loading.map(({ columns }) => columns.container_id!);
  const containers = await db.query<{ id: number; number: string; container_status: string | null }>(sql`
    SELECT id, number, container_status FROM containers
    WHERE organization_id = ${db.actor.organization_id} AND ${among('id', ids)}`);
  const byId = new Map(containers.map((container) => [container.id, container]));
  for (const row of loading) {
    const { number, container_status } = byId.get(row.columns.container_id!)!;
    if (contradicts(row.columns.load_list_item_type!, container_status))
      row.refuse(fieldOf(row), {
        code: COMMON.mismatch,
        sentence: `Container ${number} is ${container_status}.`,
        records: naming('container', number),
      });
  }
}

/** A list names a piece of cargo at most once. */
function refuseTwice(rows: RowOf<LoadListItem>[]): void {
  const taken = new Map<WriteRow | undefined, Set<string>>();
  for (const row of rows) {
    const { container_id, breakbulk_id, vehicle_id } = row.columns;
    if (!container_id && !breakbulk_id && !vehicle_id) continue;
    const list = row instanceof PartRow ? row.whole : undefined;
    const ofList = taken.get(list) ?? new Set<string>();
    taken.set(list, ofList);
    const key = JSON.stringify([container_id, breakbulk_id, vehicle_id]);
    if (ofList.has(key)) row.refuse(fieldOf(row), { code: COMMON.taken, sentence: TWICE });
    ofList.add(key);
  }
}

/** The field by which an item names its cargo. */
function fieldOf({ values }: WriteRow): string {
  return values.container_id ? 'container_id' : 'container';
}
