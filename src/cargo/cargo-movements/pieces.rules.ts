import { isAtTerminal } from '../../places/locations/locations';
import type { Location } from '../containers/stacks.rules';

/** How many pieces of a lot of breakbulk have come and gone. */
export interface Pieces {
  arrived_quantity: number;
  loaded_quantity: number;
  delivered_quantity: number;
}

/** What a movement does to the pieces of a lot. */
export interface PieceMove {
  movement_type: 'discharge' | 'load' | 'shift' | 'yard' | 'gate_out' | 'reversal';
  to: Location;
  quantity: number;
  /** Of a reversal: what it reverses. */
  reverses?: 'discharge' | 'load';
}

const COLUMN = {
  discharge: 'arrived_quantity',
  load: 'loaded_quantity',
  gate_out: 'delivered_quantity',
} as const satisfies Record<string, keyof Pieces>;

/** The pieces of a lot that are at the terminal. */
export const piecesHere = ({ arrived_quantity, loaded_quantity, delivered_quantity }: Pieces): number =>
  arrived_quantity - loaded_quantity - delivered_quantity;

/**
 * The pieces and the place of a lot after a movement. Its place is where the last piece went, but it is at the terminal
 * from the first piece that comes until the last has left (decision 442).
 */
export function afterMove(
  pieces: Pieces,
  place: Location,
  { movement_type, to, quantity, reverses }: PieceMove,
): { pieces: Pieces; place: Location } {
  const changed = movement_type === 'reversal' ? reverses : movement_type;
  const after = { ...pieces };
  if (changed && changed !== 'yard' && changed !== 'shift')
    after[COLUMN[changed]] += movement_type === 'reversal' ? -quantity : quantity;
  const staysHere =
    piecesHere(after) > 0 && !isAtTerminal(to?.type ?? null) && isAtTerminal(place?.type ?? null);
  return { pieces: after, place: staysHere ? place : to };
}

/**
 * The pieces of a lot whose place the set-up gives: it speaks of all pieces. At the terminal all of them are here;
 * aboard a vessel those that were here are loaded; with nobody knowing where, or in a container, none is here; and
 * anywhere else those that were here are delivered.
 */
export function piecesAt(type: string | null, quantity: number | null, pieces: Pieces): Pieces {
  const { arrived_quantity, loaded_quantity, delivered_quantity } = pieces;
  if (isAtTerminal(type))
    return { arrived_quantity: quantity ?? 1, loaded_quantity: 0, delivered_quantity: 0 };
  if (type === null || type === 'Container')
    return { arrived_quantity: loaded_quantity + delivered_quantity, loaded_quantity, delivered_quantity };
  const here = piecesHere(pieces);
  return type === 'Voyage' || type === 'Ship'
    ? { arrived_quantity, delivered_quantity, loaded_quantity: loaded_quantity + here }
    : { arrived_quantity, loaded_quantity, delivered_quantity: delivered_quantity + here };
}
