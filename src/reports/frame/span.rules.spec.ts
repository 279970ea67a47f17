import { daysOf, spanOf } from './span.rules';

const TODAY = '2026-11-20';

describe('the span of a report', () => {
  it('is the last 30 days unless given, and 30 days where one end is given', () => {
    expect(spanOf({}, TODAY)).toEqual({ from: '2026-10-22', until: TODAY });
    expect(spanOf({ from: null, until: null }, TODAY)).toEqual({ from: '2026-10-22', until: TODAY });
    expect(spanOf({ until: '2026-03-30' }, TODAY)).toEqual({ from: '2026-03-01', until: '2026-03-30' });
    expect(spanOf({ from: '2026-11-19' }, TODAY)).toEqual({ from: '2026-11-19', until: TODAY });
  });

  it('counts its first and its last day, also over a change of clocks and a leap day', () => {
    expect(daysOf({ from: TODAY, until: TODAY })).toBe(1);
    expect(daysOf({ from: '2026-10-24', until: '2026-10-26' })).toBe(3);
    expect(daysOf({ from: '2028-02-28', until: '2028-03-01' })).toBe(3);
  });

  it('has 400 days at most', () => {
    expect(spanOf({ from: '2025-10-17', until: TODAY }, TODAY)).toEqual({ from: '2025-10-17', until: TODAY });
    expect(() => spanOf({ from: '2025-10-16', until: TODAY }, TODAY)).toThrow(
      'A report is of 400 days at most; these are 401.',
    );
  });

  it('does not end before it begins', () => {
    expect(() => spanOf({ from: '2026-11-21' }, TODAY)).toThrow('Until must not be before from.');
  });
});
