import { In } from '../../common/input/in';
import type { Row } from '../../common/schema/columns';
import type { RowOf, WriteRow } from '../../common/write/write-row';

/** A pre-advice or an appointment. */
interface Announcement extends Row {
  used_at: Date | null;
}

/** Whether, and since when, a truck has been gated in with it: a file may say so. */
export class UsedState {
  @In.bool() used?: boolean | null;
  @In.time() used_at?: string | null;
}

/** Whether a truck was gated in with it. */
export function isUsed(row: WriteRow): boolean {
  return Boolean((row as RowOf<Announcement>).after('used_at'));
}
