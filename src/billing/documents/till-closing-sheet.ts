import { sum, toHundredths } from '../money';
import type { TillClosingShow } from '../tills/till-closing.view';
import type { TillEntry } from '../tills/till-closing.rules';
import { WAYS, type Way } from '../tills/ways';
import { dayAt, momentIn } from '../../common/documents/local-moment';
import { numberIn } from '../../common/documents/written';
import { WORDS } from './invoice-words';
import type { Parties } from './read-parties';
import { left, right, type Sheet } from './sheet';
import { SHEET_WORDS } from './sheet-words';

/** The closing of a till: what was expected and counted by way, and what it took and gave (decision 878). */
export function tillClosingSheet(closing: TillClosingShow, { seller, language, time_zone }: Parties): Sheet {
  const words = SHEET_WORDS[language];
  const { number, currency, expected, counted, difference } = closing;
  const amount = (text: string) => numberIn(language, text);
  const title = `${words.till_closing} ${number}`;
  const total = (by: Record<Way, string>) => amount(toHundredths(sum(WAYS.map((way) => by[way]))));
  return {
    file: number,
    language,
    title,
    foot: title,
    day: dayAt(closing.closed_at, time_zone),
    across: null,
    seller,
    to: null,
    facts: [
      [words.till, closing.till.name],
      [words.opened, momentIn(language, closing.opened_at, time_zone)],
      [words.by, closing.opened_by],
      [words.closed, momentIn(language, closing.closed_at, time_zone)],
      [words.by, closing.closed_by],
      [words.float, `${amount(closing.float)} ${currency}`],
    ],
    tables: [
      {
        title: null,
        columns: [
          left(words.way, 199),
          right(words.expected, 100),
          right(words.counted, 100),
          right(words.difference, 100),
        ],
        rows: [
          ...WAYS.map((way) => [
            words.ways[way],
            amount(expected[way]),
            amount(counted[way]),
            amount(difference[way]),
          ]),
          [`${WORDS[language].total} ${currency}`, total(expected), total(counted), total(difference)],
        ],
        sums: [],
      },
      {
        title: words.payments,
        columns: [
          left(words.time, 84),
          left(words.kinds.payment, 92),
          left(words.kind, 76),
          left(words.customer, 92),
          left(words.way, 55),
          left(words.reference, 48),
          right(words.amount, 52),
        ],
        rows: (closing.payments as TillEntry[]).map((entry) => [
          momentIn(language, entry.at, time_zone),
          entry.number ?? '',
          entry.reversed && entry.entry !== 'reversal'
            ? `${words.kinds[entry.entry]}, ${words.reversed}`
            : words.kinds[entry.entry],
          entry.customer ?? '',
          words.ways[entry.way],
          entry.reference ?? '',
          amount(entry.amount),
        ]),
        sums: [],
      },
    ],
  };
}
