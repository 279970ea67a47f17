import { type ByWay, countedOf, differenceOf, expectedOf } from './till-closing.rules';

const entry = (way: 'cash' | 'card', amount: string, more = {}) => ({
  way,
  amount,
  entry: 'payment' as const,
  direction: 'in',
  reversed: false,
  ...more,
});
const NOTHING: ByWay = { cash: '0.00', card: '0.00', transfer: '0.00', cheque: '0.00', other: '0.00' };

it('expects the float in cash, and nothing of other ways', () =>
  expect(expectedOf('150', [])).toEqual({ ...NOTHING, cash: '150.00' }));

it.each([
  [
    'adds payments by way',
    [entry('cash', '10.10'), entry('card', '5'), entry('cash', '0.20')],
    '160.30',
    '5.00',
  ],
  ['subtracts refunds', [entry('cash', '20', { entry: 'refund', direction: 'out' })], '130.00', '0.00'],
  [
    'leaves out what was reversed while it was open',
    [entry('cash', '20', { reversed: true })],
    '150.00',
    '0.00',
  ],
  [
    'subtracts the reversal of a payment that an earlier closing counts',
    [entry('cash', '20', { entry: 'reversal', reversed: true })],
    '130.00',
    '0.00',
  ],
  [
    'adds the reversal of a refund that an earlier closing counts',
    [entry('card', '20', { entry: 'reversal', direction: 'out', reversed: true })],
    '150.00',
    '20.00',
  ],
] as const)('%s', (_, entries, cash, card) =>
  expect(expectedOf('150.00', [...entries])).toEqual({ ...NOTHING, cash, card }),
);

it('takes ways that were not counted as 0, and says what is missing below 0', () => {
  const counted = countedOf({ cash: '149.5', card: null });
  expect(counted).toEqual({ ...NOTHING, cash: '149.50' });
  expect(differenceOf(counted, { ...NOTHING, cash: '150.00', card: '5.00' })).toEqual({
    ...NOTHING,
    cash: '-0.50',
    card: '-5.00',
  });
});
