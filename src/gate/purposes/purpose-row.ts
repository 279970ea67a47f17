import type { Row } from '../../common/schema/columns';
import type { PartRow } from '../../common/write/parts';
import type { Check } from '../../common/write/write-model';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import type { CreatePurpose } from './purpose.dto';
import type { Purpose } from './purpose.entity';
import { PlainPurpose, plainPurpose } from './purpose.rules';

export type PurposeRow = RowOf<Purpose>;

interface Announcement extends Row {
  used_at: Date | null;
}

export const plain = (row: WriteRow): PlainPurpose =>
  plainPurpose(row.said<CreatePurpose>() as CreatePurpose);

/** Whether the announcement is used or cancelled. */
export function isOver(row: WriteRow): boolean {
  return Boolean((row as RowOf<Announcement>).after('used_at') || row.after('cancelled_at'));
}

/**
 * Whether the purpose belongs to a visit, or to an announcement that is used or cancelled. In a file it is then
 * history.
 */
function hasHappened(row: PurposeRow): boolean {
  return Boolean(row.columns.truck_visit_id) || isOver((row as PartRow).whole);
}

/**
 * Whether rules for the future apply. They do not apply to what a file says is over, because that has happened
 * (decision 87), nor to anything of an export, because it was accepted before (decision 325).
 */
export function isToHappen(over: boolean, { history, exported }: WriteRun): boolean {
  return !exported && !(history && over);
}

export function isAhead(row: PurposeRow, run: WriteRun): boolean {
  return isToHappen(hasHappened(row), run);
}

/** Applies a rule only to purposes that are still to come. */
export function ahead(check: Check<PurposeRow>): Check<PurposeRow> {
  return (rows, run) => {
    const held = rows.filter((row) => isAhead(row, run));
    return held.length ? check(held, run) : undefined;
  };
}
