import { CAME_WITH_VOYAGE } from '../announcing/announced-containers';
import type { ListDirection } from '../voyage-lists/voyage-list-items';
import { DischargeListItemShow } from './discharge-list-item.view';
import { DischargeList } from './discharge-list.kind';

/** What is particular to discharge lists: their containers arrive with the voyage. */
export const DISCHARGING: ListDirection = {
  type: 'discharge_list',
  list: DischargeList,
  items: 'discharge_list_items',
  Show: DischargeListItemShow,
  done: 'discharged_at',
  voyage: 'arrival_voyage_id',
  here: CAME_WITH_VOYAGE,
  usage: 'import',
  columns: {
    once: {
      discharge_list_id: 'bigint',
      container_id: 'bigint',
      stay_id: 'bigint',
      discharged_at: 'timestamptz',
      over: 'boolean',
    },
    later: {
      container_status: 'text',
      bill_of_lading_number: 'text',
      port_of_loading_id: 'bigint',
      port_of_discharge_id: 'bigint',
      cell: 'text',
      dangerous: 'jsonb',
      from_bayplan: 'boolean',
      edi_partner_id: 'bigint',
    },
  },
  sets: `, stay_id = CASE WHEN i.discharged_at IS NULL THEN (
    SELECT c.stay_id FROM containers c WHERE c.organization_id = i.organization_id AND c.id = i.container_id
  ) ELSE i.stay_id END`,
};
