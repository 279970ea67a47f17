import { kindModel } from '../../common/setup/kind-model';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { ConsigneeLine } from '../../parties/consignees/consignee-reference';
import { billReference } from '../bills-of-lading/bill-lookup';
import { CARGO } from '../cargo.codes';
import { HeldCargoService, refusalOfHeld } from '../held/held-cargo.service';
import { keepHeldBills, keepHeldBillsOf, refuseTakenOut } from '../held/keep-held';
import { StayLine, stayOfContainer } from '../stays/container-stay.write';
import { PackingListItem } from './packing-list-item.kind';
import { DONE, handingOver, isDelivery, saysHowMany, settled } from './packing-list-items.rules';

type ItemRow = RowOf<PackingListItem>;

export const packingListItemModel = kindModel(PackingListItem, {
  input: [ConsigneeLine, StayLine],
  compares: true,
  maps: { bill_of_lading: billReference(), stay: stayOfContainer },
  checks: [refuseHeld, refuseUnpacked, keepHeldBills('packing_list_item'), daily(settleQuantities)],
  removal: keepHeldBillsOf('packing_list_item'),
});

/**
 * Nothing is stripped or delivered further that is in a held container (decision 81): neither the one that the item
 * is in nor the one that it is said to be in may be held. Nor is what is on a held bill delivered. A new record of a
 * file may be in any state.
 */
async function refuseHeld(rows: ItemRow[], { db, history }: WriteRun): Promise<void> {
  const handed = rows.flatMap((row) => {
    const field = row.before || !history ? handingOver(row.before, row.columns) : undefined;
    if (!field) return [];
    const containers = [containerOf(row), row.columns.container_id].flatMap((id) => id ?? []);
    const bills = [row.before?.bill_of_lading_id, row.columns.bill_of_lading_id].flatMap((id) => id ?? []);
    return [{ row, field, containers, bills: isDelivery(row.before, row.columns) ? bills : [] }];
  });
  const held = new HeldCargoService(db);
  const containers = await held.among(
    'container',
    handed.flatMap((each) => each.containers),
    'taken out',
  );
  const bills = await held.heldBills(handed.flatMap((each) => each.bills));
  for (const { row, field, ...item } of handed) {
    const number = item.containers.map((id) => containers.get(id)).find(Boolean);
    if (number) row.refuse(field, refusalOfHeld('container', number, DONE[field]));
    else if (item.bills.some((id) => bills.has(id)))
      row.refuse(field, refusalOfHeld('packing_list_item', row.after('reference_number')!, 'delivered'));
  }
}

/** An item that goes into another container, or into none, is taken out of its own. */
async function refuseUnpacked(rows: ItemRow[], { db }: WriteRun): Promise<void> {
  const unpacked = rows.filter((row) => containerOf(row) && row.after('container_id') !== containerOf(row));
  await refuseTakenOut(db, unpacked, containerOf, 'container');
}

/**
 * Quantities and flags say the same (decision 160), and not more was stripped than there is. That not more was delivered
 * than was stripped is a constraint.
 */
function settleQuantities(rows: ItemRow[]): void {
  for (const row of rows.filter(({ columns }) => saysHowMany(columns))) {
    const lot = settled(row.before, row.columns);
    const isTooMuch = (lot.stripped_quantity ?? 0) > (lot.quantity ?? 1);
    const field = row.columns.stripped_quantity === undefined ? 'quantity' : 'stripped_quantity';
    if (isTooMuch) row.refuse(field, { code: CARGO.quantity_exceeded, sentence: TOO_MUCH[field] });
    else Object.assign(row.columns, lot);
  }
}

const TOO_MUCH = {
  quantity: 'Quantity must not be less than was stripped.',
  stripped_quantity: 'Stripped quantity must not be more than the quantity.',
};

/** The container that an item is in so far. */
function containerOf({ before }: ItemRow): number | null {
  return before && !before.has_been_stripped ? before.container_id : null;
}
