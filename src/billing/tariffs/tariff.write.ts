import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { requireRoom } from '../../common/setup/room';
import { reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { CustomerLine } from '../customers/customer-key';
import { customerReference } from '../customers/customer-reference';
import { BILLING } from '../billing.codes';
import { isSupportedCurrency } from '../money';
import { plainColumns } from '../money-fields';
import { writeTariffCodes } from './tariff-codes';
import { publishedRefusal } from './publishing.rules';
import { Tariff } from './tariff.kind';

/** The most tariffs of an organization. */
const MOST = 1_000;

/** What only a file states: that a tariff was published, and its customer where that was deleted. */
class TariffState {
  @In.time() published_at?: string | null;
  @In.text() published_by?: string | null;
  @In.object(() => CustomerLine) customer?: CustomerLine | null;
}

export const tariffModel = kindModel(Tariff, {
  input: [TariffState],
  compares: true,
  maps: {
    ...plainColumns('valid_from'),
    customer: customerReference(),
    published_by: reference('published_by', lookupOf(User, 'email')),
  },
  checks: [requireRoom('tariffs', MOST), requireCurrency, daily(refusePublished)],
  afterwards: [writeTariffCodes],
});

function requireCurrency(rows: RowOf<Tariff>[]): void {
  for (const row of rows) {
    const currency = row.columns.currency;
    if (currency && !isSupportedCurrency(currency))
      row.refuse('currency', {
        code: BILLING.currency_unsupported,
        sentence: `Amounts in ${currency} have three decimals, which are not supported.`,
      });
  }
}

/** Of a published tariff the last day alone may change, to a day that is not over. `TariffsService` looks at the day. */
function refusePublished(rows: RowOf<Tariff>[]): void {
  for (const row of rows) {
    if (!row.before?.published_at) continue;
    const changed = Object.entries(row.columns).find(
      ([name, value]) =>
        name !== 'valid_until' && value !== undefined && differs(value, row.before![name as 'name']),
    );
    if (changed) row.conflict('name', publishedRefusal(row.before.name));
  }
}

const differs = (value: unknown, before: unknown) => (value ?? null) !== (before ?? null);
