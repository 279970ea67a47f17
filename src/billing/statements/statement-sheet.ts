import { dayIn, numberIn } from '../../common/documents/written';
import { WORDS } from '../documents/invoice-words';
import type { Parties } from '../documents/read-parties';
import { left, right, type Sheet } from '../documents/sheet';
import { SHEET_WORDS } from '../documents/sheet-words';
import { AGES, MOST_DAYS } from './ages';
import type { Statement } from './statement.view';

/** A statement: from a balance to a balance, and what is open by age (decision 879). */
export function statementSheet(statement: Statement, { seller, customer, language }: Parties): Sheet {
  const words = SHEET_WORDS[language];
  const { currency, from, until, ages } = statement;
  const amount = (text: string) => numberIn(language, text);
  const day = (text: string) => dayIn(language, text);
  const inCurrency = (name: string) => `${name} ${currency ?? ''}`.trim();
  return {
    file: `statement-${statement.customer.customer_type}-${statement.customer.id}-${until}`,
    language,
    title: words.statement,
    foot: `${words.statement} ${day(until)}`,
    day: until,
    across: null,
    seller,
    to: { word: WORDS[language].to, party: customer },
    facts: [
      [words.period, `${day(from)} – ${day(until)}`],
      [words.opening_balance, inCurrency(amount(statement.opening_balance))],
      [words.closing_balance, inCurrency(amount(statement.closing_balance))],
    ],
    tables: [
      {
        title: null,
        columns: [
          left(WORDS[language].date, 58),
          left(words.kind, 76),
          left(words.document, 96),
          left(words.reference, 93),
          left(WORDS[language].due, 58),
          right(words.amount, 58),
          right(words.balance, 60),
        ],
        rows: [
          [day(from), words.opening_balance, '', '', '', '', amount(statement.opening_balance)],
          ...statement.rows.map((row) => [
            day(row.day),
            words.kinds[row.kind],
            row.document.number ?? '',
            row.reference ?? '',
            row.due_on ? day(row.due_on) : '',
            amount(row.amount),
            amount(row.balance),
          ]),
        ],
        sums: [
          [words.open_invoices, amount(statement.open_invoices)],
          [words.open_credit_notes, amount(statement.open_credit_notes)],
          [words.unallocated, amount(statement.unallocated)],
          [inCurrency(words.closing_balance), amount(statement.closing_balance)],
        ],
      },
      {
        title: words.overdue,
        columns: [right(words.not_due, 99), ...DAYS_OVERDUE.map((days) => right(days, 100))],
        rows: [AGES.map((age) => amount(ages[age]))],
        sums: [],
      },
    ],
  };
}

/** The spans of days of the ages behind the first: `1–30` to `> 90`. */
const DAYS_OVERDUE = AGES.slice(1).map((age, at) => {
  const after = MOST_DAYS[AGES[at]!];
  return MOST_DAYS[age] === Infinity ? `> ${after}` : `${after + 1}–${MOST_DAYS[age]}`;
});
