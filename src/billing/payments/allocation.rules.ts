import { COMMON } from '../../common/errors/codes';
import { Conflict, Invalid, naming, Refused } from '../../common/errors/errors';
import type { Numeric } from '../../common/schema/columns';
import { BILLING } from '../billing.codes';
import { Exact, money, toHundredths } from '../money';

/** An invoice or a credit note, locked. */
export interface Payable {
  id: number;
  number: string;
  document_type: string;
  is_proforma: boolean;
  /** Whether it is approved or has its number for good. */
  is_issued: boolean;
  /** As billing knows the company; null while billing has not named it. */
  customer_id: number | null;
  currency: string | null;
  total: Numeric;
  /** Below 0 of a credit note. */
  amount_open: Numeric;
}

/** What a request allocates to one invoice. */
export interface Wish {
  invoice: Payable;
  /** How much; as far as it reaches unless given. */
  amount?: string | null | undefined;
  /** The path of the item in the request. */
  field: string;
}

/** What is allocated to an invoice. */
export type Allocated<W extends Wish = Wish> = W & { amount: Numeric };

/** Money that is allocated: a payment or a credit note. */
export interface Money {
  customer_id: number | null;
  currency: string | null;
  /** How much is left of it. */
  left: Numeric;
  /** Refuses that more than is left is allocated. */
  exceeds: (field: string) => Refused;
}

/**
 * How much of money goes to each invoice, in their order. One without an amount gets as much as is open and left; one that
 * gets nothing is left out.
 * @throws Invalid for an amount that its currency cannot say; Refused for what is not issued, of another customer or
 *   currency, named twice, and for more than is open or left
 */
export function allocate<W extends Wish>(money: Money, wishes: W[]): Allocated<W>[] {
  let left = new Exact(money.left);
  const allocated: Allocated<W>[] = [];
  wishes.forEach((wish, at) => {
    const { invoice, field } = wish;
    if (wishes.findIndex((each) => each.invoice.id === invoice.id) < at)
      throw new Invalid({ [`${field}.invoice`]: [`names ${invoice.number} twice`] });
    requirePayable(wish, money);
    const open = new Exact(invoice.amount_open);
    if (wish.amount != null) {
      const amount = amountOf(wish.amount, money.currency, `${field}.amount`);
      if (open.lt(amount)) throw moreThanOpen(invoice, `${field}.amount`);
      if (left.lt(amount)) throw money.exceeds(`${field}.amount`);
    }
    const amount = new Exact(wish.amount ?? (open.lt(left) ? open : left));
    if (amount.lte(0)) return;
    left = left.minus(amount);
    allocated.push({ ...wish, amount: toHundredths(amount) });
  });
  return allocated;
}

/** @throws Refused for a draft, a pro-forma, another customer or another currency */
function requirePayable({ invoice, field }: Wish, { customer_id, currency }: Money): void {
  requireIssued(invoice, `${field}.invoice`);
  const refuse = (code: Refused['code'], why: string) =>
    new Refused({
      code,
      sentence: `Invoice ${invoice.number} ${why}.`,
      field: `${field}.invoice`,
      records: naming('invoice', invoice.number),
    });
  if (invoice.customer_id !== customer_id) throw refuse(BILLING.customer_differs, 'is of another customer');
  if (invoice.currency !== currency)
    throw refuse(
      BILLING.currency_differs,
      invoice.currency === null ? 'has no currency' : `is in ${invoice.currency}`,
    );
}

/** @throws Refused for a draft and a pro-forma */
function requireIssued({ number, is_proforma, is_issued }: Payable, field: string): void {
  if (is_proforma || !is_issued)
    throw new Refused({
      code: BILLING.not_numbered,
      sentence: `Invoice ${number} is a ${is_proforma ? 'pro-forma' : 'draft'}: it cannot be paid.`,
      field,
      records: naming('invoice', number),
    });
}

/**
 * An amount in a currency.
 * @throws Invalid for 0, and for more digits than the currency has
 */
export function amountOf(amount: string, currency: string | null, field: string): Numeric {
  const exact = new Exact(amount);
  if (exact.lte(0)) throw new Invalid({ [field]: ['must be more than 0'] });
  const rounded = money(exact, currency);
  if (!exact.equals(rounded))
    throw new Invalid({
      [field]: [
        exact.equals(toHundredths(exact))
          ? `must be a whole number of ${currency}`
          : 'must have at most 2 digits after the decimal point',
      ],
    });
  return rounded;
}

const WHAT: Record<string, string> = { invoice: 'Invoice', credit_note: 'Credit note' };

/** Refuses more than is open of an invoice or a credit note. */
export function moreThanOpen(
  { number, document_type, amount_open }: Pick<Payable, 'number' | 'document_type' | 'amount_open'>,
  field: string,
): Refused {
  return new Refused({
    code: BILLING.more_than_open,
    sentence: `${WHAT[document_type]} ${number} has ${toHundredths(new Exact(amount_open).abs())} open.`,
    field,
    records: naming('invoice', number),
  });
}

/** @throws Conflict for what is no credit note; Refused for a draft */
export function requireCreditNote(note: Payable, field = 'invoices'): void {
  if (note.document_type !== 'credit_note')
    throw new Conflict({
      code: BILLING.no_credit_note,
      sentence: `Invoice ${note.number} is no credit note.`,
      records: naming('invoice', note.number),
    });
  requireIssued(note, field);
}

/** What is paid out: for a credit note, as far as it is open. Throws as `allocate` does. */
export function refund(
  note: Payable,
  { customer_id, currency, amount }: { customer_id: number; currency: string | null; amount: Numeric },
): Allocated {
  const wish = { invoice: note, field: 'refunds' };
  const exceeds = () => moreThanOpen(note, 'amount');
  requirePayable(wish, { customer_id, currency, left: amount, exceeds });
  if (new Exact(note.amount_open).negated().lt(amount)) throw exceeds();
  return { ...wish, amount };
}

/** The currency of money: the one that is stated, else that of all these. Undefined where they do not say one. */
export function currencyOf(
  stated: string | null | undefined,
  others: (string | null)[],
): string | null | undefined {
  if (stated) return stated;
  const distinct = [...new Set(others)];
  return distinct.length === 1 ? distinct[0] : undefined;
}

/** Refuses what says no currency. */
export function currencyMissing(): Refused {
  return new Refused({
    code: BILLING.currency_missing,
    sentence: 'Say the currency: the customer does not owe in one alone.',
    field: 'currency',
  });
}

/** Refuses a time to come. */
export function timeToCome(field: string): Refused {
  return new Refused({
    code: COMMON.time_to_come,
    sentence: 'A payment is not received at a time to come.',
    field,
  });
}
