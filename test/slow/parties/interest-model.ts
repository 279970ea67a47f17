/** What the files of an export say, by kind: each line as it is there. */
export type Facts = Record<string, Record<string, any>[]>;

export const factsOf = (files: Record<string, string>): Facts =>
  Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name.replace('.ndjson', ''),
      text
        .split('\n')
        .filter((line) => line)
        .map((line) => JSON.parse(line) as Record<string, any>),
    ]),
  );

const WAYS = [
  'line',
  'agent',
  'consignee',
  'bill',
  'item',
  'visit',
  'announcement',
  'nominated_forwarder',
  'nominated_haulier',
];
const OWNERS = ['line', 'agent', 'consignee', 'bill', 'nominated_forwarder'];

/** The ways of each party. */
class Interests {
  readonly ways = new Map<string, Set<string>>();

  add(way: string, type: string, key: unknown): void {
    if (typeof key !== 'string') return;
    const party = `${type}:${key}`;
    this.ways.set(party, (this.ways.get(party) ?? new Set()).add(way));
  }

  /** Takes a way from all, and gives it to those of others. */
  take(way: string, { ways }: Interests): void {
    for (const [party, all] of this.ways) {
      all.delete(way);
      if (!all.size) this.ways.delete(party);
    }
    for (const [party, all] of ways)
      if (all.has(way)) this.ways.set(party, (this.ways.get(party) ?? new Set()).add(way));
  }

  lines(of: string, end = ''): string[] {
    return [...this.ways].map(([party, all]) => {
      const level = OWNERS.some((way) => all.has(way)) ? 'owner' : 'carrier';
      return `${of}: ${party}, ${level} by ${WAYS.filter((way) => all.has(way)).join(' and ')}${end}`;
    });
  }
}

const OPEN = ['announced', 'here'];
const STANDS = ['active', 'passed_on'];
type Row = Record<string, any>;
const billKey = ({ manifest, number }: Record<string, any>) => `${manifest} ${number}`;

/** A stay that has ended: who had an interest then, and what it stated itself. */
interface Ended {
  interests: Interests;
  line: unknown;
  consignee: unknown;
}

/**
 * Who has an interest in stays and bills, as the specification says it, without a database. Ask it after each change, since
 * it keeps in mind who had an interest when a stay ended.
 */
export class InterestModel {
  private readonly ended = new Map<string, Ended>();
  private before: Facts = {};

  /** @param granted the containers that an announcement may name by what it says itself, by its number */
  stays(facts: Facts, granted: Map<string, Set<string>>): string[] {
    const shown = new Map(facts.containers!.map(({ number, stay }) => [number, stay]));
    const lines = facts.container_stays!.flatMap((stay) => {
      const { container, number, status, shipping_line: line, consignee } = stay;
      const of = `${container} ${number}`;
      const now = this.of(stay, facts, granted);
      let interests = now;
      if (OPEN.includes(status as string)) this.ended.delete(of);
      else {
        const known = this.ended.get(of);
        if (!known) {
          // what was in a stay that was cancelled leaves it afterwards
          if (status === 'cancelled') now.take('item', this.of(stay, this.before, granted));
          for (const { to } of this.endedWith(stay)) addTaker(now, to as Row);
          this.ended.set(of, { interests: now, line, consignee });
        } else {
          interests = known.interests;
          interests.take('visit', now);
          if (known.line !== line) for (const way of ['line', 'agent']) interests.take(way, now);
          if (known.consignee !== consignee) interests.take('consignee', now);
          Object.assign(known, { line, consignee });
        }
      }
      return interests.lines(of, shown.get(container) === number ? ', shown' : '');
    });
    this.before = facts;
    return lines.sort();
  }

  bills(facts: Facts): string[] {
    const lineOf = new Map(facts.manifests!.map((each) => [each.client_identifier, each.shipping_line]));
    return facts
      .bill_of_ladings!.flatMap((bill) => {
        const interests = new Interests();
        addLines(interests, lineOf.get(bill.manifest), facts);
        interests.add('consignee', 'consignee', bill.consignee);
        for (const { to, status, bill_of_lading } of facts.nominations ?? [])
          if (STANDS.includes(status as string) && to.type === 'freight_forwarder' && bill_of_lading)
            if (billKey(bill_of_lading as Row) === billKey(bill)) addTaker(interests, to as Row);
        return interests.lines(billKey(bill));
      })
      .sort();
  }

  /** The nominations for a stay that ended with it just now. */
  private endedWith({ container, number }: Row): Row[] {
    const stay = this.before.container_stays?.find(
      (each) =>
        each.container === container && each.number === number && OPEN.includes(each.status as string),
    );
    return stay ? standing(this.before).filter((each) => each.container && covers(each, stay)) : [];
  }

  private of(stay: Record<string, any>, facts: Facts, granted: Map<string, Set<string>>): Interests {
    const interests = new Interests();
    const { container, number, status } = stay;
    const isOf = (each: Record<string, any>) => each.container === container && each.stay === number;
    addLines(interests, stay.shipping_line, facts);
    interests.add('consignee', 'consignee', stay.consignee);
    const bills = new Map((facts.bill_of_ladings ?? []).map((each) => [billKey(each), each.consignee]));
    for (const bill of stay.bill_of_ladings ?? [])
      interests.add('bill', 'consignee', bills.get(billKey(bill)));
    for (const item of facts.packing_list_items ?? [])
      if (isOf(item)) interests.add('item', 'consignee', item.consignee);
    for (const visit of facts.truck_visits ?? [])
      for (const each of visit.interchanges ?? [])
        if (isOf(each) && !visit.cancelled_at && (each.completed || !each.reversed_at))
          interests.add('visit', 'trucking_company', visit.trucking_company);
    for (const each of standing(facts)) if (covers(each, stay)) addTaker(interests, each.to as Row);
    if (OPEN.includes(status as string))
      for (const each of [...(facts.pre_advices ?? []), ...(facts.appointments ?? [])]) {
        const named = granted.get((each.advice_number ?? each.number) as string);
        if (!each.used && !each.cancelled_at && named?.has(container as string))
          interests.add('announcement', 'trucking_company', companyOf(each, facts));
      }
    return interests;
  }
}

/** The nominations that hold or were passed on. */
export const standing = ({ nominations = [] }: Facts): Row[] =>
  nominations.filter(({ status }) => STANDS.includes(status as string));

/** Whether a nomination, while it holds, is for a stay: for itself, which is open then, for one of its bills, or its booking. */
function covers({ container, bill_of_lading, booking }: Row, stay: Row): boolean {
  if (container) return container.number === stay.container && OPEN.includes(stay.status as string);
  if (booking) return booking.number === stay.booking;
  return ((stay.bill_of_ladings ?? []) as Row[]).some(
    (each) => billKey(each) === billKey(bill_of_lading as Row),
  );
}

const addTaker = (interests: Interests, { type, key }: Row) =>
  interests.add(
    type === 'freight_forwarder' ? 'nominated_forwarder' : 'nominated_haulier',
    type as string,
    key,
  );

/** Whether a purpose names beside the container of a stay one of its bills, or its booking. */
export const namesMore = ({ bill_of_lading, booking }: Row, stay: Row): boolean =>
  ((stay.bill_of_ladings ?? []) as Row[]).some(({ number }) => number === bill_of_lading) ||
  (!!stay.booking && stay.booking === booking);
/** Its own company, else that of the truck, else that of the driver. */
export function companyOf(advice: Row, facts: Facts): string | undefined {
  const [truck, driver] = [truckOf(advice.truck, facts), driverOf(advice.truck_driver, facts)];
  return companyNamed(advice.trucking_company ?? truck?.trucking_company ?? driver?.trucking_company, facts);
}

/** The company of a truck: its own, else that of its usual driver. */
export function companyOfTruck(plate: unknown, facts: Facts): string | undefined {
  const truck = truckOf(plate, facts);
  const driver = driverOf(truck?.truck_driver_license_number, facts);
  return companyNamed(truck?.trucking_company ?? driver?.trucking_company, facts);
}

const truckOf = (plate: unknown, { trucks }: Facts) =>
  trucks?.find(({ license_plate }) => license_plate === plate);
const driverOf = (license: unknown, { truck_drivers }: Facts) =>
  truck_drivers?.find(({ license_number }) => license_number === license);

/** Files name companies by code, or those of trucks by name. */
const companyNamed = (name: unknown, { trucking_companies }: Facts) =>
  trucking_companies?.find(({ code, name: called }) => code === name || called === name)?.code as
    string | undefined;

/** The line and each line above it, and the agent of the line. */
function addLines(interests: Interests, code: unknown, facts: Facts): void {
  const lines = new Map((facts.shipping_lines ?? []).map((each) => [each.code, each]));
  interests.add('agent', 'agent', lines.get(code)?.agent);
  const seen = new Set<unknown>();
  for (let each = code; typeof each === 'string' && !seen.has(each); each = lines.get(each)?.parent) {
    seen.add(each);
    interests.add('line', 'shipping_line', each);
  }
}
