import type { Item } from '../pricing/item';
import { chargedAlready, type Cover } from './cover';
import type { StatedCharge } from './stored-charge';

const PRICE = { charge_code_id: 1, payer: 7, currency: 'EUR', amount: '25.00' };

/** Units 1 to `last` of a charge, or of its waiver, on an invoice. */
function charged(id: number, last: number, quantity: number, rest: Partial<StatedCharge>): StatedCharge {
  return {
    ...PRICE,
    id,
    subject_type: 'container_stay',
    record_id: 1,
    kind: 'charge',
    event: null,
    first_unit: 1,
    last_unit: last,
    quantity: String(quantity),
    total: (quantity * 25).toFixed(2),
    waives_id: null,
    ...rest,
  } as StatedCharge;
}

const waiver = (quantity: number, status: StatedCharge['status'], last = 5) =>
  charged(quantity + 100, last, quantity, { kind: 'waiver', waives_id: 1, status });

const items = (last: number) =>
  Array.from(
    { length: last },
    (_, at) =>
      ({
        code: { id: 1 },
        unit: at + 1,
        event: null,
        payer: 7,
        tariff: { currency: 'EUR' },
        amount: '25.00',
        quantity: '1',
      }) as unknown as Item,
  );

const already = (...charges: StatedCharge[]) => chargedAlready(charges)({ type: 'container_stay', id: 1 });
const beyond = (cover: Cover, last: number) =>
  cover.paidBeyond(items(last), true).reduce((sum, { total }) => sum + Number(total), 0);

describe('what is charged already', () => {
  const paid = charged(1, 5, 5, { status: 'paid' });
  const unpaid = charged(1, 5, 5, { status: 'invoiced' });

  it.each([
    ['nothing where all stands', 5, 0],
    ['a unit that is not any more', 4, 25],
    ['what is left of the payment where less stands than was waived', 1, 75],
    ['all that was paid where nothing stands', 0, 75],
  ])('counts as paid beyond the costs %s', (_what, last, expected) => {
    expect(beyond(already(paid, waiver(-2, 'paid')).cover, last)).toBe(expected);
  });

  it('gives back nothing of a credit of what was not paid', () => {
    const { cover } = already(unpaid, waiver(-5, 'invoiced'));
    expect([beyond(cover, 5), beyond(cover, 0)]).toEqual([0, 0]);
  });

  it('is settled by waivers that are final, and by no draft', () => {
    const settled = (status: StatedCharge['status']) =>
      already(unpaid, waiver(-5, status)).cover.settles(items(1)[0]!);
    expect([settled('draft'), settled('invoiced'), settled('paid')]).toEqual([false, true, true]);
    const partly = already(unpaid, waiver(-2, 'invoiced'));
    expect(partly.cover.settles(items(1)[0]!)).toBe(false);
  });

  it.each([
    ['draft', 'draft', 1],
    ['invoiced', 'draft', 0],
    ['invoiced', 'invoiced', 1],
    ['invoiced', 'paid', 1],
    ['paid', 'invoiced', 0],
    ['open', 'open', 1],
    ['invoiced', 'waived', 0],
  ] as const)('of a charge that is %s counts a waiver that is %s: %d', (of, status, count) => {
    const { waived } = already(charged(1, 5, 5, { status: of }), waiver(-2, status));
    expect(waived).toHaveLength(count);
  });
});
