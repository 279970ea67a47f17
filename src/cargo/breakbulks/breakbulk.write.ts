import { In } from '../../common/input/in';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { kindModel } from '../../common/setup/kind-model';
import { LocatedLine } from '../../parties/consignees/consignee-reference';
import { location } from '../../places/locations/location.write';
import { isAtTerminal } from '../../places/locations/locations';
import { billReference } from '../bills-of-lading/bill-lookup';
import { keepHeldBills, keepHeldBillsOf, keepHeldInside } from '../held/keep-held';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { noteMoves } from '../cargo-movements/note-moves';
import { piecesAt } from '../cargo-movements/pieces.rules';
import { Breakbulk } from './breakbulk.kind';

/** The fields that a file states beyond those of a request. */
class BreakbulkLine extends LocatedLine {
  @In.bool() has_been_here?: boolean | null;
  @In.int({ min: 0 }) arrived_quantity?: number | null;
  @In.int({ min: 0 }) loaded_quantity?: number | null;
  @In.int({ min: 0 }) delivered_quantity?: number | null;
}

export const breakbulkModel = kindModel(Breakbulk, {
  input: [BreakbulkLine],
  compares: true,
  maps: { ...location, bill_of_lading: billReference() },
  checks: [keepHeldInside('breakbulk'), keepHeldBills('breakbulk'), countPieces],
  afterwards: [noteMoves('breakbulk', () => kindClasses(kindOf(Breakbulk)).Show)],
  removal: keepHeldBillsOf('breakbulk'),
});

/**
 * A place that is given speaks of all pieces: whether they are at the terminal, or have left. A file may state the pieces
 * beside the place.
 */
function countPieces(rows: RowOf<Breakbulk>[], { history }: WriteRun): void {
  for (const row of rows) {
    const type = row.columns.current_location_type;
    if (history && row.columns.arrived_quantity !== undefined) continue;
    const before = row.before?.current_location_type ?? null;
    // From one place at the terminal to another, and between places outside, the same pieces are here.
    if (type === undefined || (row.before && isAtTerminal(type) === isAtTerminal(before))) continue;
    const pieces = row.before ?? { arrived_quantity: 0, loaded_quantity: 0, delivered_quantity: 0 };
    Object.assign(row.columns, piecesAt(type, row.after('quantity') ?? null, pieces));
  }
}
