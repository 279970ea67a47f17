import { Exact, money, sum } from '../money';

/** Charges on a line that is paid in part: how many units each has, 1 of an event. */
interface ChargeOfLine {
  id: number;
  /** Without taxes. */
  total: string;
  units: number;
}

/** A line of an invoice that is paid in part. */
export interface LineOfPart {
  /** Without taxes. */
  total: string;
  container_id: number | null;
  /** The tax on all lines that have the same; null where the line has none. */
  tax: { id: number; base: string; amount: string } | null;
  /** What lines of credit notes take back of it, without taxes. */
  credited: string;
  /** In their order. */
  charges: ChargeOfLine[];
}

/** An invoice of which a part is paid or credited. */
export interface PartlyPaid {
  currency: string | null;
  /** With taxes. */
  total: string;
  /** In their order. */
  lines: LineOfPart[];
  /** What counts for it, for the lines of a container first where one is named. */
  allocations: { amount: string; container_id: number | null }[];
  /** What is applied of the credit notes that credit it. */
  credited: string;
}

/** What of a charge is paid: its first units, and what is paid of the unit behind these, with taxes. */
export interface PaidPart {
  units: number;
  rest: Exact;
}

/** A line with what is to be paid of it and what is, with taxes. */
interface Paying {
  line: LineOfPart;
  gross: Exact;
  need: Exact;
  paid: Exact;
}

/**
 * What a part payment settles, by the ids of the charges (decision 872). It counts for the lines in their order, each with its
 * share of the tax, and for the units of a line from the first; of a line on which something is taken back, for all or none.
 */
export function paidParts(invoice: PartlyPaid): Map<number, PaidPart> {
  const lines = linesToPay(invoice);
  // a line of less than nothing pays for the others
  const off = sum(lines.map(({ gross }) => (gross.isNegative() ? gross.negated() : 0)));
  const [named, others] = [
    invoice.allocations.filter(({ container_id }) => container_id !== null),
    invoice.allocations.filter(({ container_id }) => container_id === null),
  ];
  const left = named.map(({ amount, container_id }) =>
    pay(
      lines.filter(({ line }) => line.container_id === container_id),
      new Exact(amount),
    ),
  );
  pay(lines, sum([off, ...left, ...others.map(({ amount }) => amount)]));
  return new Map(lines.flatMap((each) => partsOf(each, invoice.currency)));
}

/** The lines with their shares of the tax, which add up to the total, less what credit notes take back of them. */
function linesToPay({ currency, total, lines, credited }: PartlyPaid): Paying[] {
  const bases = new Map<number, Exact>();
  const gross = lines.map(({ total, tax }) => {
    if (!tax || new Exact(tax.base).isZero()) return new Exact(total);
    const before = bases.get(tax.id) ?? new Exact(0);
    const until = before.plus(total);
    bases.set(tax.id, until);
    const taxOn = (base: Exact) => money(base.times(tax.amount).dividedBy(tax.base), currency);
    return new Exact(total).plus(taxOn(until)).minus(taxOn(before));
  });
  // fees of no line are paid with the last one
  if (gross.length) gross[gross.length - 1] = gross.at(-1)!.plus(total).minus(sum(gross));
  let applied = new Exact(credited);
  return lines.map((line, at): Paying => {
    const share = new Exact(line.total).isZero()
      ? new Exact(0)
      : new Exact(money(gross[at]!.times(line.credited).dividedBy(line.total), currency));
    const off = Exact.min(share, applied);
    applied = applied.minus(off);
    return { line, gross: gross[at]!, need: gross[at]!.minus(off), paid: new Exact(0) };
  });
}

/** Pays lines in their order. Returns what is left. */
function pay(lines: Paying[], amount: Exact): Exact {
  let left = amount;
  for (const each of lines) {
    const more = Exact.max(0, Exact.min(left, each.need.minus(each.paid)));
    each.paid = each.paid.plus(more);
    left = left.minus(more);
  }
  return left;
}

/** What is settled of the charges of a line; those of which nothing is are left out. */
function partsOf({ line, gross, need, paid }: Paying, currency: string | null): [number, PaidPart][] {
  const { charges, total } = line;
  if (paid.gte(need)) return charges.map(({ id, units }) => [id, { units, rest: new Exact(0) }]);
  if (Number(total) <= 0 || charges.some((charge) => charge.total.startsWith('-'))) return [];
  let before = new Exact(0);
  const found: [number, PaidPart][] = [];
  for (const charge of charges) {
    const cost = (units: number) =>
      money(
        gross
          .times(before.times(charge.units).plus(new Exact(charge.total).times(units)))
          .dividedBy(new Exact(total).times(charge.units)),
        currency,
      );
    let units = 0;
    const net = paid.times(total).dividedBy(gross).minus(before);
    if (net.gt(0) && Number(charge.total) > 0)
      units = Math.min(charge.units, net.times(charge.units).dividedBy(charge.total).floor().toNumber());
    while (units < charge.units && paid.gte(cost(units + 1))) units++;
    const isWhole = units === charge.units;
    const rest = isWhole ? new Exact(0) : paid.minus(cost(units));
    if (units > 0 || rest.gt(0)) found.push([charge.id, { units, rest }]);
    if (!isWhole) break;
    before = before.plus(charge.total);
  }
  return found;
}
