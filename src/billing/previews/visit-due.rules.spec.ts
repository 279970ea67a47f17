import type { ChargePreview } from './preview.view';
import { dueOf } from './visit-due.rules';

type Payers = { customer: number | null; currency: string; due: string }[];
const company = (id: number) => ({ customer_type: 'Consignee' as const, id, name: `C${id}` });
const preview = (id: number, payers: Payers) =>
  ({
    container: { id, number: `WHAU${id}` },
    payers: payers.map(({ customer, ...payer }) => ({ ...payer, customer: customer && company(customer) })),
  }) as unknown as ChargePreview;

describe('what is due of several containers', () => {
  it('is put together by payer and currency, and summed exactly', () => {
    const previews = [
      preview(1, [
        { customer: 5, currency: 'EUR', due: '0.10' },
        { customer: 6, currency: 'EUR', due: '0.00' },
        { customer: null, currency: 'EUR', due: '1.00' },
      ]),
      preview(2, [
        { customer: 5, currency: 'EUR', due: '0.20' },
        { customer: 5, currency: 'JPY', due: '700.00' },
      ]),
    ];
    const invoice = { id: 9, number: 'I9', due: '0.70', currency: 'EUR', customer: company(5) };
    const { payers, totals } = dueOf(previews, [invoice]);
    expect(payers.map(({ customer, currency, due }) => [customer?.id ?? null, currency, due])).toEqual([
      [5, 'EUR', '1.00'],
      [null, 'EUR', '1.00'],
      [5, 'JPY', '700.00'],
    ]);
    expect(payers[0]).toMatchObject({
      containers: [
        { container: { id: 1, number: 'WHAU1' }, due: '0.10' },
        { container: { id: 2 }, due: '0.20' },
      ],
      invoices: [{ id: 9, number: 'I9', due: '0.70' }],
    });
    expect(totals).toEqual([
      { currency: 'EUR', due: '2.00' },
      { currency: 'JPY', due: '700.00' },
    ]);
  });

  it('is nothing of nothing', () => {
    expect(dueOf([], [])).toEqual({ payers: [], totals: [] });
  });
});
