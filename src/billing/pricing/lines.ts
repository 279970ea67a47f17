import { Exact, money, plain } from '../money';
import type { Item } from './item';

/** Neighbouring units of one price, or one event. */
export interface PricedLine {
  items: Item[];
  quantity: string;
  total: string;
}

/**
 * Puts neighbouring units of one payer and price together; quantity times amount is the total.
 * @param of what else has to be alike
 */
export function linesOf(items: Item[], of: (item: Item) => unknown = () => null): PricedLine[] {
  const groups: Item[][] = [];
  for (const item of items) {
    const group = groups.at(-1);
    if (group && continues(group.at(-1)!, item) && of(group.at(-1)!) === of(item)) group.push(item);
    else groups.push([item]);
  }
  return groups.map((group) => {
    const { quantity: each, amount, tariff } = group[0]!;
    const quantity = plain(new Exact(each).times(group.length));
    return { items: group, quantity, total: money(new Exact(quantity).times(amount), tariff.currency) };
  });
}

function continues(last: Item, next: Item): boolean {
  return (
    last.unit !== null &&
    next.unit === last.unit + 1 &&
    next.code === last.code &&
    next.payer === last.payer &&
    next.amount === last.amount &&
    next.quantity === last.quantity &&
    next.tariff.id === last.tariff.id &&
    next.rate.position === last.rate.position &&
    next.nomination === last.nomination
  );
}
