import { In } from '../../common/input/in';
import { cellInput } from '../cell';
import { dangerousInput, type DangerousGoodsFields } from '../dangerous-goods';
import { LOAD_LIST_ITEM_TYPES } from './load-list-item.entity';
import type { LoadListItemType } from './load-list-item.entity';

const TYPE = { required: true, example: 'full' };

/** The cargo of an item, by ids. */
export class LoadListItemFields {
  @In.id({ description: 'The id of a container, breakbulk or vehicle; required unless the type is empties' })
  container_id?: number | null;
  @In.id({ description: 'Required for empties' }) container_type_id?: number | null;
  @In.id({ description: 'Required for empties' }) shipping_line_id?: number | null;
  @In.int({ min: 1, max: 1000, description: 'How many empties; 1 unless given', example: 3 })
  quantity?: number | null;
  @In.note({ example: 'Reefer, load last on deck' }) notes?: string | null;
  @In.text({ description: 'The UN/LOCODE of a port', example: 'NLRTM' }) port_of_loading?: string | null;
  @In.text({ description: 'The UN/LOCODE of a port', example: 'BEANR' }) port_of_discharge?: string | null;
  @cellInput() cell?: string | null;
  @dangerousInput() dangerous?: DangerousGoodsFields[] | null;
}

export class CreateLoadListItem {
  @In.oneOf(LOAD_LIST_ITEM_TYPES, TYPE) load_list_item_type: LoadListItemType;
  @In.object(() => LoadListItemFields) load_list_item?: LoadListItemFields | null;
}

/** The fields of an item in the set-up: also by key, and possibly loaded already. */
export class LoadListEntryFields extends LoadListItemFields {
  @In.text({ description: 'The number of a container, reference number of a breakbulk or VIN of a vehicle' })
  container?: string | null;
  @In.text({ description: 'The code of a container type' }) container_type?: string | null;
  @In.text({ description: 'The code of a shipping line' }) shipping_line?: string | null;
  @In.time({ description: 'When it was loaded' }) loaded_at?: string | null;
  @In.bool({ description: 'Loaded beyond what was booked' }) overshipped?: boolean;
}

/** An item of a load list in the set-up. Its fields may be inside `load_list_item`, as in a request for one item. */
export class LoadListEntry extends LoadListEntryFields {
  @In.oneOf(LOAD_LIST_ITEM_TYPES, TYPE) load_list_item_type: LoadListItemType;
  @In.object(() => LoadListEntryFields) load_list_item?: LoadListEntryFields | null;
}
