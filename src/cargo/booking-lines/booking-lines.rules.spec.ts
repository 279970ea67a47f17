import { numbersOf, refusalsOfLines, type StoredLine, usedOf } from './booking-lines.rules';

const stored: StoredLine = {
  id: 1,
  number: 1,
  container_type_id: null,
  quantity: 3,
  received: 0,
  inside: 0,
  released: 0,
  inside_released: 0,
  has_release: false,
};

describe('numbers of lines', () => {
  it('go on behind the highest, whether it stands, is gone or is named', () => {
    expect(numbersOf([{}, {}], 0)).toEqual([1, 2]);
    expect(numbersOf([{ number: 2 }, {}, {}], 4)).toEqual([2, 5, 6]);
    expect(numbersOf([{ number: 9 }, {}], 4)).toEqual([9, 10]);
  });
});

describe('lines that replace others', () => {
  const codes = (lines: StoredLine[], said: { number: number; quantity?: number | null }[], last = 3) =>
    refusalsOfLines('B1', lines, said, last).map(({ code, at, conflict }) => [code, at?.line, conflict]);

  it('may name those that stand, and new ones', () => {
    expect(codes([stored], [{ number: 1, quantity: 1 }, { number: 4 }])).toEqual([]);
    expect(codes([stored], [{ number: 4 }])).toEqual([]);
  });

  it('name no line twice, nor one that is gone', () => {
    expect(codes([stored], [{ number: 1 }, { number: 1 }])).toEqual([['line_number_given', 1, false]]);
    expect(codes([stored], [{ number: 1 }, { number: 2 }])).toEqual([['line_number_given', 1, false]]);
  });

  it('keep what was used, in the direction that used more', () => {
    const used = { ...stored, received: 1, inside: 1, released: 1 };
    expect(usedOf(used)).toBe(2);
    expect(codes([used], [{ number: 4 }])).toEqual([['line_used', undefined, true]]);
    expect(codes([used], [{ number: 1, quantity: 1 }])).toEqual([['quantity_below_done', 0, true]]);
    expect(codes([used], [{ number: 1, quantity: 2 }])).toEqual([]);
    expect(codes([used], [{ number: 1, quantity: null }])).toEqual([]);
    expect(codes([{ ...used, quantity: 1 }], [{ number: 1, quantity: 1 }])).toEqual([]);
  });

  it('keep a line that a release is of', () => {
    expect(codes([{ ...stored, has_release: true }], [])).toEqual([['line_used', undefined, true]]);
  });
});
