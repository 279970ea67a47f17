import { isAtTerminal } from '../../places/locations/locations';
import { type Measurements, quantitiesOf } from './quantities';
import type { FactEvent, Share, Span } from './subject-facts';

/** A movement of a vehicle or of pieces of breakbulk, in order of ids. */
export interface CargoMove {
  id: number;
  movement_type: string;
  from: string | null;
  to: string | null;
  /** Null for a vehicle. */
  quantity: number | null;
  at: number;
}

/** When cargo was here and what happened to it, by its movements. */
export interface CargoHistory {
  spans: Span[];
  shares: Share[];
  events: FactEvent[];
  arrived_by: string | null;
  departed_by: string | null;
}

const CARRIERS: Record<string, string> = {
  discharge: 'voyage',
  load: 'voyage',
  gate_in: 'truck',
  gate_out: 'truck',
};

/** The movements that count: a reversal takes back the last one of its time and quantity. */
function counting(moves: CargoMove[]): CargoMove[] {
  const left: CargoMove[] = [];
  for (const move of moves) {
    if (move.movement_type !== 'reversal') left.push(move);
    else {
      const at = left.findLastIndex((each) => each.at === move.at && each.quantity === move.quantity);
      if (at >= 0) left.splice(at, 1);
    }
  }
  return left;
}

/**
 * The history of a lot of so many pieces. Pieces are here from the movement that brings them to the one that takes them;
 * cargo whose arrival no movement tells is not counted.
 */
export function cargoHistory(moves: CargoMove[], measured: Measurements, all: number): CargoHistory {
  const history: CargoHistory = { spans: [], shares: [], events: [], arrived_by: null, departed_by: null };
  let here = 0;
  for (const { id, movement_type, from, to, quantity, at } of counting(moves)) {
    const pieces = quantity ?? 1;
    const quantities = quantitiesOf(measured, pieces, all);
    const event = { event: `move:${id}`, at, container_status: null, quantities };
    if (movement_type === 'discharge') {
      history.events.push({ ...event, measure: 'discharge', side: 'arrival' });
      history.events.push({ ...event, measure: 'wharfage', side: 'arrival' });
    }
    if (movement_type === 'load') {
      history.events.push({ ...event, measure: 'load', side: 'departure' });
      history.events.push({ ...event, measure: 'wharfage', side: 'departure' });
    }
    if (movement_type === 'yard') history.events.push({ ...event, measure: 'yard_move', side: null });
    // A discharge brings pieces from the vessel also where others of the lot are at the terminal already.
    const came = isAtTerminal(to) && (movement_type === 'discharge' || !isAtTerminal(from));
    const left = isAtTerminal(from) && !isAtTerminal(to);
    if (!came && !left) continue;
    const before = here;
    here = Math.max(0, here + (came ? pieces : -pieces));
    if (before === 0 && here > 0) {
      history.spans.push({ from: at, until: null });
      history.arrived_by ??= CARRIERS[movement_type] ?? null;
    }
    if (before > 0 && here === 0) history.spans.at(-1)!.until = at;
    history.departed_by = here === 0 ? (CARRIERS[movement_type] ?? null) : null;
    history.shares.push({ at, quantities: quantitiesOf(measured, here, all) });
  }
  return history;
}
