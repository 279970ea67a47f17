import { setImmediate as turn } from 'node:timers/promises';

/** How long work goes on before other work has its turn, in milliseconds. */
const TURN_MS = 5;

/** Looking at the clock costs more than most items, so that it is looked at once for so many. */
const ITEMS = 64;

/** Lets requests go on while much is worked at. */
export class Turns {
  private since = performance.now();
  private items = 0;

  /**
   * Gives other work its turn every 5 ms. Undefined after most items, because an await costs more than an item does.
   * @param items how many usual items the work before this represents
   */
  after(items = 1): Promise<void> | undefined {
    this.items += items;
    if (this.items < ITEMS) return undefined;
    this.items = 0;
    if (performance.now() - this.since < TURN_MS) return undefined;
    return turn().then(() => {
      this.since = performance.now();
    });
  }
}

/** Maps many items, and gives other work its turn every 5 ms. */
export async function mapInTurns<T, R>(items: Iterable<T>, map: (item: T, at: number) => R): Promise<R[]> {
  const turns = new Turns();
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item, mapped.length));
    const given = turns.after();
    if (given) await given;
  }
  return mapped;
}

/** Maps items that take milliseconds each, and gives other work its turn behind each. */
export async function mapOneATurn<T, R>(items: Iterable<T>, map: (item: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (const item of items) {
    mapped.push(map(item));
    await turn();
  }
  return mapped;
}
