import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { rows as sqlRows } from '../../common/database/sql/query';
import { naming } from '../../common/errors/errors';
import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { ConsigneeLine } from '../../parties/consignees/consignee-reference';
import { billReference } from '../bills-of-lading/bill-lookup';
import { CARGO } from '../cargo.codes';
import { emptyContainers } from '../containers/emptying';
import { LAST_MOVED_AT } from '../containers/last-moved';
import { timeOfUndated } from '../containers/movement-time.rules';
import { HeldCargoService } from '../held/held-cargo.service';
import { refusalOfHeld } from '../held/holdable-cargo';
import { keepHeldBills, keepHeldBillsOf, refuseTakenOut } from '../held/keep-held';
import { StayLine, stayOrNone } from '../stays/container-stay.write';
import { IS_HERE_IN_STAY } from '../stays/whereabouts';
import { hasPackagesLeft } from './packages';
import { PackingListItem } from './packing-list-item.kind';
import {
  DONE,
  flagsOf,
  handingOver,
  isDelivery,
  isFurtherStripped,
  isTooMuch,
  saysHowMany,
  strippedAt,
} from './packing-list-items.rules';

type ItemRow = RowOf<PackingListItem>;

/** A field of items that only a file states: when packages were taken out last. */
class StrippedLine {
  @In.time() stripped_at?: string | null;
}

export const packingListItemModel = kindModel(PackingListItem, {
  input: [ConsigneeLine, StayLine, StrippedLine],
  compares: true,
  maps: { bill_of_lading: billReference(), stay: stayOrNone('packing_list_items') },
  checks: [
    refuseHeld,
    refuseUnpacked,
    keepHeldBills('packing_list_item'),
    daily(settleQuantities),
    daily(refuseElsewhere),
    daily(noteStripping),
  ],
  afterwards: [daily(emptyStripped)],
  removal: keepHeldBillsOf('packing_list_item'),
});

/**
 * An item in a held container is not stripped or delivered further (decision 81). Both the container that the item is
 * in and the one that the input states are checked. An item on a held bill is not delivered further. A new record in a
 * file may be in any state.
 */
async function refuseHeld(rows: ItemRow[], { db, history }: WriteRun): Promise<void> {
  const handed = rows.flatMap((row) => {
    const field = row.before || !history ? handingOver(row.before, row.columns) : undefined;
    if (!field) return [];
    const containers = takenFrom(row);
    const bills = [row.before?.bill_of_lading_id, row.columns.bill_of_lading_id].flatMap((id) => id ?? []);
    const delivery = isDelivery(row.before, row.columns);
    return [{ row, field, containers, delivery, bills: delivery ? bills : [] }];
  });
  const held = new HeldCargoService(db);
  const [delivered, stripped] = [
    handed.filter(({ delivery }) => delivery),
    handed.filter(({ delivery }) => !delivery),
  ];
  const namedBy = (items: typeof handed) => items.flatMap(({ containers }) => containers);
  const containers = await held.among('container', namedBy(stripped), 'taken out');
  const ofDeliveries = await held.among('container', namedBy(delivered), 'delivered');
  const bills = await held.heldBills(handed.flatMap((each) => each.bills));
  const items = await held.onceStripped(delivered.flatMap(({ row }) => row.before?.id ?? []));
  for (const { row, field, delivery, ...item } of handed) {
    const number = item.containers
      .map((id) => (delivery ? ofDeliveries : containers).get(id))
      .find((name) => name !== undefined);
    if (number) row.refuse(field, refusalOfHeld('container', number, DONE[field]));
    else if (item.bills.some((id) => bills.has(id)) || (row.before && items.has(row.before.id)))
      row.refuse(field, refusalOfHeld('packing_list_item', row.after('reference_number')!, 'delivered'));
  }
}

/** An item that goes into another container, or into none, is taken out of its present one. */
async function refuseUnpacked(rows: ItemRow[], { db }: WriteRun): Promise<void> {
  const unpacked = rows.filter((row) => containerOf(row) && row.after('container_id') !== containerOf(row));
  await refuseTakenOut(db, unpacked, containerOf, () => 'container');
}

/**
 * No more packages are stripped than there are. Flags that the input leaves out follow from the quantities (decision
 * 160). A constraint limits the delivered packages to the stripped ones.
 */
function settleQuantities(rows: ItemRow[]): void {
  for (const row of rows.filter(({ columns }) => saysHowMany(columns))) {
    const field = row.columns.stripped_quantity === undefined ? 'quantity' : 'stripped_quantity';
    if (isTooMuch(row.before, row.columns))
      row.refuse(field, { code: CARGO.quantity_exceeded, sentence: TOO_MUCH[field] });
    else Object.assign(row.columns, flagsOf(row.before, row.columns));
  }
}

const TOO_MUCH = {
  quantity: 'Quantity must not be less than was stripped.',
  stripped_quantity: 'Stripped quantity must not be more than the quantity.',
};

/** A change that takes packages out of a container. */
interface Taking {
  row: ItemRow;
  field: string;
  /** The words of a refusal for what cannot be done with the item. */
  done: string;
  container_id: number;
  /** The stay of the item; null for the stay that the container shows. */
  stay_id: number | null;
  /** Whether the change is allowed before the container arrives. */
  early: boolean;
}

/**
 * Packages are stripped while their container is at the terminal, in the stay of the item. An item that left in its
 * container stays in it. Before the container arrives, the item may move to another container. A new item may be in any
 * state.
 */
async function refuseElsewhere(rows: ItemRow[], { db }: WriteRun): Promise<void> {
  const known = rows.filter(({ before }) => before);
  const takings = known.flatMap((row) => [...moveOf(row), ...strippingOf(row)]);
  if (!takings.length) return;
  const asked = JSON.stringify(takings.map(({ container_id, stay_id }) => ({ container_id, stay_id })));
  const found = await db.query<{ number: string; left: boolean; here: boolean }>(sql`
    SELECT c.number, s.status IS NOT DISTINCT FROM 'departed' AS left, ${IS_HERE_IN_STAY} AS here
    FROM ROWS FROM (json_to_recordset(${asked}::json) AS (container_id bigint, stay_id bigint)) WITH ORDINALITY AS r
    JOIN containers c ON c.organization_id = ${db.actor.organization_id} AND c.id = r.container_id
    LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = coalesce(r.stay_id, c.stay_id)
    ORDER BY r.ordinality`);
  takings.forEach(({ row, field, done, early }, at) => {
    const { number, left, here } = found[at]!;
    const name = row.after('reference_number')!;
    const sentence = left
      ? `Packing list item ${name} left in container ${number} and cannot be ${done}.`
      : `Container ${number} is not at the terminal, so that packing list item ${name} cannot be ${done}.`;
    const records = naming('container', number);
    if (left || !(here || early))
      row.refuse(field, { code: CARGO.container_not_at_terminal, sentence, records });
  });
}

function moveOf(row: ItemRow): Taking[] {
  const container_id = containerOf(row);
  if (!container_id || row.after('container_id') === container_id) return [];
  const { stay_id } = row.before!;
  return [{ row, field: 'container', done: 'taken out of it', container_id, stay_id, early: true }];
}

function strippingOf(row: ItemRow): Taking[] {
  const before = row.before!;
  const container_id = row.after('container_id') ?? before.container_id;
  if (!container_id || !isFurtherStripped(before, row.columns)) return [];
  const field = (Object.keys(DONE) as (keyof typeof DONE)[]).find((each) => row.values[each])!;
  const stay_id = container_id === before.container_id ? before.stay_id : null;
  return [{ row, field, done: DONE[field], container_id, stay_id, early: false }];
}

/** Notes when packages are taken out: now, but not before their container was moved last. */
async function noteStripping(rows: ItemRow[], { db }: WriteRun): Promise<void> {
  const said = rows.filter(({ columns }) => saysHowMany(columns));
  if (!said.length) return;
  const ids = said.flatMap(takenFrom);
  const [moved, now] = await db.pipeline(
    sqlRows<{ id: number; in_at: Date | null; last_moved_at: Date | null }>(sql`
      SELECT c.id, s.in_at, ${LAST_MOVED_AT} AS last_moved_at FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE c.organization_id = ${db.actor.organization_id} AND ${among('c.id', ids)}`),
    db.queries.now(),
  );
  for (const row of said) {
    const mine = takenFrom(row);
    const times = moved.flatMap(({ id, in_at, last_moved_at }) =>
      mine.includes(id) ? [in_at, last_moved_at] : [],
    );
    const at = strippedAt(row.before, row.columns, timeOfUndated(now, ...times));
    if (at !== undefined) row.columns.stripped_at = at;
  }
}

/**
 * Makes those containers empty whose last known packages these rows took out (decision 431). `refuseHeld` has locked
 * them, so that of two rows that are stripped at once the second one sees the first.
 */
async function emptyStripped(rows: ItemRow[], { db }: WriteRun): Promise<void> {
  const times = new Map(
    rows.flatMap((row) => {
      const { stripped_at } = row.columns;
      return row.before && stripped_at
        ? takenFrom(row).map((id) => [id, new Date(stripped_at)] as const)
        : [];
    }),
  );
  if (!times.size) return;
  const stripped = await db.query<{ id: number }>(sql`
    SELECT c.id FROM containers c
    LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
    WHERE c.organization_id = ${db.actor.organization_id} AND ${among('c.id', [...times.keys()])}
      AND c.container_status IS DISTINCT FROM 'empty' AND ${IS_HERE_IN_STAY}
      AND NOT EXISTS (
        SELECT FROM packing_list_items i
        WHERE i.organization_id = c.organization_id AND i.container_id = c.id
          AND i.stay_id IS NOT DISTINCT FROM c.stay_id AND ${raw(hasPackagesLeft('i'))})
    ORDER BY c.id`);
  await emptyContainers(
    db,
    stripped.map(({ id }) => ({ container_id: id, at: times.get(id)! })),
  );
}

/** The containers that the packages of a row are taken out of: where the item was, and where the input says it is. */
function takenFrom(row: ItemRow): number[] {
  return [...new Set([containerOf(row), row.columns.container_id].flatMap((id) => id ?? []))];
}

/** The container that the item is in before the change. */
function containerOf({ before }: ItemRow): number | null {
  return before && !before.has_been_stripped ? before.container_id : null;
}
