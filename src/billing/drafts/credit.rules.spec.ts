import { Exact, money } from '../money';
import { creditFees, creditLines, creditTaxes, type AskedCredit, type CreditedLine } from './credit.rules';
import { type DocumentTax, sumsOf } from './document.rules';

const line = (
  id: number,
  quantity: string,
  amount: string,
  more: Partial<CreditedLine> = {},
): CreditedLine => ({
  id,
  quantity,
  amount,
  total: money(new Exact(quantity).times(amount), 'EUR'),
  tax_id: 1,
  tax_percent: '21.00',
  credited_quantity: '0',
  credited_total: '0',
  ...more,
});

/** Plays credit notes of one invoice, one after the other. */
function invoiceOf(lines: CreditedLine[], currency = 'EUR') {
  const { taxes, ...sums } = sumsOf(lines, currency);
  const before: DocumentTax[] = [];
  const credit = (requested?: AskedCredit[]) => {
    const credited = creditLines(lines, currency, requested);
    const given = creditTaxes(lines, credited, taxes, before, currency);
    before.push(...given);
    for (const { of, quantity, total, isRounding } of credited) {
      if (!isRounding) of.credited_quantity = new Exact(of.credited_quantity).plus(quantity).toFixed();
      of.credited_total = new Exact(of.credited_total).plus(total).toFixed();
    }
    return { lines: credited, ...sumsOf(credited, currency, given) };
  };
  return { sums, credit };
}

it('takes the rest of the tax with the last credit', () => {
  const { credit } = invoiceOf([line(1, '1', '10.02'), line(2, '1', '10.02'), line(3, '1', '10.02')]);
  const taxes = [1, 2, 3].map((line_item) => credit([{ line_item, quantity: 1 }]).taxes_and_fees);
  expect(taxes).toEqual(['-2.10', '-2.10', '-2.11']);
});

it('credits part of a line', () => {
  const { credit } = invoiceOf([line(1, '10', '25.00'), line(2, '4', '40.00')]);
  expect(credit([{ line_item: 2, quantity: 2 }])).toMatchObject({
    subtotal: '-80.00',
    taxes_and_fees: '-16.80',
    total: '-96.80',
  });
});

it('credits all that is left', () => {
  const { credit, sums } = invoiceOf([line(1, '10', '25.00'), line(2, '-4', '40.00')]);
  expect(credit([{ line_item: 2, quantity: 1 }]).lines).toMatchObject([{ quantity: '1', total: '40.00' }]);
  const { lines, total } = credit();
  expect(lines).toMatchObject([{ quantity: '-10' }, { quantity: '3' }]);
  expect(new Exact(total).plus('48.40').plus(sums.total).toFixed()).toBe('0');
});

it('refuses more than is left, lines that are not there, and lines named twice', () => {
  const { credit } = invoiceOf([line(1, '10', '25.00'), line(2, '4', '40.00')]);
  expect(() => credit([{ line_item: 2, quantity: 6 }])).toThrow('Line 2 has 4 left to credit, not 6.');
  expect(() => credit([{ line_item: 3, quantity: 1 }])).toThrow('must be from 1 to 2');
  const twice = { line_item: 1, quantity: 1 };
  expect(() => credit([twice, twice])).toThrow('is named twice: 1');
  credit();
  expect(() => credit()).toThrow('Line 1 has 0 left to credit, not 10.');
});

it('makes up for the rounding of parts with a line of its own', () => {
  // 3 × 33.335 is 100.005, rounded to 100.01; three times 33.335 would be 100.02
  const { credit } = invoiceOf([line(1, '3', '33.335')]);
  const all = [1, 2, 3].flatMap(() =>
    credit([{ line_item: 1, quantity: 1 }]).lines.map(({ total }) => total),
  );
  expect(all).toEqual(['-33.34', '-33.34', '-33.34', '0.01']);
});

it('gives back the share of taxes that were reckoned elsewhere, and the rest with the last credit', () => {
  const lines = [line(1, '1', '10.00', { tax_id: null }), line(2, '1', '20.00', { tax_id: null })];
  const first = creditLines(lines, 'EUR', [{ line_item: 1, quantity: 1 }]);
  expect(creditFees(lines, first, { all: '1.00', credited: '0' }, 'EUR')).toBe('-0.33');
  lines[0]!.credited_quantity = '-1';
  expect(creditFees(lines, creditLines(lines, 'EUR'), { all: '1.00', credited: '-0.33' }, 'EUR')).toBe(
    '-0.67',
  );
});

it('sums to nothing with its invoice, in whatever parts it is credited', () => {
  let state = 11;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
  for (let n = 0; n < Number(process.env.STATES ?? 100); n++) {
    const lines = Array.from({ length: 1 + Math.floor(random() * 5) }, (_, id) => {
      const quantity = `${pick(['', '', '-'])}${pick(['1', '3', '10', '2.592'])}`;
      return line(id, quantity, pick(['10.02', '33.335', '0.004567', '25.00']), {
        tax_percent: pick(['21.00', '9.00', '0.00']),
      });
    });
    const { credit, sums } = invoiceOf(lines);
    const credits: ReturnType<typeof credit>[] = [];
    const leftOf = ({ quantity, credited_quantity }: CreditedLine) =>
      new Exact(quantity).plus(credited_quantity).abs();
    while (lines.some((each) => !leftOf(each).isZero())) {
      const at = Math.floor(random() * lines.length);
      const left = leftOf(lines[at]!).toNumber();
      if (left && random() < 0.8)
        credits.push(credit([{ line_item: at + 1, quantity: random() < 0.5 || left < 1 ? left : 1 }]));
      else if (random() < 0.2) credits.push(credit());
    }
    for (const sum of ['subtotal', 'taxes_and_fees', 'total'] as const)
      expect(credits.reduce((all, each) => all.plus(each[sum]), new Exact(sums[sum])).toFixed()).toBe('0');
    for (const { quantity, amount, total } of credits.flatMap((each) => each.lines))
      expect(total).toBe(money(new Exact(quantity).times(amount), 'EUR'));
  }
});
