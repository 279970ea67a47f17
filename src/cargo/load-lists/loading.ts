import { MAY_LEAVE_WITH_VOYAGE } from '../announcing/announced-containers';
import type { ListDirection } from '../voyage-lists/voyage-list-items';
import { LoadListItemShow } from './load-list-item.view';
import { LoadList } from './load-list.kind';

/** What is particular to load lists: their containers leave with the voyage. */
export const LOADING: ListDirection = {
  type: 'load_list',
  list: LoadList,
  items: 'load_list_items',
  Show: LoadListItemShow,
  done: 'loaded_at',
  voyage: 'departure_voyage_id',
  here: MAY_LEAVE_WITH_VOYAGE,
  columns: {
    once: {
      load_list_id: 'bigint',
      container_id: 'bigint',
      container_type_id: 'bigint',
      shipping_line_id: 'bigint',
    },
    later: {
      load_list_item_type: 'text',
      notes: 'text',
      port_of_loading_id: 'bigint',
      port_of_discharge_id: 'bigint',
      cell: 'text',
      dangerous: 'jsonb',
    },
  },
};
