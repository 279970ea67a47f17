import type { Location } from '../containers/stacks.rules';
import { afterMove, type PieceMove, piecesAt, piecesHere } from './pieces.rules';

const ABOARD: Location = { type: 'Voyage', id: 1 };
const SHED: Location = { type: 'YardArea', id: 2 };
const GONE: Location = { type: 'Consignee', id: null };

const pieces = (arrived_quantity: number, loaded_quantity = 0, delivered_quantity = 0) => ({
  arrived_quantity,
  loaded_quantity,
  delivered_quantity,
});

describe('the pieces of a lot', () => {
  it('are at the terminal from the first that comes until the last has left, wherever the last one went', () => {
    const moves: PieceMove[] = [
      { movement_type: 'discharge', to: SHED, quantity: 4 },
      { movement_type: 'gate_out', to: GONE, quantity: 3 },
      { movement_type: 'discharge', to: SHED, quantity: 2 },
      { movement_type: 'load', to: ABOARD, quantity: 3 },
    ];
    let state: ReturnType<typeof afterMove> = { pieces: pieces(0), place: ABOARD };
    const seen = moves.map((move) => {
      state = afterMove(state.pieces, state.place, move);
      return [state.place?.type, piecesHere(state.pieces)];
    });
    expect(seen).toEqual([
      ['YardArea', 4],
      ['YardArea', 1],
      ['YardArea', 3],
      ['Voyage', 0],
    ]);
    expect(state.pieces).toEqual(pieces(6, 3, 3));
  });

  it('are subtracted by a reversal, in whatever order', () => {
    const undo = { movement_type: 'reversal', to: ABOARD, reverses: 'discharge' } as const;
    const first = afterMove(pieces(6), SHED, { ...undo, quantity: 4 });
    expect(first).toEqual({ pieces: pieces(2), place: SHED });
    expect(afterMove(first.pieces, first.place, { ...undo, quantity: 2 })).toEqual({
      pieces: pieces(0),
      place: ABOARD,
    });
    const loaded = { movement_type: 'reversal', to: SHED, reverses: 'load', quantity: 2 } as const;
    expect(afterMove(pieces(6, 6), ABOARD, loaded)).toEqual({ pieces: pieces(6, 4), place: SHED });
  });

  it.each([
    ['YardSlot', pieces(7), pieces(10)],
    ['Voyage', pieces(7, 1, 2), pieces(7, 5, 2)],
    ['Consignee', pieces(7, 1, 2), pieces(7, 1, 6)],
    ['Other', pieces(7), pieces(7, 0, 7)],
    ['Container', pieces(7, 1, 2), pieces(3, 1, 2)],
    [null, pieces(7), pieces(0)],
  ])('are all where the set-up says: %s', (type, before, after) => {
    expect(piecesAt(type, 10, before)).toEqual(after);
  });
});
