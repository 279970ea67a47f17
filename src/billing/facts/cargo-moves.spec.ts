import { cargoHistory, type CargoMove } from './cargo-moves';

const MEASURED = { tonne: '24', cubic_metre: '30', square_metre: null };
let id = 0;
const move = (
  movement_type: string,
  quantity: number | null,
  at: number,
  more: Partial<CargoMove> = {},
): CargoMove => ({
  id: ++id,
  movement_type,
  from: movement_type === 'discharge' ? 'Voyage' : 'YardArea',
  to: movement_type === 'discharge' || movement_type === 'yard' ? 'YardArea' : 'Consignee',
  quantity,
  at,
  ...more,
});

describe('the history of cargo by its movements', () => {
  it('lasts from the first piece that comes to the last that leaves', () => {
    const { spans, shares, arrived_by, departed_by } = cargoHistory(
      [move('discharge', 60, 1), move('discharge', 40, 2), move('gate_out', 30, 3), move('gate_out', 70, 4)],
      MEASURED,
      100,
    );
    expect(spans).toEqual([{ from: 1, until: 4 }]);
    expect([arrived_by, departed_by]).toEqual(['voyage', 'truck']);
    expect(
      shares.map(({ at, quantities: { piece, tonne, revenue_tonne } }) => [at, piece, tonne, revenue_tonne]),
    ).toEqual([
      [1, '60', '14.4', '18'],
      [2, '100', '24', '30'],
      [3, '70', '16.8', '21'],
      [4, '0', '0', '0'],
    ]);
  });

  it('counts the pieces of a later discharge, wherever the others of the lot were stated to be', () => {
    const { spans, shares } = cargoHistory(
      [move('discharge', 60, 1), move('discharge', 40, 2, { from: 'YardArea' }), move('gate_out', 100, 3)],
      MEASURED,
      100,
    );
    expect(spans).toEqual([{ from: 1, until: 3 }]);
    expect(shares.map(({ at, quantities }) => [at, quantities.piece])).toEqual([
      [1, '60'],
      [2, '100'],
      [3, '0'],
    ]);
  });

  it('has an event of each movement with its pieces, and none of one that was reversed', () => {
    const wrong = move('discharge', 50, 2);
    const { spans, events } = cargoHistory(
      [
        move('discharge', 60, 1),
        wrong,
        move('reversal', 50, 2, { from: 'YardArea', to: 'Voyage' }),
        move('yard', 60, 3),
        move('load', 60, 4, { to: 'Voyage' }),
      ],
      MEASURED,
      120,
    );
    expect(spans).toEqual([{ from: 1, until: 4 }]);
    expect(events.map(({ measure, at, side, quantities }) => [measure, at, side, quantities!.piece])).toEqual(
      [
        ['discharge', 1, 'arrival', '60'],
        ['wharfage', 1, 'arrival', '60'],
        ['yard_move', 3, null, '60'],
        ['load', 4, 'departure', '60'],
        ['wharfage', 4, 'departure', '60'],
      ],
    );
    expect(new Set(events.map(({ event }) => event)).size).toBe(3);
    expect(events).not.toContainEqual(expect.objectContaining({ event: `move:${wrong.id}` }));
  });

  it('of a vehicle counts one piece, of what is not known nothing', () => {
    const { events, shares } = cargoHistory([move('discharge', null, 1)], { ...MEASURED, tonne: null }, 1);
    expect(events[0]!.quantities).toEqual({
      piece: '1',
      tonne: null,
      cubic_metre: '30',
      revenue_tonne: null,
      square_metre: null,
    });
    expect(shares).toHaveLength(1);
    expect(cargoHistory([move('yard', null, 1)], MEASURED, 1).spans).toEqual([]);
  });
});
