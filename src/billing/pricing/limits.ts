import { Exact, money, price } from '../money';
import type { Item } from './item';
import { linesOf } from './lines';

/**
 * What makes up for the minimum and the maximum of rates, for each payer and currency: items of their own, since
 * quantity times price is the total of every line. The limits are those of the payer's first item. What goes on has no
 * minimum yet.
 */
export function limits(items: Item[], goesOn: boolean): Item[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = `${item.payer} ${item.tariff.currency}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()].flatMap((group) => {
    const { minimum, maximum } = group[0]!.rate;
    if (minimum === null && maximum === null) return [];
    const { currency } = group[0]!.tariff;
    const sum = linesOf(group).reduce((all, { total }) => all.plus(total), new Exact(0));
    const limit = (event: string, quantity: string, difference: Exact): Item[] => {
      const amount = price(money(difference, currency));
      if (Number(amount) <= 0) return [];
      return [{ ...group.at(-1)!, event, unit: null, quantity, amount, billed_by: event }];
    };
    return [
      minimum !== null && !goesOn ? limit('minimum', '1', new Exact(minimum).minus(sum)) : [],
      maximum !== null ? limit('maximum', '-1', sum.minus(maximum)) : [],
    ].flat();
  });
}
