import type { Numeric } from '../../common/schema/columns';
import { Exact, money, price } from '../money';

/** Which tax holds, with its percentages in the order of their days. */
export interface RuleOfTax {
  tax_class: string;
  treatment: string;
  /** The code and the id of the tax. */
  tax: string;
  tax_id: number;
  percentages: { percent: string; valid_from: string }[];
}

/** What is taxed: the total of a line on its day. */
export interface Taxed {
  tax_class: string;
  day: string;
  total: string;
}

/** The tax of lines that share a tax and a percentage. */
export interface TaxGroup {
  tax: string;
  percent: Numeric;
  base: Numeric;
  amount: Numeric;
}

/** The percentage that holds on a day; undefined before the first one. */
export function percentOn(percentages: RuleOfTax['percentages'], day: string): string | undefined {
  return percentages.findLast(({ valid_from }) => valid_from <= day)?.percent;
}

/** The tax and the percentage that hold for a class and treatment on a day; undefined without a rule. */
export function taxFor(
  tax_class: string,
  treatment: string,
  day: string,
  rules: RuleOfTax[],
): { rule: RuleOfTax; percent: string } | undefined {
  const rule = rules.find((each) => each.tax_class === tax_class && each.treatment === treatment);
  const percent = rule && percentOn(rule.percentages, day);
  return percent === undefined ? undefined : { rule: rule!, percent };
}

/**
 * The taxes of lines, for each tax and percentage: the sum of the totals times the percentage, rounded once (EN 16931,
 * BR-S-08 and BR-CO-17). A line without a rule is in no group. Without any rules nothing is taxed.
 */
export function taxGroups(
  lines: Taxed[],
  treatment: string,
  rules: RuleOfTax[],
  currency: string,
): { groups: TaxGroup[]; missing: string[] } {
  const bases = new Map<string, { tax: string; percent: string; base: Exact }>();
  const missing = new Set<string>();
  for (const { tax_class, day, total } of rules.length ? lines : []) {
    const found = taxFor(tax_class, treatment, day, rules);
    if (!found) {
      missing.add(tax_class);
      continue;
    }
    const { rule, percent } = found;
    const key = `${rule.tax} ${percent}`;
    const group = bases.get(key) ?? { tax: rule.tax, percent, base: new Exact(0) };
    bases.set(key, { ...group, base: group.base.plus(total) });
  }
  const groups = [...bases.values()].map(({ tax, percent, base }) => ({
    tax,
    percent: price(percent),
    base: money(base, currency),
    amount: money(base.times(percent).dividedBy(100), currency),
  }));
  return { groups, missing: [...missing] };
}
