import { linesOfList, ofLineOfList, theirItems } from './items-of-lines';
import { OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { In } from '../../common/input/in';
import type { NoColumn } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { lacksVgm } from '../verified-weights/lacks-vgm';
import { itemsCount, VOYAGE_FILTER, VoyageList } from '../voyage-lists/voyage-list.kind';
import { LoadListEntry } from './load-list-item.dto';
import { LoadListItem } from './load-list-item.entity';
import { LoadListItemShow } from './load-list-item.view';

/** The most items that a load list shows itself (decision 343). */
const MOST_SHOWN = 1_000;

/** SQL: how many containers are still to be loaded of a list, and lack a verified gross mass. */
const vgmMissing = (of: (column: string) => string) => `SELECT count(*) FROM load_list_items i
  JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id
  WHERE i.organization_id = ${of('organization_id')} AND i.load_list_id = ${of('id')} AND i.loaded_at IS NULL
    AND ${lacksVgm((column) => `s.${column}`)}`;

/** What a shipping line wants loaded on a voyage. */
@Kind({
  singular: 'load_list',
  plural: 'load_lists',
  key: 'name',
  role: 'write',
  filters: VOYAGE_FILTER,
  parties: {
    concern: { rows: ofLineOfList, whose: linesOfList },
    fields: ['name', 'voyage', 'shipping_line', 'items'],
    instead: { items_count: theirItems },
    filters: ['name', 'voyage_number'],
  },
})
export class LoadList extends VoyageList {
  @Field.computed(itemsCount('load_list')) items_count: NoColumn;

  @Field.computed((out) => out.sql(vgmMissing, 'integer', { nullable: false })) vgm_missing: NoColumn;

  @Field.custom(In.objects(() => LoadListEntry), (out) =>
    out.many('items', () => LoadListItemShow, {
      most: MOST_SHOWN,
      description: `What is to be loaded, item by item; left out where there are more than ${MOST_SHOWN}, which \`GET /load_lists/{load_list_id}/load_list_items\` has in pages`,
    }),
  )
  @OneToMany(() => LoadListItem, (item) => item.load_list)
  items: Relation<LoadListItem>[];
}
