import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { TALLY_TYPES } from './tally-words';
import { UpdateTally } from './tally.dto';
import { Tally } from './tally.entity';

class TallyLine {
  @In.text({ required: true }) voyage: string;
  @In.oneOf(TALLY_TYPES, { required: true }) tally_type: string;
  @In.text() created_by?: string | null;
  @In.text() closed_by?: string | null;
}

const user = (field: string) => reference(field, lookupOf(User, 'email'), { byId: 'plain' });

export const tallyModel = new WriteModel({
  entity: Tally,
  input: [TallyLine, UpdateTally],
  key: ['voyage', 'tally_type'],
  maps: {
    voyage: reference('voyage', lookupOf(Voyage, 'number')),
    created_by: user('created_by'),
    closed_by: user('closed_by'),
  },
});
