import { Conflict, Invalid, naming, Refused } from '../../common/errors/errors';
import { groupBy } from '../../common/group-by';
import type { Numeric } from '../../common/schema/columns';
import { BILLING } from '../billing.codes';
import { Exact, money, plain, sum } from '../money';
import { byTax, type DocumentTax, taxOn } from './document.rules';

/** A line of an invoice, with what credit notes have taken of it already. */
export interface CreditedLine {
  id: number;
  quantity: string;
  amount: string;
  total: string;
  tax_id: number | null;
  tax_percent: string | null;
  /** The sums of the lines that credit it: of the opposite sign. */
  credited_quantity: string;
  credited_total: string;
}

/** A line of a credit note. */
export interface CreditLine<L> {
  of: L;
  quantity: Numeric;
  amount: string;
  total: Numeric;
  tax_id: number | null;
  tax_percent: string | null;
  /** Whether it makes up for the rounding of the credits of its line, and takes nothing of its quantity. */
  isRounding: boolean;
}

/**
 * Only what is final is credited, and no credit note.
 * @throws Conflict
 */
export function requireCreditable(invoice: {
  number: string;
  document_type: string;
  approved: boolean;
  paid: boolean;
  is_proforma: boolean;
  numbered_at: Date | null;
}): void {
  const { number, document_type, approved, paid, is_proforma, numbered_at } = invoice;
  const records = naming('invoice', number);
  if (is_proforma || !(approved || paid || numbered_at))
    throw new Conflict({
      code: BILLING.invoice_not_final,
      sentence: `Invoice ${number} is a draft: delete it.`,
      records,
    });
  if (document_type === 'credit_note')
    throw new Conflict({
      code: BILLING.credit_of_credit,
      sentence: `Credit note ${number} cannot be credited.`,
      records,
    });
}

/** How much of which line is credited. */
export interface AskedCredit {
  /** Its place, from 1. */
  line_item: number;
  /** How much of it, without its sign. */
  quantity: number;
}

const leftOf = (line: CreditedLine) => new Exact(line.quantity).plus(line.credited_quantity);

/**
 * The lines of a credit note: of those that are requested, or all that is left. The credit that takes the last of a
 * line takes what is left of its total; where its price is not that, a line of one makes up for it.
 * @throws Invalid for no line, one that is not there or is named twice; Refused for more than is left
 */
export function creditLines<L extends CreditedLine>(
  lines: L[],
  currency: string | null,
  requested?: AskedCredit[],
): CreditLine<L>[] {
  if (requested && !requested.length) throw new Invalid({ lines: ['must name a line'] });
  const wanted = requested ?? whole(lines);
  return wanted.flatMap(({ line_item, quantity }, at) => {
    const field = `lines.${at}`;
    const line = lines[line_item - 1];
    if (!line) throw new Invalid({ [`${field}.line_item`]: [`must be from 1 to ${lines.length}`] });
    if (wanted.findIndex((each) => each.line_item === line_item) < at)
      throw new Invalid({ [`${field}.line_item`]: [`is named twice: ${line_item}`] });
    const left = leftOf(line);
    if (left.abs().lt(quantity)) {
      const sentence = `Line ${line_item} has ${plain(left.abs())} left to credit, not ${plain(quantity)}.`;
      throw new Refused({ code: BILLING.credit_exceeds, sentence, field: `${field}.quantity` });
    }
    return credited(line, new Exact(quantity), currency);
  });
}

/** Everything that is left. Where nothing is, the first line is requested, which is refused. */
function whole(lines: CreditedLine[]): AskedCredit[] {
  const left = lines.flatMap((line, at) => {
    const quantity = leftOf(line).abs().toNumber();
    return quantity ? [{ line_item: at + 1, quantity }] : [];
  });
  const first = lines[0];
  return left.length || !first ? left : [{ line_item: 1, quantity: Math.abs(Number(first.quantity)) }];
}

function credited<L extends CreditedLine>(
  line: L,
  requested: Exact,
  currency: string | null,
): CreditLine<L>[] {
  const left = leftOf(line);
  const quantity = left.isNegative() ? requested : requested.negated();
  const total = money(quantity.times(line.amount), currency);
  const { tax_id, tax_percent, amount } = line;
  const credit = { of: line, tax_id, tax_percent };
  const first = { ...credit, quantity: plain(quantity), amount, total, isRounding: false };
  if (!left.plus(quantity).isZero()) return [first];
  const rest = new Exact(line.total).plus(line.credited_total).plus(total).negated();
  if (rest.isZero()) return [first];
  const one = (rest.isNegative() ? '-1' : '1') as Numeric;
  const rounding = {
    ...credit,
    quantity: one,
    amount: plain(rest.abs()),
    total: money(rest, currency),
    isRounding: true,
  };
  return [first, rounding];
}

/** Whether a credit takes all that is left of these lines. */
function isLastOf<L extends CreditedLine>(lines: L[], credit: CreditLine<L>[]): boolean {
  const byLine = groupBy(
    credit.filter(({ isRounding }) => !isRounding),
    ({ of }) => of,
  );
  return lines.every((line) => {
    const taken = byLine.get(line) ?? [];
    return leftOf(line)
      .plus(sum(taken.map(({ quantity }) => quantity)))
      .isZero();
  });
}

/**
 * The taxes of a credit note: of each group the tax on what is credited, or all that is left of it where nothing of the
 * group is left to credit, so that an invoice and its credits sum to nothing.
 * @param taxes those of the invoice
 * @param before those of its earlier credits
 */
export function creditTaxes<L extends CreditedLine>(
  lines: L[],
  credit: CreditLine<L>[],
  taxes: DocumentTax[],
  before: DocumentTax[],
  currency: string | null,
): DocumentTax[] {
  const is = (one: DocumentTax, tax_id: number, percent: string) =>
    one.tax_id === tax_id && new Exact(one.percent).equals(percent);
  const whole = byTax(lines);
  return byTax(credit).map(({ tax_id, percent, base }) => {
    const all = [...taxes, ...before].filter((each) => is(each, tax_id, percent));
    const group = whole.find((each) => each.tax_id === tax_id && new Exact(each.percent).equals(percent))!;
    const rest = sum(all.map(({ amount }) => amount)).negated();
    return {
      tax_id,
      percent,
      base: money(base, currency),
      amount: isLastOf(group.lines, credit) ? money(rest, currency) : taxOn(base, percent, currency),
    };
  });
}

/**
 * What a credit note gives back of taxes and fees that are in no group: their share by the lines, or all that is left
 * where nothing of the invoice is left to credit.
 */
export function creditFees<L extends CreditedLine>(
  lines: L[],
  credit: CreditLine<L>[],
  fees: { all: string; credited: string },
  currency: string | null,
): Numeric {
  const taken = sum(credit.map(({ total }) => total));
  if (isLastOf(lines, credit)) return money(new Exact(fees.all).plus(fees.credited).negated(), currency);
  const subtotal = sum(lines.map(({ total }) => total));
  return subtotal.isZero() ? money(0, currency) : money(taken.times(fees.all).dividedBy(subtotal), currency);
}
