import { WriteModel } from '../../common/write/write-model';
import { CreateFreightForwarder, UpdateFreightForwarder } from './freight-forwarder.dto';
import { FreightForwarder } from './freight-forwarder.entity';

export const freightForwarderModel = new WriteModel({
  entity: FreightForwarder,
  input: [CreateFreightForwarder, UpdateFreightForwarder],
  key: ['name'],
});
