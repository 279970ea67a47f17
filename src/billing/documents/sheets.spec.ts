import { pagesOf } from '../../../test/setup/pdf-text';
import { INVOICE_LANGUAGES } from '../../common/languages/invoice-languages';
import drawSheet from './draw-sheet';
import { completedParties } from './read-parties';
import { type Receipt, receiptOf } from './receipt';
import { SHEET_WORDS } from './sheet-words';

const payment: Receipt = {
  id: 4,
  number: 'PAY-2026-000004',
  currency: 'EUR',
  amount: '50.00',
  direction: 'in',
  way: 'cash',
  reference: null,
  paid_at: '2026-03-17T12:00:00.000Z',
  reversed_at: null,
  unallocated: '20.00',
  allocations: [{ invoice: { id: 1, number: 'INV-2026-000001' }, amount: '30.00', container: null }],
};
const parties = (language: (typeof INVOICE_LANGUAGES)[number]) =>
  completedParties({
    seller: { name: 'North Quay' },
    customer: { name: 'Westhaven & Sons' },
    language,
    time_zone: 'UTC',
  });
const pageOf = async (of: Receipt, language: (typeof INVOICE_LANGUAGES)[number]) =>
  pagesOf(await drawSheet(receiptOf(of, parties(language))))[0]!
    .split('\n')
    .join(' ');

describe('a receipt', () => {
  it.each(INVOICE_LANGUAGES)('is in %s', async (language) => {
    const words = SHEET_WORDS[language];
    const page = await pageOf(payment, language);
    for (const text of [words.receipt, words.received_from, words.ways.cash, words.on_account])
      expect(page).toContain(text);
  });

  it('of money that goes out is a refund', async () => {
    const page = await pageOf({ ...payment, direction: 'out', unallocated: '0.00' }, 'en');
    expect(page).toContain('Refund PAY-2026-000004');
    expect(page).toContain('Paid to Westhaven & Sons');
    expect(page).not.toContain('On account');
  });

  it('of a payment without a number is named by its id', async () => {
    expect(await pageOf({ ...payment, number: null }, 'en')).toContain('Receipt 4');
  });

  it('gives the same bytes each time', async () => {
    const sheet = receiptOf(payment, parties('en'));
    expect((await drawSheet(sheet)).equals(await drawSheet(sheet))).toBe(true);
  });
});
