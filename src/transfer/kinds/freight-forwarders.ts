import { In } from '../../common/input/in';
import { CreateFreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.dto';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { TableKind } from '../table-kind';

class FreightForwarderState {
  @In.bool({ notNull: true }) active?: boolean;
}

export const freightForwarders = () =>
  new TableKind({
    entity: FreightForwarder,
    input: [CreateFreightForwarder, FreightForwarderState],
    key: ['name'],
  });
