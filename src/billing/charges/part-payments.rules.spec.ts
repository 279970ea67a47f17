import { type LineOfPart, paidParts, type PartlyPaid } from './part-payments.rules';

let ids = 0;
beforeEach(() => (ids = 0));

/** A line with one charge of some units; the charges are numbered from 1. */
const line = (total: string, units = 1, more: Partial<LineOfPart> = {}): LineOfPart => ({
  total,
  container_id: null,
  tax: null,
  credited: '0',
  charges: [{ id: ++ids, total, units }],
  ...more,
});

const invoice = (total: string, lines: LineOfPart[], more: Partial<PartlyPaid> = {}): PartlyPaid => ({
  currency: 'EUR',
  total,
  lines,
  allocations: [],
  credited: '0',
  ...more,
});

/** What is settled of each charge, as `id: units + rest`. */
const parts = (of: PartlyPaid, ...paid: (string | [amount: string, container_id: number])[]) =>
  [
    ...paidParts({
      ...of,
      allocations: paid.map((each) =>
        typeof each === 'string'
          ? { amount: each, container_id: null }
          : { amount: each[0], container_id: each[1] },
      ),
    }),
  ].map(([id, { units, rest }]) => `${id}: ${units} + ${rest.toFixed(2)}`);

describe('what a part payment of an invoice settles', () => {
  it.each([
    ['0.00', []],
    ['9.99', ['1: 0 + 9.99']],
    ['10.00', ['1: 1 + 0.00']],
    ['29.99', ['1: 1 + 0.00', '2: 0 + 19.99']],
    ['30.00', ['1: 1 + 0.00', '2: 1 + 0.00']],
    ['90.00', ['1: 1 + 0.00', '2: 4 + 0.00']],
    ['109.99', ['1: 1 + 0.00', '2: 4 + 19.99']],
    ['110.00', ['1: 1 + 0.00', '2: 5 + 0.00']],
    ['120.00', ['1: 1 + 0.00', '2: 5 + 0.00', '3: 0 + 10.00']],
  ])('%s settles lines in their order, and storage by whole units', (amount, expected) => {
    const of = invoice('160.00', [line('10.00'), line('100.00', 5), line('50.00')]);
    expect(parts(of, amount)).toEqual(expected);
  });

  it.each([
    ['36.59', ['1: 0 + 36.59']],
    ['36.60', ['1: 1 + 0.00']],
    ['73.21', ['1: 2 + 0.00']],
    ['109.81', ['1: 3 + 0.00']],
  ])('%s settles units with their share of the tax, as it is rounded', (amount, expected) => {
    const tax = { id: 7, base: '90.75', amount: '19.06' };
    const of = invoice('209.81', [line('90.75', 3, { tax }), line('100.00')]);
    expect(parts(of, amount)).toEqual(expected);
  });

  it('settles each of several lines with the part of the tax that the lines before leave', () => {
    const tax = { id: 7, base: '0.30', amount: '0.10' };
    const lines = () => [line('0.10', 1, { tax }), line('0.10', 1, { tax }), line('0.10', 1, { tax })];
    // 0.03, 0.04 and 0.03 of tax
    expect(parts(invoice('0.40', lines()), '0.27')).toEqual(['1: 1 + 0.00', '2: 1 + 0.00']);
    ids = 0;
    expect(parts(invoice('0.40', lines()), '0.26')).toEqual(['1: 1 + 0.00', '2: 0 + 0.13']);
  });

  it('settles the lines of a container that is named first, and lines in their order with the rest', () => {
    const of = invoice('90.00', [
      line('30.00', 1, { container_id: 1 }),
      line('30.00', 1, { container_id: 2 }),
      line('30.00', 1, { container_id: 2 }),
    ]);
    expect(parts(of, ['30.00', 2])).toEqual(['2: 1 + 0.00']);
    expect(parts(of, ['60.00', 2])).toEqual(['2: 1 + 0.00', '3: 1 + 0.00']);
    expect(parts(of, ['70.00', 2])).toEqual(['1: 0 + 10.00', '2: 1 + 0.00', '3: 1 + 0.00']);
    expect(parts(of, '30.00', ['30.00', 1])).toEqual(['1: 1 + 0.00', '2: 1 + 0.00']);
    expect(parts(of, ['30.00', 9])).toEqual(['1: 1 + 0.00']);
  });

  it('needs less of a line that a credit note takes back in part, as far as that is applied', () => {
    const lines = () => [line('50.00', 2, { credited: '25.00' }), line('40.00')];
    const of = (credited: string) => ((ids = 0), invoice('90.00', lines(), { credited }));
    expect(parts(of('25.00'))).toEqual([]);
    expect(parts(of('25.00'), '25.00')).toEqual(['1: 2 + 0.00']);
    expect(parts(of('0'), '25.00')).toEqual(['1: 1 + 0.00']);
    expect(parts(of('25.00'), '65.00')).toEqual(['1: 2 + 0.00', '2: 1 + 0.00']);
  });

  it('settles a line on which something is taken back as a whole, and a line of less than nothing pays', () => {
    const charges = [
      { id: 8, total: '60.00', units: 3 },
      { id: 9, total: '-20.00', units: 1 },
    ];
    const of = invoice('70.00', [line('40.00', 1, { charges }), line('50.00'), line('-20.00')]);
    expect(parts(of, '19.99')).toEqual(['3: 1 + 0.00']);
    expect(parts(of, '20.00')).toEqual(['8: 3 + 0.00', '9: 1 + 0.00', '3: 1 + 0.00']);
    expect(parts(of, '70.00')).toEqual(['8: 3 + 0.00', '9: 1 + 0.00', '2: 1 + 0.00', '3: 1 + 0.00']);
  });

  it('counts whole units of a currency without cents, and several charges of a line in their order', () => {
    const charges = [
      { id: 8, total: '100.00', units: 1 },
      { id: 9, total: '200.00', units: 2 },
    ];
    const tax = { id: 7, base: '300.00', amount: '31.00' };
    const of = invoice('331.00', [line('300.00', 1, { charges, tax })], { currency: 'JPY' });
    expect(parts(of, '110.00')).toEqual(['8: 1 + 0.00']);
    expect(parts(of, '221.00')).toEqual(['8: 1 + 0.00', '9: 1 + 0.00']);
    expect(parts(of, '220.00')).toEqual(['8: 1 + 0.00', '9: 0 + 110.00']);
  });

  it('settles with the last line the fees of no line', () => {
    const of = invoice('35.00', [line('10.00'), line('20.00')]);
    expect(parts(of, '34.99')).toEqual(['1: 1 + 0.00', '2: 0 + 24.99']);
    expect(parts(of, '35.00')).toEqual(['1: 1 + 0.00', '2: 1 + 0.00']);
  });
});
