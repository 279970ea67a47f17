import { kindModel } from '../../common/setup/kind-model';
import { parts } from '../../common/write/parts';
import { WriteModel } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { amountColumn } from '../money-fields';
import { CreateTaxPercentage, Tax, TaxPercentage } from './tax.kind';

/** The most percentages of a tax. */
const MOST = 50;

const taxPercentages = new WriteModel({
  entity: TaxPercentage,
  input: [CreateTaxPercentage],
  key: ['valid_from'],
  match: ['tax_id', 'valid_from'],
  internal: ['tax_id'],
  maps: { percent: amountColumn('percent') },
});

export const taxModel = kindModel(Tax, {
  maps: { percentages: parts('percentages', taxPercentages, 'tax_id', 'valid_from') },
  checks: [refuseTwice],
});

/** One percentage holds from a day on. */
function refuseTwice(rows: RowOf<Tax>[]): void {
  for (const row of rows) {
    const days = ((row.parts.percentages ?? []) as CreateTaxPercentage[]).map(({ valid_from }) => valid_from);
    if (days.length > MOST) row.invalid('percentages', `must have at most ${MOST} items`);
    const twice = days.findIndex((day, at) => days.indexOf(day) < at);
    if (twice >= 0) row.invalid(`percentages.${twice}.valid_from`, `is named twice: ${days[twice]}`);
  }
}
