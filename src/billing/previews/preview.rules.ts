import { groupBy } from '../../common/group-by';
import type { ChargeStatus } from '../charges/charge-words';
import type { Cover, PaidBeyond } from '../charges/cover';
import type { StatedCharge } from '../charges/stored-charge';
import type { SubjectFacts } from '../facts/subject-facts';
import { Exact, money, sum } from '../money';
import { explanation } from '../pricing/explanation';
import type { Item } from '../pricing/item';
import { type PricedLine, linesOf } from '../pricing/lines';
import { dateOf } from '../pricing/local-days';
import type { PriceList } from '../pricing/price-list';
import { type RuleOfTax, type Taxed, taxGroups, type TaxGroup } from '../taxes/tax.rules';
import { type Account, accountKey } from './account';
import { reckon } from './reckon';
import { firstOf, isReleased, paidByPayer, startsOf } from './release.rules';

/** One line of what something costs. */
export interface PreviewItem {
  charge_code: string;
  name: string | null;
  container: string | null;
  event: string | null;
  first_unit: number | null;
  last_unit: number | null;
  occurred_on: string;
  period_from: string | null;
  period_until: string | null;
  quantity: number;
  billed_by: string;
  billed_per: string;
  amount: string;
  total: string;
  tariff: string;
  rate_position: number;
  status: ChargeStatus | 'expected';
  explanation: object;
}

export interface PreviewPayer {
  customer: Account['customer'] | null;
  terms: string | null;
  currency: string;
  items: PreviewItem[];
  subtotal: string;
  taxes: TaxGroup[];
  total: string;
  paid: string;
  due: string;
}

export interface PreviewProblem {
  charge_code: string | null;
  code: string;
  sentence: string;
}

/** What is reckoned of one subject, with the container that it is for, and what is charged of it already. */
export interface Reckoned {
  facts: SubjectFacts;
  container: string | null;
  items: Item[];
  cover: Cover;
  /** What was waived of charges that are not settled. */
  waived: StatedCharge[];
}

/** A line, and the subject that it is of. */
interface LineOf {
  line: PricedLine;
  of: Reckoned;
}

/** What each payer owes in each currency: its lines, the taxes on them, and what is due before a container leaves. */
export function payersOf(
  reckoned: Reckoned[],
  accounts: Account[],
  rules: RuleOfTax[],
  refunds = true,
): { payers: PreviewPayer[]; problems: PreviewProblem[] } {
  const all = reckoned.flatMap((of): LineOf[] =>
    linesOf(of.items, (item) => of.cover.statusOf(item)).map((line) => ({ line, of })),
  );
  const groups = groupBy(all, ({ line: { items } }) => {
    const { payer, tariff } = items[0]!;
    return accountKey(payer, tariff.currency);
  });
  const beyond = reckoned.flatMap(({ cover, items }) => cover.paidBeyond(items, refunds));
  const paidOf = paidByPayer(beyond);
  const known = new Map(accounts.map((account) => [account.key, account]));
  const problems: PreviewProblem[] = [];
  const payers = [...groups.values()].map((group) => {
    const { payer, tariff } = group[0]!.line.items[0]!;
    const { currency } = tariff;
    const account = (payer !== null && known.get(payer)) || null;
    const treatment = account?.treatment ?? 'domestic';
    const taxed = (lines: Taxed[]) => taxGroups(lines, treatment, rules, currency);
    const sumOf = (lines: Taxed[]) =>
      money(
        sum([...lines.map(({ total }) => total), ...taxed(lines).groups.map(({ amount }) => amount)]),
        currency,
      );
    const lines = group.map(taxedLine);
    const { groups: taxes, missing } = taxed(lines);
    for (const tax_class of missing)
      problems.push({
        charge_code: null,
        code: 'tax_missing',
        sentence: `There is no tax rule for ${tax_class} and ${treatment}.`,
      });
    const due = group.filter(({ line: { items }, of }) => !isReleased(items[0]!, of.cover, known));
    const paid = group.filter(({ line: { items }, of }) => of.cover.statusOf(items[0]!) === 'paid');
    const key = accountKey(payer, currency);
    const isCovered = sum(due.map(({ line: { total } }) => total)).lte(paidOf.get(key) ?? 0);
    const least = isCovered
      ? '0'
      : sumOf([
          ...due.map(taxedLine),
          ...waivedOf(due),
          ...(paidOf.has(key) ? paidFor(beyond, key, due) : []),
        ]);
    const rest = sum(due.flatMap(({ line: { items }, of }) => items.map((item) => of.cover.restOf(item))));
    const open = money(new Exact(least).minus(rest), currency);
    return {
      customer: account?.customer ?? null,
      terms: payer === null ? null : (account?.terms ?? 'cash'),
      currency,
      items: group.map(({ line, of }) => shown(line, of)),
      subtotal: money(sum(lines.map(({ total }) => total)), currency),
      taxes,
      total: sumOf(lines),
      paid: sumOf(paid.map(taxedLine)),
      due: due.length && Number(open) > 0 ? open : money(0, currency),
    };
  });
  return { payers, problems };
}

const taxedLine = ({ line: { items, total } }: LineOf): Taxed => ({
  tax_class: items[0]!.code.tax_class,
  day: dateOf(items[0]!.day),
  total,
});

/** What a payer paid beyond the costs, taken off what is due. It is taxed as what it was paid for, where that is due as well. */
function paidFor(beyond: PaidBeyond[], key: string, due: LineOf[]): Taxed[] {
  return beyond
    .filter(({ of }) => accountKey(of.payer, of.currency) === key)
    .map(({ of, total }) => {
      const alike = due.find(({ line }) => line.items[0]!.code.id === of.charge_code_id) ?? due[0]!;
      return { ...taxedLine(alike), day: of.occurred_on, total: money(total.negated(), of.currency) };
    });
}

/** What was waived of lines that are due. */
function waivedOf(due: LineOf[]): Taxed[] {
  return [...new Set(due.map(({ of }) => of))].flatMap(({ waived }) =>
    waived.flatMap(({ charge_code_id, payer, currency, occurred_on, total }) => {
      const of = due.find(({ line: { items } }) => {
        const [first] = items;
        return (
          first!.code.id === charge_code_id && first!.payer === payer && first!.tariff.currency === currency
        );
      });
      return of ? [{ ...taxedLine(of), day: occurred_on, total }] : [];
    }),
  );
}

/** A line as previews show it. */
function shown({ items, quantity, total }: PricedLine, { facts, container, cover }: Reckoned): PreviewItem {
  const [first, last] = [items[0]!, items.at(-1)!];
  const { code, rate, tariff, unit, event, amount, billed_by } = first;
  const counted = unit !== null;
  return {
    charge_code: code.code,
    name: code.name,
    container,
    event,
    first_unit: unit,
    last_unit: last.unit,
    occurred_on: dateOf(first.day),
    period_from: counted ? dateOf(first.day) : null,
    period_until: counted ? dateOf(last.day) : null,
    quantity: Number(quantity),
    billed_by,
    billed_per: rate.per,
    amount,
    total,
    tariff: tariff.name,
    rate_position: rate.position,
    status: cover.statusOf(first) ?? 'expected',
    explanation: explanation(items, facts),
  };
}

/** The total without taxes of items, by currency. */
function sums(items: Item[]): Map<string, Exact> {
  const lines = groupBy(linesOf(items), ({ items: [first] }) => first!.tariff.currency);
  return new Map([...lines].map(([currency, those]) => [currency, sum(those.map(({ total }) => total))]));
}

/** How far the next change of the costs is looked for. */
const NEXT_DAYS = 60;
const DAY = 86_400_000;

/**
 * When leaving costs more than at `at`, and by how much, without taxes; null when nothing does within 60 days.
 * @param leavingAt the facts of the subject if it ended at a time
 * @param now behind it is what might be
 * @param counts whether what a payer pays is looked at; what everybody pays unless given
 */
export function nextCost(
  leavingAt: (at: number) => SubjectFacts,
  list: PriceList,
  at: number,
  now: number,
  counts: (payer: string | null) => boolean = () => true,
): { at: string; amounts: { currency: string; amount: string }[] } | null {
  const costs = (time: number) =>
    reckon(leavingAt(time), list, time, now).items.filter(({ payer }) => counts(payer));
  const before = sums(costs(at));
  const more = (items: Item[]) =>
    [...sums(items)]
      .map(([currency, amount]) => ({
        currency,
        amount: money(amount.minus(before.get(currency) ?? 0), currency),
      }))
      .filter(({ amount }) => Number(amount) > 0);
  const later = costs(at + NEXT_DAYS * DAY);
  if (!more(later).length) return null;
  const starts = [...new Set(later.flatMap((item) => startsOf(item, list.zone)))].filter((each) => each > at);
  const first = firstOf(
    starts.sort((a, b) => a - b),
    (time) => more(costs(time)).length > 0,
  );
  return first === undefined ? null : { at: new Date(first).toISOString(), amounts: more(costs(first)) };
}
