import type { PaymentShow } from '../payments/payment.view';
import type { Way } from '../tills/ways';
import { dayAt } from '../../common/documents/local-moment';
import { dayIn, numberIn } from '../../common/documents/written';
import { WORDS } from './invoice-words';
import type { Parties } from './read-parties';
import { left, right, type Sheet } from './sheet';
import { SHEET_WORDS } from './sheet-words';

/** What a receipt says of a payment: what its payer may read of it (decision 877). */
export type Receipt = Pick<
  PaymentShow,
  | 'id'
  | 'number'
  | 'currency'
  | 'amount'
  | 'direction'
  | 'reference'
  | 'paid_at'
  | 'reversed_at'
  | 'unallocated'
  | 'allocations'
> & { way: Way };

/** A receipt: what was paid, for what, and what is left on account. One of a payment that was reversed says so across it. */
export function receiptOf(payment: Receipt, { seller, customer, language, time_zone }: Parties): Sheet {
  const words = SHEET_WORDS[language];
  const isOut = payment.direction === 'out';
  const number = payment.number ?? String(payment.id);
  const amount = (text: string) => numberIn(language, text);
  const day = dayAt(payment.paid_at, time_zone);
  const title = `${isOut ? words.kinds.refund : words.receipt} ${number}`;
  return {
    file: number,
    language,
    title,
    foot: title,
    day,
    across: payment.reversed_at && words.reversed.toLocaleUpperCase(language),
    seller,
    to: { word: isOut ? words.paid_to : words.received_from, party: customer },
    facts: [
      [WORDS[language].date, dayIn(language, day)],
      [words.way, words.ways[payment.way]],
      [words.reference, payment.reference],
      [words.reversed_on, payment.reversed_at && dayIn(language, dayAt(payment.reversed_at, time_zone))],
    ],
    tables: [
      {
        title: null,
        columns: [
          left(isOut ? words.kinds.credit_note : words.kinds.invoice, 239),
          left(WORDS[language].container, 160),
          right(words.amount, 100),
        ],
        rows: payment.allocations.map(({ invoice, container, amount: part }) => [
          invoice.number ?? String(invoice.id),
          container?.number ?? '',
          amount(part),
        ]),
        sums: [
          ...(Number(payment.unallocated)
            ? [[words.on_account, amount(payment.unallocated)] as [string, string]]
            : []),
          [`${WORDS[language].total} ${payment.currency ?? ''}`.trim(), amount(payment.amount)],
        ],
      },
    ],
  };
}
