import { In } from '../../common/input/in';
import { since } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { CreateConsignee } from './consignee.dto';
import { Consignee } from './consignee.entity';

class ConsigneeState {
  @In.bool() deleted?: boolean | null;
  /** Tells deleted consignees with the same name apart. */
  @In.time() deleted_at?: string | null;
}

export const consigneeModel = new WriteModel({
  entity: Consignee,
  input: [CreateConsignee, ConsigneeState],
  key: ['name', 'deleted_at'],
  named: lookupOf(Consignee, 'name'),
  maps: { deleted: since('deleted_at') },
  derived: { columns: [], fill: ({ columns }) => (columns.deleted_at ??= null) },
});
