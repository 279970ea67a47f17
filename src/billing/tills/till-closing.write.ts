import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { amountColumn, amountInput } from '../money-fields';
import { Till } from './till.kind';
import { TillClosing } from './till-closing.entity';
import { ENTRIES } from './till-closing.rules';
import { WAYS } from './ways';

/** An exact amount as text, below 0 where money is missing. */
const Exactly = () =>
  In.text({ required: true, pattern: /^-?\d{1,12}\.\d\d$/, must: 'must be a number with two decimals' });

class AmountsLine {
  @Exactly() cash: string;
  @Exactly() card: string;
  @Exactly() transfer: string;
  @Exactly() cheque: string;
  @Exactly() other: string;
}

class EntryLine {
  @In.text() number: string | null;
  @In.oneOf(WAYS, { required: true }) way: string;
  @In.oneOf(ENTRIES, { required: true }) entry: string;
  @Exactly() amount: string;
  @In.text() reference: string | null;
  @In.note() customer: string | null;
  @In.time({ required: true }) at: string;
  @In.bool({ required: true }) reversed: boolean;
}

/** A closing in a file, as it was made. */
class TillClosingLine {
  @In.text({ required: true, identifier: 'visible' }) number: string;
  @In.text({ required: true }) till: string;
  @In.text({ required: true }) currency: string;
  @In.time({ required: true }) opened_at: string;
  @In.text() opened_by?: string | null;
  @In.time({ required: true }) closed_at: string;
  @In.text() closed_by?: string | null;
  @amountInput({ required: true }) float: string;
  @In.object(() => AmountsLine, { required: true }) expected: AmountsLine;
  @In.object(() => AmountsLine, { required: true }) counted: AmountsLine;
  @In.object(() => AmountsLine, { required: true }) difference: AmountsLine;
  @In.objects(() => EntryLine, { required: true }) payments: EntryLine[];
}

/** Closings of tills in files. */
export const tillClosingModel = new WriteModel<TillClosing>({
  entity: TillClosing,
  input: [TillClosingLine],
  key: ['number'],
  maps: {
    till: reference('till', lookupOf(Till, 'name')),
    opened_by: reference('opened_by', lookupOf(User, 'email')),
    closed_by: reference('closed_by', lookupOf(User, 'email')),
    float: amountColumn('float'),
  },
});
