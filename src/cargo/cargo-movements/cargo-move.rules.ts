import { COMMON } from '../../common/errors/codes';
import { naming, type Refusal } from '../../common/errors/errors';
import { isToCome } from '../../common/input/times';
import { isAtTerminal } from '../../places/locations/locations';
import { nameOf } from '../../common/languages/sentence';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS } from '../cargo.sentences';
import type { Movable, MovedCargo } from './cargo-moves.service';
import { piecesHere } from './pieces.rules';

const WHAT = { vehicle: 'Vehicle', breakbulk: 'Breakbulk' } as const;

/** How many pieces a request speaks of: all that are at the terminal unless it says so; of a vehicle 1. */
export const piecesOf = (kind: MovedCargo, cargo: Movable, quantity?: number | null): number =>
  kind === 'vehicle' ? 1 : (quantity ?? piecesHere(cargo));

/**
 * Why cargo is neither moved nor handed over: it is not at the terminal, not as many pieces are, or the time is ahead of
 * now or before its last movement.
 * @param move.isDated whether the request dates it; the time of one that it does not date may follow a clock that was ahead
 * @param field the field that dates the movement
 */
export function againstMoving(
  kind: MovedCargo,
  cargo: Movable,
  { quantity, moved_at, isDated }: { quantity: number; moved_at: Date; isDated: boolean },
  field: string,
): Refusal[] {
  const { name, type, last_moved_at } = cargo;
  const what = `${WHAT[kind]} '${name}'`;
  const records = naming(kind, name);
  if (!isAtTerminal(type))
    return [{ code: CARGO.cargo_not_at_terminal, sentence: `${what} is not at the terminal.`, records }];
  const refusals: Refusal[] = [];
  if (kind === 'breakbulk' && quantity > piecesHere(cargo))
    refusals.push({
      code: CARGO.quantity_exceeded,
      sentence: `Only ${piecesHere(cargo)} pieces of ${name} are at the terminal.`,
      field: 'quantity',
      records,
    });
  if (isDated && isToCome(moved_at))
    refusals.push({
      code: COMMON.time_to_come,
      sentence: 'Cargo cannot have been moved at a time to come.',
      field,
    });
  if (last_moved_at && moved_at < last_moved_at)
    refusals.push({
      code: COMMON.out_of_sequence,
      sentence: CARGO_SAYS['out_of_sequence.cargo']({ what: nameOf(WHAT[kind]), key: name, last_moved_at }),
      field,
      records,
    });
  return refusals;
}
