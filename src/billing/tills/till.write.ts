import { COMMON } from '../../common/errors/codes';
import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { column, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import type { RowOf } from '../../common/write/write-row';
import { User } from '../../common/auth/user.kind';
import { amountColumn, amountInput, plainColumns } from '../money-fields';
import { Till } from './till.kind';

/** What only a file states of a till: that it is open. */
class TillLine {
  @In.time() opened_at?: string | null;
  @In.text() opened_by?: string | null;
  @amountInput() float?: string | null;
}

export const tillModel = kindModel(Till, {
  input: [TillLine],
  compares: true,
  maps: {
    ...plainColumns('currency', 'active'),
    opened_at: column('opened_at'),
    opened_by: reference('opened_by', lookupOf(User, 'email')),
    float: amountColumn('float'),
  },
  checks: [keepCurrency],
});

/** What an open till has taken is in its currency. */
function keepCurrency(rows: RowOf<Till>[]): void {
  for (const row of rows) {
    const { before, columns } = row;
    if (before?.opened_at && columns.currency !== undefined && columns.currency !== before.currency)
      row.refuse('currency', {
        code: COMMON.in_use,
        sentence: `Till ${before.name} is open: its currency stays.`,
      });
  }
}
