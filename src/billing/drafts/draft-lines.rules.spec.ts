import { Exact, money } from '../money';
import { draftLines, type DraftCharge } from './draft-lines.rules';

let ids = 0;
const charge = (quantity: string, amount: string, more: Partial<DraftCharge> = {}): DraftCharge => ({
  id: ++ids,
  charge_code_id: 1,
  container_id: 1,
  stay_id: 1,
  tariff_id: 1,
  tax_id: 1,
  tax_percent: '21.00',
  amount,
  quantity,
  total: money(new Exact(quantity).times(amount), 'EUR'),
  billed_by: 'day',
  billed_per: 'teu',
  from: '2026-03-10',
  until: '2026-03-12',
  ...more,
});
const shown = (charges: DraftCharge[], currency = 'EUR') => {
  const { lines, settled } = draftLines(charges, currency);
  return { lines: lines.map(({ quantity, total }) => `${quantity}: ${total}`), settled: settled.length };
};

it('puts on one line what has the same code, container, tax, tariff and amount', () => {
  const [first, second] = [
    charge('6', '25.00'),
    charge('4', '25.00', { from: '2026-03-13', until: '2026-03-16' }),
  ];
  const { lines, settled } = draftLines([first, second], 'EUR');
  expect(settled).toEqual([]);
  expect(lines).toEqual([
    { charges: [first, second], quantity: '10', total: '250.00', from: '2026-03-10', until: '2026-03-16' },
  ]);
});

it.each([
  ['charge_code_id', 2],
  ['container_id', 2],
  ['stay_id', 2],
  ['tariff_id', 2],
  ['tax_id', 2],
  ['tax_percent', '9.00'],
  ['amount', '26.00'],
  ['billed_by', 'move'],
  ['billed_per', 'once'],
] as const)('keeps lines of another %s apart', (field, value) =>
  expect(
    draftLines([charge('1', '25.00'), charge('1', '25.00', { [field]: value })], 'EUR').lines,
  ).toHaveLength(2),
);

it('loses no cent: what would be rounded away stays apart', () => {
  // 0.5 × 0.25 is 0.125, rounded to 0.13; both together would be 0.25
  expect(shown([charge('0.5', '0.25'), charge('0.5', '0.25')])).toEqual({
    lines: ['0.5: 0.13', '0.5: 0.13'],
    settled: 0,
  });
  expect(shown([charge('0.5', '0.50'), charge('0.5', '0.50')]).lines).toEqual(['1: 0.50']);
});

it('settles what nets to nothing without a line, wherever it is', () => {
  expect(shown([charge('6', '25.00'), charge('-6', '25.00')])).toEqual({ lines: [], settled: 1 });
  expect(shown([charge('2', '25.00'), charge('4', '25.00'), charge('-6', '25.00')])).toEqual({
    lines: [],
    settled: 1,
  });
  expect(shown([charge('0.5', '0.25'), charge('0.5', '0.25'), charge('-0.5', '0.25')])).toEqual({
    lines: ['0.5: 0.13'],
    settled: 1,
  });
});

it('bills what a waiver leaves', () =>
  expect(shown([charge('10', '25.00'), charge('-4', '25.00')]).lines).toEqual(['6: 150.00']));

it('rounds to whole units of a currency without cents', () => {
  const yen = (quantity: string) =>
    charge(quantity, '12.5', { total: money(new Exact(quantity).times('12.5'), 'JPY') });
  expect(shown([yen('2'), yen('2')], 'JPY').lines).toEqual(['4: 50.00']);
  expect(shown([yen('1'), yen('1')], 'JPY').lines).toEqual(['1: 13.00', '1: 13.00']);
});

it('keeps the sum of any charges, on lines whose quantity times amount is their total', () => {
  let state = 7;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
  for (let n = 0; n < Number(process.env.STATES ?? 100); n++) {
    const currency = pick(['EUR', 'JPY']);
    const charges = Array.from({ length: 1 + Math.floor(random() * 30) }, () => {
      const quantity = `${pick(['', '-'])}${pick(['1', '2', '0.333', '2.592', '0.5'])}`;
      const amount = pick(['25.00', '4.35', '0.004567', '12.5']);
      const total = money(new Exact(quantity).times(amount), currency);
      return charge(quantity, amount, { total, container_id: pick([1, 2, null]) });
    });
    const { lines, settled } = draftLines(charges, currency);
    const sum = (totals: string[]) => totals.reduce((all, each) => all.plus(each), new Exact(0)).toFixed();
    expect(sum(lines.map(({ total }) => total))).toBe(sum(charges.map(({ total }) => total)));
    for (const { quantity, total, charges: on } of lines)
      expect(total).toBe(money(new Exact(quantity).times(on[0]!.amount), currency));
    const found = [...lines.flatMap(({ charges: on }) => on), ...settled.flat()];
    expect(new Set(found.map(({ id }) => id)).size).toBe(charges.length);
    expect(found).toHaveLength(charges.length);
  }
});
