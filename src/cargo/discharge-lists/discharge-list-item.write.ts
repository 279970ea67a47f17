import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { Container } from '../containers/container.kind';
import { stayOrNone } from '../stays/container-stay.write';
import { StaysService } from '../stays/stays.service';
import { ITEM_MAPS } from '../voyage-lists/voyage-list-item.write';
import { DischargeListItemLine } from './discharge-list-item.dto';
import { DischargeListItem } from './discharge-list-item.entity';
import { DischargeList } from './discharge-list.kind';

/** The write model of items in files. Requests and documents put containers on lists by `DischargeListItemsService`. */
export const dischargeListItemModel = new WriteModel({
  entity: DischargeListItem,
  input: [DischargeListItemLine],
  key: ['discharge_list', 'container'],
  compares: true,
  maps: {
    discharge_list: reference('discharge_list', lookupOf(DischargeList, 'name')),
    container: reference('container', lookupOf(Container, 'number')),
    stay: stayOrNone('discharge_list_items'),
    ...ITEM_MAPS,
  },
  checks: [announce],
});

/** A new item announces its container, unless its line says more: that it was discharged, or its stay. */
async function announce(rows: RowOf<DischargeListItem>[], { db }: WriteRun): Promise<void> {
  const announcing = rows.filter(
    ({ before, columns }) => !before && !columns.discharged_at && columns.stay_id === undefined,
  );
  const ids = announcing.map(({ columns }) => columns.container_id!);
  await new StaysService(db).announce([...new Set(ids)]);
}
