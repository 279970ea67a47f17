import { User } from '../../common/auth/user.kind';
import { COMMON } from '../../common/errors/codes';
import { In } from '../../common/input/in';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { refuseFutureTimes } from '../../common/write/future-times';
import { daily, WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { TALLY_TYPES } from './tally-words';
import { UpdateTally } from './tally.dto';
import { Tally } from './tally.entity';

class TallyLine {
  @In.text({ required: true }) voyage: string;
  @In.oneOf(TALLY_TYPES, { required: true }) tally_type: string;
  @In.text() created_by?: string | null;
  @In.text() closed_by?: string | null;
  @In.int({ min: 0 }) short?: number | null;
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
  checks: [
    daily(keepClosed),
    daily(refuseFutureTimes(['closed_at'], 'A tally cannot have been closed at a time to come.')),
  ],
});

/** An update does not reopen a closed tally (decision 161). */
function keepClosed(rows: RowOf<Tally>[]): void {
  for (const row of rows)
    if (row.before?.closed_at && row.columns.closed_at === null)
      row.refuse('closed_at', {
        code: COMMON.cannot_change,
        sentence: 'A closed tally is not opened by an update.',
      });
}
