import { sumsOf } from './document.rules';

const line = (total: string, tax_id: number | null = 1, tax_percent: string | null = '21.00') => ({
  total,
  tax_id,
  tax_percent,
});

it('taxes the sum of a group, rounded once', () =>
  expect(sumsOf([line('10.02'), line('10.02'), line('10.02')], 'EUR')).toEqual({
    subtotal: '30.06',
    taxes: [{ tax_id: 1, percent: '21.00', base: '30.06', amount: '6.31' }],
    taxes_and_fees: '6.31',
    total: '36.37',
  }));

it('adds up the taxes of all groups', () => {
  const lines = [line('410.00'), line('36.00'), line('187.50', 2, '0.00'), line('12.35', 3, '9.00')];
  const { taxes, ...sums } = sumsOf(lines, 'EUR');
  expect(taxes.map(({ amount }) => amount)).toEqual(['93.66', '0.00', '1.11']);
  expect(sums).toEqual({ subtotal: '645.85', taxes_and_fees: '94.77', total: '740.62' });
});

it('gives tax back, and takes none without rules', () => {
  expect(sumsOf([line('-80.00')], 'EUR')).toMatchObject({ taxes_and_fees: '-16.80', total: '-96.80' });
  expect(sumsOf([line('80.00', null, null)], 'EUR')).toMatchObject({ taxes: [], total: '80.00' });
});

it('keeps percentages of a tax apart', () =>
  expect(sumsOf([line('1.00'), line('1.00', 1, '19.00'), line('1.00', 1, '21')], 'EUR').taxes).toMatchObject([
    { percent: '21.00', base: '2.00' },
    { percent: '19.00', base: '1.00' },
  ]));

it('rounds to whole units of a currency without cents', () =>
  expect(sumsOf([line('1250.00')], 'JPY')).toMatchObject({ taxes_and_fees: '263.00', total: '1513.00' }));
