import { requireUndoable } from './undo.rules';

describe('requireUndoable', () => {
  const move = { reference: 'TM-1', undone_at: null, since: null };

  it('lets a move be undone once, while nothing came after it', () => {
    expect(() => requireUndoable(move)).not.toThrow();
    for (const since of [null, 'it moved again'])
      expect(() => requireUndoable({ ...move, undone_at: new Date(), since })).toThrow(
        "Tally move 'TM-1' was undone already.",
      );
    expect(() => requireUndoable({ ...move, since: 'it moved again' })).toThrow(
      "Tally move 'TM-1' cannot be undone: it moved again.",
    );
  });
});
