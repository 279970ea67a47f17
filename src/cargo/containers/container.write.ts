import { meetsIso6346, normalizeContainerNumber } from '../../common/iso-6346';
import { kindModel } from '../../common/setup/kind-model';
import { parts } from '../../common/write/parts';
import { ConsigneeLine, LocatedLine } from '../../parties/consignees/consignee-reference';
import { location } from '../../places/locations/location.write';
import { keepHeldBills, keepHeldBillsOf, keepHeldInside } from '../held/keep-held';
import {
  billsOfShownStay,
  giveStays,
  openStays,
  placeContainers,
  shownStay,
  StayNumberLine,
} from '../stays/container-stays.write';
import { Container } from './container.kind';
import { plugMovementModel } from './reefer-plug-movement.write';

/** SQL: the plug movements `t` of the stay that their container shows, or of the time before its first. */
const OF_SHOWN_STAY = `t.stay_id IS NOT DISTINCT FROM (
  SELECT c.stay_id FROM containers c WHERE c.organization_id = t.organization_id AND c.id = t.container_id)`;

/** A container; its number is stored in capitals without spaces (decision 39). */
export const containerModel = kindModel(Container, {
  input: [ConsigneeLine, LocatedLine, StayNumberLine],
  compares: true,
  maps: {
    ...location,
    stay: shownStay,
    bill_of_ladings: billsOfShownStay,
    reefer_plug_movements: parts(
      'reefer_plug_movements',
      plugMovementModel,
      'container_id',
      'id',
      OF_SHOWN_STAY,
    ),
  },
  checks: [keepHeldInside('container'), openStays, keepHeldBills('container'), giveStays],
  afterwards: [placeContainers],
  removal: keepHeldBillsOf('container'),
  derived: {
    columns: ['meets_iso_standards', 'stay_id'],
    fill: (row) => {
      const { number } = row.columns;
      if (number === undefined) return;
      row.columns.number = normalizeContainerNumber(number);
      row.set('meets_iso_standards', meetsIso6346(row.columns.number));
    },
  },
});
