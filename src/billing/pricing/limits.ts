import { groupBy } from '../../common/group-by';
import { Exact, money, price, sum } from '../money';
import type { Item } from './item';
import { linesOf } from './lines';

/**
 * What makes up for the minimum and the maximum of rates, for each payer and currency: items of their own, since
 * quantity times price is the total of every line. The limits are those of the payer's first item. What goes on has no
 * minimum yet.
 */
export function limits(items: Item[], goesOn: boolean): Item[] {
  const groups = groupBy(items, ({ payer, tariff }) => `${payer} ${tariff.currency}`);
  return [...groups.values()].flatMap((group) => {
    const { minimum, maximum } = group[0]!.rate;
    if (minimum === null && maximum === null) return [];
    const { currency } = group[0]!.tariff;
    const total = sum(linesOf(group).map((line) => line.total));
    const limit = (event: string, quantity: string, difference: Exact): Item[] => {
      const amount = price(money(difference, currency));
      if (Number(amount) <= 0) return [];
      return [{ ...group.at(-1)!, event, unit: null, quantity, amount, billed_by: event }];
    };
    return [
      minimum !== null && !goesOn ? limit('minimum', '1', new Exact(minimum).minus(total)) : [],
      maximum !== null ? limit('maximum', '-1', total.minus(maximum)) : [],
    ].flat();
  });
}
