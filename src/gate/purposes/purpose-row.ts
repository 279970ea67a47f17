import type { Row } from '../../common/schema/columns';
import type { PartRow } from '../../common/write/parts';
import type { Check } from '../../common/write/write-model';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import type { CreatePurpose } from './purpose.dto';
import type { Purpose } from './purpose.entity';
import { PlainPurpose, plainPurpose } from './purpose.rules';

/** A purpose that is to be written, as part of what says what a truck comes for. */
export type PurposeRow = RowOf<Purpose>;

/** A pre-advice or an appointment. */
interface Announcement extends Row {
  used_at: Date | null;
}

/** A purpose as it was sent. */
export const plain = (row: WriteRow): PlainPurpose =>
  plainPurpose(row.said<CreatePurpose>() as CreatePurpose);

/** Whether no truck is to come with it: one was gated in with it already, or it was cancelled. */
export function isOver(row: WriteRow): boolean {
  return Boolean((row as RowOf<Announcement>).after('used_at') || row.after('cancelled_at'));
}

/** Whether it is of a visit, or of an announcement that was used or cancelled: a file tells of what has happened then. */
function hasHappened(row: PurposeRow): boolean {
  return Boolean(row.columns.truck_visit_id) || isOver((row as PartRow).whole);
}

/** Whether it is still to come: what a file says is over has happened as it did (87), what an export says was taken (325). */
export function isToHappen(over: boolean, { history, exported }: WriteRun): boolean {
  return !exported && !(history && over);
}

export function isAhead(row: PurposeRow, run: WriteRun): boolean {
  return isToHappen(hasHappened(row), run);
}

/** A rule for what is still to come. */
export function ahead(check: Check<PurposeRow>): Check<PurposeRow> {
  return (rows, run) => {
    const held = rows.filter((row) => isAhead(row, run));
    return held.length ? check(held, run) : undefined;
  };
}
