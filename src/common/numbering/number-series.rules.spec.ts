import { beginningIn, beginningOf, dayIn, DEFAULT_SERIES, numberOf } from './number-series.rules';

const { invoice, credit_note } = DEFAULT_SERIES;

it('writes numbers with the year and six digits, or as many as are stated', () => {
  expect(numberOf(invoice, 2026, 1)).toBe('INV-2026-000001');
  expect(numberOf(credit_note, 2026, 17)).toBe('CN-2026-000017');
  expect(numberOf({ prefix: '{year}/F/', digits: 3 }, 2026, 7)).toBe('2026/F/007');
  expect(numberOf({ prefix: 'F{year}', digits: 3 }, 2026, 1000)).toBe('F20261000');
  expect(beginningOf({ prefix: '{year}-{year}-' }, 2026)).toBe('2026-2026-');
});

it('takes the year of the day in the time zone', () => {
  const at = new Date('2026-12-31T23:30:00Z');
  expect(dayIn('Europe/Amsterdam', at)).toEqual({ year: 2027, date: '2027-01-01' });
  expect(dayIn('UTC', at)).toEqual({ year: 2026, date: '2026-12-31' });
  expect(numberOf(invoice, dayIn('Europe/Amsterdam', at).year, 1)).toBe('INV-2027-000001');
});

it.each([
  ['INV-2026-000001', 'INV-2026-'],
  ['INV-2031-x', 'INV-2031-'],
  ['INV-260101', undefined],
  ['INV-20260-1', undefined],
  ['XINV-2026-1', undefined],
  ['INV-2026', undefined],
])('tells how %s begins', (number, beginning) => expect(beginningIn(invoice, number)).toBe(beginning));

it('takes a prefix as it is written', () => {
  expect(beginningIn({ prefix: 'A.{year}+' }, 'A.2026+1')).toBe('A.2026+');
  expect(beginningIn({ prefix: 'A.{year}+' }, 'AB2026+1')).toBeUndefined();
  expect(beginningIn({ prefix: '{year}-{year}-' }, '2026-2027-1')).toBeUndefined();
});
