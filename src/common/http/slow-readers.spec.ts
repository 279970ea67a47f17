import { Pace } from './slow-readers';

describe('the reader of a large answer', () => {
  /** Whether one is found to be slow within a minute who takes so many bytes a second, of an answer of which so many always wait. */
  const isSlow = (bytesASecond: number, writableLength: number) => {
    const pace = new Pace();
    return Array.from({ length: 60 }, (_, second) =>
      pace.isSlow({ bytesWritten: writableLength + second * bytesASecond, writableLength }, second * 1_000),
    ).includes(true);
  };

  it('is slow who takes less than 10 kB a second', () => {
    expect([0, 9_900, 10_000].map((bytes) => isSlow(bytes, 16_384))).toEqual([true, true, false]);
  });

  it('is not, who waits for the answer', () => {
    expect(isSlow(100, 0)).toBe(false);
  });
});
