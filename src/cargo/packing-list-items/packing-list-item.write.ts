import { kindModel } from '../../common/setup/kind-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { ConsigneeLine } from '../../parties/consignees/consignee-reference';
import { billReference } from '../bills-of-lading/bill-lookup';
import { HeldContainersService, heldSentence } from '../held/held-containers.service';
import { PackingListItem } from './packing-list-item.kind';
import { DONE, handingOver } from './packing-list-items.rules';

export const packingListItemModel = kindModel(PackingListItem, {
  input: [ConsigneeLine],
  compares: true,
  maps: { bill_of_lading: billReference() },
  checks: [refuseHeld],
});

/**
 * Nothing is stripped or delivered further that is in a held container (decision 81): neither the one that the item
 * is in nor the one that it is said to be in may be held.
 */
async function refuseHeld(rows: RowOf<PackingListItem>[], { db }: WriteRun): Promise<void> {
  const handed = rows.flatMap((row) => {
    const field = handingOver(row.before, row.columns);
    const containers = [row.before?.container_id, row.columns.container_id].flatMap((id) => id ?? []);
    return field && containers.length ? [{ row, field, containers }] : [];
  });
  const held = await new HeldContainersService(db).among(handed.flatMap(({ containers }) => containers));
  for (const { row, field, containers } of handed) {
    const number = [...held].find(([id]) => containers.includes(id))?.[1];
    if (number) row.refuse(field, heldSentence(number, DONE[field]));
  }
}
