import { kindModel } from '../../common/setup/kind-model';
import type { RowOf } from '../../common/write/write-row';
import { plainColumns } from '../money-fields';
import { ChargeCode } from './charge-code.kind';
import { hasCargo, measureOf } from './measures';

/** The most roles that pay a charge code. */
const MOST_PAYERS = 6;

export const chargeCodeModel = kindModel(ChargeCode, {
  compares: true,
  maps: plainColumns('cargo', 'unit_code', 'tax_class', 'payers', 'priced_at'),
  checks: [completeByMeasure],
});

/** The unit and the payers that are left out are those of the measure. */
function completeByMeasure(rows: RowOf<ChargeCode>[]): void {
  for (const row of rows) {
    const measure = row.after('measure');
    if (!measure) continue;
    const cargo = row.after('cargo') ?? 'container';
    const { unit_code, payers } = measureOf({ measure, cargo });
    if (!hasCargo(measure, cargo)) row.invalid('cargo', `of the measure ${measure} is container`);
    if (!row.after('unit_code')) row.columns.unit_code = unit_code;
    if (row.columns.unit_code === null) row.columns.unit_code = unit_code;
    if (!row.after('payers')?.length || row.columns.payers === null) row.columns.payers = [...payers];
    if ((row.columns.payers?.length ?? 0) > MOST_PAYERS)
      row.invalid('payers', `must have at most ${MOST_PAYERS} items`);
    if (row.after('lift_type') && measure !== 'special_lift')
      row.invalid('lift_type', 'is of special lifts only');
  }
}
