import { type Box, type Lot, type Part, type Plan, ZONE } from './plan';

/** What one payer is charged for one thing at one price, net. Amounts are cents. */
interface Cost {
  quantity: number;
  cents: number;
}
/** By what is charged, `<number or reference> <code> <payer> <amount in cents>`. */
export type Costs = Map<string, Cost>;

/** The prices of the month, in cents. */
export const PRICES = {
  discharge: { 20: 150_00, 40: 187_50 },
  load: 140_00,
  gate: { full: 36_00, empty: 12_00 },
  tonne: 3_10,
  storage: { first: 25_00, beyond: 40_00, empty: 4_00 },
  hour: 2_85,
  piece: 1_20,
  piece_day: 50,
} as const;
/** Free days, how many more an agreement gives, and how many days cost the first price. */
export const [FREE, MORE, FIRST] = [5, 2, 5];
/** Free days of lots. */
export const FREE_OF_LOTS = 2;
export const LINE = 'Line';

/** The local day of a time, in days since 1970. */
const dayOf = (at: number) =>
  Date.parse(new Date(at).toLocaleDateString('sv-SE', { timeZone: ZONE })) / 86_400_000;
/** Saturday and Sunday; the 1 January 1970 was a Thursday. */
const isClosed = (day: number) => [2, 3].includes(day % 7);
const daysFrom = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);

/** What everything costs until the end of the month, as the tariff of the month says it, and not as the service reckons. */
export function reckoned({ boxes, lots }: Plan, end: number): Costs {
  const costs: Costs = new Map();
  const add = (of: string, code: string, payer: string, amount: number, quantity = 1) => {
    const key = `${of} ${code} ${payer} ${amount}`;
    const { quantity: before, cents } = costs.get(key) ?? { quantity: 0, cents: 0 };
    costs.set(key, { quantity: before + quantity, cents: cents + Math.round(quantity * amount) });
  };
  for (const box of boxes) ofBox(box, end, add);
  for (const lot of lots) ofLot(lot, end, add);
  return costs;
}

type Add = (of: string, code: string, payer: string, amount: number, quantity?: number) => void;

function ofBox(box: Box, end: number, add: Add): void {
  const payer = box.consignee ?? LINE;
  /** The line pays for the empty of a container that was emptied here. */
  const later = box.emptied === null ? payer : LINE;
  if (box.brought_by !== null) {
    add(box.number, 'DISC', payer, PRICES.discharge[box.size]);
    add(box.number, 'WHARF', payer, PRICES.tonne, box.weight / 1_000);
  } else add(box.number, 'GIN', payer, PRICES.gate[box.status]);
  if (box.out !== null && box.taken_by !== null) add(box.number, 'LOAD', payer, PRICES.load);
  if (box.out !== null && box.taken_by === null)
    add(box.number, 'GOUT', later, PRICES.gate[box.emptied === null ? box.status : 'empty']);
  if (box.plug) {
    const hours = Math.ceil(((box.plug.until ?? end) - box.plug.from) / 3_600_000);
    add(box.number, 'POWER', payer, PRICES.hour, hours);
  }
  let free = FREE + (box.consignee === 'Agreed' ? MORE : 0);
  let charged = 0;
  for (const day of daysFrom(dayOf(box.in) + 1, dayOf(box.out ?? end - 1))) {
    if (free > 0) {
      if (!isClosed(day)) free--;
      continue;
    }
    charged++;
    const isEmptied = box.emptied !== null && day > dayOf(box.emptied);
    const isEmpty = isEmptied || box.status === 'empty';
    const { first, beyond, empty } = PRICES.storage;
    const amount = isEmpty ? empty : charged <= FIRST ? first : beyond;
    add(box.number, 'STOR', isEmptied ? LINE : payer, amount, box.size / 20);
  }
}

function ofLot({ reference, consignee, arrivals, deliveries }: Lot, end: number, add: Add): void {
  const moves = [...arrivals, ...deliveries.map(({ at, pieces }): Part => ({ at, pieces: -pieces }))].sort(
    (a, b) => a.at - b.at,
  );
  for (const { pieces } of arrivals) add(reference, 'BDISC', consignee, PRICES.piece, pieces);
  const [first] = moves;
  let here = 0;
  for (const [at, day] of daysFrom(dayOf(first!.at), dayOf(end - 1)).entries()) {
    let most = here;
    for (const move of moves.filter((each) => dayOf(each.at) === day)) {
      here += move.pieces;
      most = Math.max(most, here);
    }
    if (at >= FREE_OF_LOTS && most > 0) add(reference, 'BSTOR', consignee, PRICES.piece_day, most);
  }
}
