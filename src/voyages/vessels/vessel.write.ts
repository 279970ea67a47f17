import { column } from '../../common/write/field-map';
import { WriteModel } from '../../common/write/write-model';
import { CreateVessel } from './vessel.dto';
import { Vessel } from './vessel.entity';

/** The write model of vessels. A request calls the IMO number `imo`. */
export const vesselModel = new WriteModel({
  entity: Vessel,
  input: [CreateVessel],
  key: ['name'],
  maps: { imo: column('imo_number') },
});
