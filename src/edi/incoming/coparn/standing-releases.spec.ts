import type { StoredRelease } from '../../../cargo/booking-releases/booking-release.rules';
import { pairedReleases } from './standing-releases';

const [DRY, HIGH, REEFER] = [1, 2, 3];

const release = (
  number: string,
  container_type_id: number,
  more: Partial<StoredRelease> = {},
): StoredRelease => ({
  id: 1,
  number,
  booking_line_id: null,
  container_type_id,
  quantity: 1,
  status: 'open',
  released: 0,
  inside: 0,
  ...more,
});

describe('the releases of a document', () => {
  const numbersOf = (
    standing: StoredRelease[],
    types: number[],
    intent: Parameters<typeof pairedReleases>[3] = 'replace',
  ) =>
    pairedReleases(
      'R',
      standing,
      types.map((container_type_id) => ({ container_type_id })),
      intent,
    ).map(({ known, number }) => [number, known !== undefined]);

  it('are numbered by their types in the order of the message', () => {
    expect(numbersOf([], [DRY, HIGH])).toEqual([
      ['R', false],
      ['R-2', false],
    ]);
  });

  it('are those of the types that a message names, whatever its order is', () => {
    const standing = [release('R', DRY), release('R-2', HIGH)];
    for (const intent of ['replace', 'change', 'add', 'remove'] as const) {
      expect(numbersOf(standing, [HIGH], intent)).toEqual([['R-2', true]]);
      expect(numbersOf(standing, [HIGH, DRY], intent)).toEqual([
        ['R-2', true],
        ['R', true],
      ]);
    }
  });

  it('change their type with a whole document, and are one more with a part of it', () => {
    expect(numbersOf([release('R', DRY)], [HIGH])).toEqual([['R', true]]);
    expect(numbersOf([release('R', DRY)], [HIGH], 'change')).toEqual([['R-2', false]]);
    expect(numbersOf([release('R', DRY), release('R-2', HIGH)], [REEFER, HIGH])).toEqual([
      ['R', true],
      ['R-2', true],
    ]);
  });

  it('of one type are each once', () => {
    expect(numbersOf([release('R', DRY)], [DRY, DRY])).toEqual([
      ['R', true],
      ['R-2', false],
    ]);
  });

  it('are added anew where one was cancelled, unless all were', () => {
    const cancelled = release('R-2', HIGH, { status: 'cancelled' });
    expect(numbersOf([release('R', DRY), cancelled], [DRY, HIGH])).toEqual([
      ['R', true],
      ['R-3', false],
    ]);
    expect(numbersOf([release('R', DRY), cancelled], [HIGH], 'change')).toEqual([['R-3', false]]);
    expect(numbersOf([release('R', DRY, { status: 'cancelled' })], [DRY])).toEqual([['R', true]]);
  });
});
