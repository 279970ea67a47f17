import { strippedAt } from './packing-list-items.rules';

const NONE = {
  quantity: 10,
  stripped_quantity: null,
  delivered_quantity: null,
  has_been_stripped: false,
  has_been_delivered: false,
};
const AT = new Date('2026-11-20T10:00:00Z');

describe('strippedAt', () => {
  it('is the time at which more packages are taken out than before', () => {
    expect(strippedAt(NONE, { stripped_quantity: 1 }, AT)).toBe(AT);
    expect(strippedAt({ ...NONE, stripped_quantity: 4 }, { stripped_quantity: 10 }, AT)).toBe(AT);
    expect(strippedAt(NONE, { has_been_stripped: true }, AT)).toBe(AT);
    expect(strippedAt(null, { has_been_delivered: true }, AT)).toBe(AT);
  });

  it('stays as it is when as many or fewer are out, and is none when none are', () => {
    const some = { ...NONE, stripped_quantity: 4 };
    expect(strippedAt(some, { stripped_quantity: 4 }, AT)).toBeUndefined();
    expect(strippedAt(some, { stripped_quantity: 2, delivered_quantity: 1 }, AT)).toBeUndefined();
    expect(strippedAt(some, { stripped_quantity: 0 }, AT)).toBeNull();
    expect(strippedAt(null, { quantity: 3 }, AT)).toBeNull();
  });
});
