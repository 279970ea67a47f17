import type { StoredLine } from '../booking-lines/booking-lines.rules';
import {
  nextNumber,
  refusalOfFewer,
  refusalOfSum,
  type StoredRelease,
  takenOf,
} from './booking-release.rules';

const release: StoredRelease = {
  id: 1,
  number: 'R1',
  booking_line_id: null,
  container_type_id: null,
  quantity: 2,
  status: 'open',
  released: 0,
  inside: 0,
};
const line: StoredLine = {
  id: 1,
  number: 1,
  container_type_id: 1,
  quantity: 2,
  received: 0,
  inside: 0,
  released: 0,
  inside_released: 0,
  has_release: false,
};

it('numbers releases behind the highest number of the kind', () => {
  expect(nextNumber([])).toBe('R1');
  expect(nextNumber([{ number: 'R7' }, { number: 'REL-99' }, { number: 'R2' }])).toBe('R8');
});

it('takes an open release whole, and of others what went', () => {
  expect(takenOf(release)).toBe(2);
  expect(takenOf({ ...release, status: 'expired', released: 1 })).toBe(1);
  expect(takenOf({ ...release, status: 'cancelled', released: 1, inside: 1 })).toBe(2);
});

it('refuses a quantity below what went or is fetched', () => {
  const used = { ...release, released: 1, inside: 1 };
  expect(refusalOfFewer(used, 1)?.code).toBe('quantity_below_done');
  expect(refusalOfFewer(used, 2)).toBeUndefined();
});

describe('the sum of releases', () => {
  const lines = [line, { ...line, id: 2, container_type_id: null }];
  const exceeds = (releases: Partial<StoredRelease>[], of = lines) =>
    refusalOfSum(
      'B1',
      of,
      releases.map((each) => ({ ...release, ...each })),
    ) !== undefined;

  it('is at most that of all lines', () => {
    expect([exceeds([{}, {}]), exceeds([{}, {}, { quantity: 1 }])]).toEqual([false, true]);
    expect(exceeds([{ quantity: 9 }], [line, { ...line, id: 2, quantity: null }])).toBe(false);
  });

  it('is at most that of a line, for those that name it', () => {
    expect([exceeds([{ booking_line_id: 1 }]), exceeds([{ booking_line_id: 1, quantity: 3 }])]).toEqual([
      false,
      true,
    ]);
  });

  it('is at most that of the lines that take a type, for those of the type', () => {
    const two = [line, { ...line, id: 2, container_type_id: 2 }];
    expect(exceeds([{ container_type_id: 1, quantity: 2 }], two)).toBe(false);
    expect(exceeds([{ container_type_id: 1, quantity: 3 }], two)).toBe(true);
    expect(exceeds([{ container_type_id: 3, quantity: 4 }], two)).toBe(false);
  });
});
