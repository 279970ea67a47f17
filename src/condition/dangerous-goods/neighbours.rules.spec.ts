import { forbids, nearness, type Position } from './neighbours.rules';

let id = 0;
/** A place in an area, with a slot of its own unless `slot` is null. */
const at = (
  bay: number | null,
  row: number | null,
  more: Partial<Position> = {},
  teu: number | null = null,
): Position => ({
  yard_area_id: 1,
  size: 20,
  slot: { id: ++id, name: `S${id}`, yard_area_id: 1, bay, row, teu },
  ...more,
});
const near = (one: Position, other: Position) => {
  expect(nearness(other, one)).toBe(nearness(one, other));
  return nearness(one, other);
};

describe('how near two containers are', () => {
  it('is one stack in one slot, whatever its area', () => {
    const slot = at(1, 1);
    expect(near(slot, { ...slot })).toBe('stack');
    const nowhere = at(null, null, { yard_area_id: null });
    expect(near(nowhere, { ...nowhere })).toBe('stack');
    expect(near(nowhere, at(null, null, { yard_area_id: null }))).toBeNull();
  });

  it('is beside in the next bay, the next row or both, and not beyond', () => {
    for (const [bay, row] of [
      [2, 1],
      [1, 2],
      [2, 2],
    ] as const)
      expect(near(at(1, 1), at(bay, row))).toBe('beside');
    for (const [bay, row] of [
      [3, 1],
      [1, 3],
      [2, 3],
    ] as const)
      expect(near(at(1, 1), at(bay, row))).toBe('area');
  });

  it('counts both bays of a long container, and one where the slot is for it', () => {
    const long = at(2, 1, { size: 40 });
    expect([at(1, 1), at(2, 1), at(3, 1), at(4, 1), at(5, 1)].map((each) => near(long, each))).toEqual([
      'beside',
      'stack',
      'stack',
      'beside',
      'area',
    ]);
    expect(near(long, at(3, 2))).toBe('beside');
    expect(near(at(2, 1, { size: 45 }, 2), at(3, 1))).toBe('beside');
    expect(near(at(2, 1, { size: 40 }, 2), at(4, 1))).toBe('area');
    expect(near(at(1, 1, { size: 40 }), at(3, 1, { size: 40 }))).toBe('beside');
    expect(near(at(1, 1, { size: 40 }), at(4, 1, { size: 40 }))).toBe('area');
    expect(near(at(2, 1, { size: null }), at(4, 1))).toBe('area');
  });

  it('is beside everything in its area for a slot without bay or row', () => {
    for (const place of [at(null, 1), at(1, null), at(null, null)])
      expect(near(place, at(9, 9))).toBe('beside');
    expect(near(at(null, null), at(1, 1, { yard_area_id: 2 }))).toBeNull();
  });

  it('is the area for what is in no slot', () => {
    const unplaced = at(1, 1, { slot: null });
    expect(near(unplaced, at(1, 1))).toBe('area');
    expect(near(unplaced, at(null, null))).toBe('area');
    expect(near(unplaced, at(1, 1, { yard_area_id: 2, slot: null }))).toBeNull();
  });
});

it('forbids one stack from 1 on, stacks beside each other from 2 on, one area from 3 on, other areas never', () => {
  const values = [0, 1, 2, 3, 4] as const;
  const of = (place: Parameters<typeof forbids>[1]) => values.filter((value) => forbids(value, place));
  expect([of('stack'), of('beside'), of('area'), of(null)]).toEqual([[1, 2, 3, 4], [2, 3, 4], [3, 4], []]);
});
