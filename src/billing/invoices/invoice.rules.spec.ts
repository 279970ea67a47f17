import { toHundredths } from '../money';
import { invoiceCurrency, invoiceTotals, lineTotal } from './invoice.rules';

describe('amounts of invoices', () => {
  it.each([
    ['0.005', '0.01'],
    ['0.0049999', '0.00'],
    ['-0.005', '-0.01'],
    ['-0.001', '0.00'],
    ['1.115', '1.12'],
    [1.115, '1.12'],
    ['2', '2.00'],
    ['0.30000000000000004', '0.30'],
    ['999999999999.994999999999999999', '999999999999.99'],
  ])('rounds %s to %s', (amount, rounded) => expect(toHundredths(amount)).toBe(rounded));

  it.each([
    [3, 33.333333, '100.00'],
    [8.638, 21.4, '184.85'],
    [1, 1.005, '1.01'],
    [-1, 1.005, '-1.01'],
    [3, 0.1, '0.30'],
    [0.000001, 999999999999.5, '1000000.00'],
    [0, -5, '0.00'],
    [999999.999999, 99999.999999, '99999999998.90'],
  ])('charges %d times %d as %s', (quantity, amount, total) =>
    expect(lineTotal(quantity, amount)).toBe(total),
  );

  it('adds up what is shown: rounded lines, then rounded taxes', () => {
    expect(invoiceTotals(['0.10', '0.20'], 0)).toEqual({
      subtotal: '0.30',
      taxes_and_fees: '0.00',
      total: '0.30',
    });
    expect(invoiceTotals(['0.01', '0.01', '0.01'], 0.005)).toMatchObject({ subtotal: '0.03', total: '0.04' });
    expect(invoiceTotals(['100.00', '-250.50'], -0.5)).toMatchObject({
      subtotal: '-150.50',
      total: '-151.00',
    });
    expect(invoiceTotals(Array<string>(1000).fill('999999999.99'), 0).total).toBe('999999999990.00');
    expect(invoiceTotals([], 0).total).toBe('0.00');
  });
});

describe('the currency of an invoice', () => {
  it('is that of the invoice, else that of its lines', () => {
    expect(invoiceCurrency('EUR', [{ currency: 'EUR' }, {}])).toBe('EUR');
    expect(invoiceCurrency(undefined, [{}, { currency: 'USD' }])).toBe('USD');
    expect(invoiceCurrency(null, [{ currency: null }])).toBeNull();
  });

  it('allows one', () => {
    const eur = { currency: 'EUR' };
    expect(() => invoiceCurrency('USD', [eur])).toThrow(
      'An invoice has one currency: it cannot be USD and EUR.',
    );
    expect(() => invoiceCurrency(undefined, [eur, { currency: 'USD' }])).toThrow('EUR and USD');
  });
});
