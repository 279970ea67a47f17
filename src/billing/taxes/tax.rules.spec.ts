import { percentOn, taxGroups } from './tax.rules';

const since = (percent: string, valid_from = '2000-01-01') => ({ percent, valid_from });
const RULES = [
  {
    tax_class: 'standard',
    treatment: 'domestic',
    tax: 'HIGH',
    tax_id: 1,
    percentages: [since('19.00'), since('21.00', '2012-10-01')],
  },
  { tax_class: 'low', treatment: 'domestic', tax: 'LOW', tax_id: 2, percentages: [since('9.00')] },
  { tax_class: 'ship', treatment: 'domestic', tax: 'ZERO', tax_id: 3, percentages: [since('0.00')] },
];
const line = (total: string, tax_class = 'standard', day = '2026-03-01') => ({ total, tax_class, day });
const of = (lines: Parameters<typeof taxGroups>[0], currency = 'EUR') =>
  taxGroups(lines, 'domestic', RULES, currency);

it('taxes the sum of a group, not each line', () => {
  const { groups } = of([line('10.02'), line('10.02'), line('10.02')]);
  expect(groups).toEqual([{ tax: 'HIGH', percent: '21.00', base: '30.06', amount: '6.31' }]);
});

it('has a group for each tax and percentage', () => {
  const { groups } = of([line('410.00'), line('36.00'), line('187.50', 'ship'), line('12.35', 'low')]);
  expect(groups.map(({ amount }) => amount)).toEqual(['93.66', '0.00', '1.11']);
  expect(
    of([line('1.00', 'standard', '2012-09-30'), line('1.00')]).groups.map(({ percent }) => percent),
  ).toEqual(['19.00', '21.00']);
});

it('names the classes that no rule is for, and taxes nothing without rules', () => {
  expect(of([line('1.00', 'export'), line('2.00')])).toMatchObject({
    missing: ['export'],
    groups: [{ base: '2.00' }],
  });
  expect(taxGroups([line('1.00')], 'domestic', [], 'EUR')).toEqual({ groups: [], missing: [] });
});

it('gives back what it took', () =>
  expect(of([line('-80.00')]).groups).toEqual([
    { tax: 'HIGH', percent: '21.00', base: '-80.00', amount: '-16.80' },
  ]));

it('rounds to whole yen', () => expect(of([line('1250.00')], 'JPY').groups[0]!.amount).toBe('263.00'));

it('holds from its day on', () => {
  expect(percentOn([since('19', '2001-01-01')], '2000-12-31')).toBeUndefined();
  expect(percentOn([since('19', '2001-01-01')], '2001-01-01')).toBe('19');
});
