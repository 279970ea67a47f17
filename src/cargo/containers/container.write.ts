import { meetsIso6346, normalizeContainerNumber } from '../../common/iso-6346';
import { kindModel } from '../../common/setup/kind-model';
import { parts } from '../../common/write/parts';
import { WriteModel } from '../../common/write/write-model';
import { ConsigneeLine, LocatedLine } from '../../parties/consignees/consignee-reference';
import { location } from '../../places/locations/location.write';
import { billLinks } from '../bills-of-lading/bill-lookup';
import { keepHeldBills, keepHeldBillsOf, keepHeldInside } from '../held/keep-held';
import { Container } from './container.kind';
import { CreateReeferPlugMovement } from './reefer-plug-movement.dto';
import { ReeferPlugMovement } from './reefer-plug-movement.entity';

const plugMovements = new WriteModel({
  entity: ReeferPlugMovement,
  input: [CreateReeferPlugMovement],
  key: ['plug_action_at'],
  match: ['id'],
  internal: ['container_id', 'id'],
});

/** A container; its number is stored in capitals without spaces (decision 39). */
export const containerModel = kindModel(Container, {
  input: [ConsigneeLine, LocatedLine],
  compares: true,
  maps: {
    ...location,
    bill_of_ladings: billLinks('container_bills', 'container_id'),
    reefer_plug_movements: parts('reefer_plug_movements', plugMovements, 'container_id', 'id'),
  },
  checks: [keepHeldInside('container'), keepHeldBills('container')],
  removal: keepHeldBillsOf('container'),
  derived: {
    columns: ['meets_iso_standards'],
    fill: (row) => {
      const { number } = row.columns;
      if (number === undefined) return;
      row.columns.number = normalizeContainerNumber(number);
      row.set('meets_iso_standards', meetsIso6346(row.columns.number));
    },
  },
});
