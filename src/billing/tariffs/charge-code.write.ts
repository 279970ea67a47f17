import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { kindModel } from '../../common/setup/kind-model';
import { requireRoom } from '../../common/setup/room';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { BILLING } from '../billing.codes';
import { plainColumns } from '../money-fields';
import { ChargeCode } from './charge-code.kind';
import { hasCargo, measureOf, type PayerRole } from './measures';

/** The most charge codes of an organization. */
const MOST_CODES = 500;
/** The most roles that pay a charge code. */
const MOST_PAYERS = 6;
/** Who pays for a container that was emptied here, unless the code says it. */
const PAYERS_EMPTY: readonly PayerRole[] = ['shipping_line'];

export const chargeCodeModel = kindModel(ChargeCode, {
  compares: true,
  maps: plainColumns('cargo', 'unit_code', 'tax_class', 'payers', 'payers_empty', 'priced_at'),
  checks: [requireRoom('charge_codes', MOST_CODES), completeByMeasure, keepMeasure],
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
    if (!row.after('payers_empty')?.length || row.columns.payers_empty === null)
      row.columns.payers_empty = [...PAYERS_EMPTY];
    for (const field of ['payers', 'payers_empty'] as const)
      if ((row.columns[field]?.length ?? 0) > MOST_PAYERS)
        row.invalid(field, `must have at most ${MOST_PAYERS} items`);
    if (row.after('lift_type') && measure !== 'special_lift')
      row.invalid('lift_type', 'is of special lifts only');
  }
}

/** The measure of a code that has charges stays, because they say how much of it there was. */
async function keepMeasure(rows: RowOf<ChargeCode>[], { db }: WriteRun): Promise<void> {
  const changed = rows.filter(
    ({ before, columns }) => before && (columns.measure ?? before.measure) !== before.measure,
  );
  if (!changed.length) return;
  const used = await db.query<{ id: number }>(sql`
    SELECT k.id FROM charge_codes k
    WHERE k.organization_id = ${db.actor.organization_id}
      AND ${among(
        'k.id',
        changed.map(({ before }) => before!.id),
      )}
      AND EXISTS (SELECT FROM charges c WHERE c.organization_id = k.organization_id AND c.charge_code_id = k.id)`);
  for (const row of changed)
    if (used.some(({ id }) => id === row.before!.id))
      row.conflict('measure', {
        code: BILLING.charge_code_used,
        sentence: `Charge code ${row.before!.code} has charges: its measure stays.`,
      });
}
