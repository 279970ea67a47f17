import { In } from '../../common/input/in';
import type { NoColumn } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { itemsCount, VOYAGE_FILTER, VoyageList } from '../voyage-lists/voyage-list.kind';
import { DischargeListItemFields } from './discharge-list-item.dto';

/** What a shipping line wants discharged from a voyage. */
@Kind({
  singular: 'discharge_list',
  plural: 'discharge_lists',
  key: 'name',
  role: 'write',
  filters: VOYAGE_FILTER,
})
export class DischargeList extends VoyageList {
  @Field.computed(itemsCount('discharge_list')) items_count: NoColumn;

  @Field.custom(
    In.objects(() => DischargeListItemFields, {
      description:
        'The containers to discharge, in place of those on the list; the answer has none of them, `GET /discharge_lists/{discharge_list_id}/discharge_list_items` has them in pages',
    }),
  )
  items: NoColumn;
}
