import type { FactEvent, SubjectFacts } from '../facts/subject-facts';
import { measureOf, type SubjectType } from '../tariffs/measures';
import { choosePayer, isEmptyAt } from './choose-payer';
import { chooseRate } from './choose-rate';
import type { ChargedUnit } from './charged-units';
import { type Counted, MOST_UNITS, TooManyUnits } from './count-units';
import { countSpans } from './count-spans';
import { atArrival, factsOn } from './facts-on';
import type { Item, Problem } from './item';
import { limits } from './limits';
import { dateOf, localDays, type Day, type Instant } from './local-days';
import { freeTimeOf, type FreeTime } from './free-time';
import type { PricedCode, PriceList } from './price-list';
import { amountOf, quantityOf, shareOf } from './quantity';
import { price } from '../money';
import type { PricedRate } from '../tariffs/rate';

/** How far a subject is reckoned. */
export interface Until {
  /** The first instant that is not looked at: what has happened or begun before it is charged. */
  at: Instant;
  /** Whether what is counted is charged while it goes on. */
  interim: boolean;
  /** The same for what is counted, where that was charged to another instant already: it is charged to here. */
  counted?: Instant;
  /** From here on it is looked at what might be. The limit of units is of what was before; all was where it is left out. */
  was?: Instant;
}

/** The subjects that last: what is counted of them goes on until they end. */
const LASTING: readonly SubjectType[] = ['container_stay', 'vehicle', 'breakbulk', 'voyage'];

/** What should have been charged for a subject, unit by unit. */
export interface Proposal {
  items: Item[];
  problems: Problem[];
}

/**
 * What a subject costs by a price list, as far as `until`. It is the only reckoning: previews, runs, drafts and the
 * gate all call it. A code of too many units makes the problem `calculation_failed` and no items; the others go on.
 */
export function propose(facts: SubjectFacts, list: PriceList, until: Until): Proposal {
  const counting: Until =
    until.counted === undefined ? until : { ...until, at: until.counted, interim: true };
  const items: Item[] = [];
  const problems: Problem[] = [];
  for (const code of list.codes) {
    if (!isOfSubject(code, facts)) continue;
    const { counted } = measureOf(code);
    const lasts = isGoingOn(facts, counted ? counting.at : until.at);
    const found = counted
      ? withinLimit(code, facts, () => proposeUnits(code, facts, list, counting, lasts))
      : proposeEvents(code, facts, list, until.at);
    items.push(...found.items, ...limits(found.items, lasts));
    problems.push(...found.problems);
  }
  return { items, problems };
}

/** Whether a code is for what the facts are of: containers, vehicles and breakbulk may have codes of one measure. */
const isOfSubject = (code: PricedCode, { type }: SubjectFacts): boolean => measureOf(code).subject === type;

/** Whether something is recorded of a subject at an instant or later. */
export function hasBehind(facts: SubjectFacts, at: Instant): boolean {
  const { began_at, ended_at, events } = facts;
  const times = [began_at, ended_at, ...events.map((event) => event.at), ...spanTimes(facts)];
  return times.some((time) => time !== null && time >= at);
}

/** Whether a subject that lasts has not ended before an instant. */
export const isGoingOn = ({ type, ended_at }: SubjectFacts, at: Instant): boolean =>
  LASTING.includes(type) && (ended_at === null || ended_at >= at);

const spanTimes = (facts: SubjectFacts) =>
  Object.values(facts.spans).flatMap((spans) => spans.flatMap(({ from, until }) => [from, until]));

type Found = Pick<Proposal, 'items' | 'problems'>;

function proposeEvents(code: PricedCode, facts: SubjectFacts, list: PriceList, end: Instant): Found {
  const days = localDays(list.zone);
  const items: Item[] = [];
  const problems: Problem[] = [];
  for (const event of facts.events) {
    if (!isOf(event, code) || event.at >= end) continue;
    const day = days.dayOf(event.at);
    const { side } = event;
    const payer = choosePayer(code, facts, { day, side, isEmpty: isEmptyAt(facts, event.at) });
    const priced_on = pricedOn(code, facts, day, list.zone);
    const { facts: then, container_status } = factsOfEvent(facts, event, day, list.zone);
    const found = chooseRate(list, code, then, payer.customer, {
      day,
      priced_on,
      event: side,
      container_status,
    });
    if (!found) {
      if (code.rate_required) problems.push(noRate(code, facts, day));
      continue;
    }
    const { rate, tariff } = found;
    const quantity = quantityOf(rate, then, event);
    if (quantity === null) {
      problems.push(noQuantity(code, facts, rate.per));
      continue;
    }
    const amount = price(amountOf(rate.tiers, 1));
    if (Number(amount) === 0) continue;
    if (payer.customer === null) problems.push(noPayer(code, facts));
    items.push({
      code,
      event: event.event,
      unit: null,
      day,
      begin: event.at,
      due: { day, begin: event.at },
      payer: payer.customer,
      tariff,
      rate,
      amount,
      quantity,
      billed_by: measureOf(code).billed_by,
      priced_on,
      nomination: payer.nomination,
      basis: null,
    });
  }
  return { items, problems: firstOfEach(problems) };
}

/** What the subject was when something happened: what it came with at its arrival, and what it left with at its departure. */
function factsOfEvent(facts: SubjectFacts, { side, container_status }: FactEvent, day: Day, zone: string) {
  if (side === 'arrival') return { facts: atArrival(facts), container_status };
  if (side === 'departure') return { facts, container_status };
  const then = factsOn(facts, day, zone);
  return { ...then, container_status: container_status ?? then.container_status };
}

function isOf(event: FactEvent, { id, measure, lift_type }: PricedCode): boolean {
  return (
    event.measure === measure &&
    (lift_type === null || event.lift_type === lift_type) &&
    (event.charge_code_id === undefined || event.charge_code_id === id)
  );
}

/** What cannot be counted is a problem of its code alone. */
function withinLimit(code: PricedCode, facts: SubjectFacts, find: () => Found): Found {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof TooManyUnits)) throw error;
    return { items: [], problems: [tooMany(code, facts)] };
  }
}

/**
 * The units that the codes which are requested would charge if a subject ended as `facts` say, in order, code by code. They are
 * made one by one, so that who looks for the first one of a kind does not pay for those behind it.
 * @throws TooManyUnits while it is read
 */
export function unitsAhead(
  facts: SubjectFacts,
  list: PriceList,
  until: Until,
  isAsked: (code: PricedCode) => boolean,
): Iterable<Item>[] {
  return list.codes
    .filter((code) => isOfSubject(code, facts) && measureOf(code).counted && isAsked(code))
    .map((code) => unitItems(code, facts, list, until, isGoingOn(facts, until.at), []));
}

function proposeUnits(
  code: PricedCode,
  facts: SubjectFacts,
  list: PriceList,
  until: Until,
  goesOn: boolean,
): Found {
  const problems: Problem[] = [];
  const items = [...unitItems(code, facts, list, until, goesOn, problems)];
  return { items, problems: firstOfEach(problems) };
}

/** The units that cost something. What is not known is added to `problems` while they are read. */
function* unitItems(
  code: PricedCode,
  facts: SubjectFacts,
  list: PriceList,
  until: Until,
  goesOn: boolean,
  problems: Problem[],
): Generator<Item, void> {
  const spans = facts.spans[code.measure];
  if (!spans?.length || spans[0]!.from >= until.at) return;
  // the call of a vessel is charged when it has departed
  if (goesOn && (!until.interim || code.measure === 'vessel_call')) return;
  const counted: Counted = {
    facts,
    was: until.was,
    touching: code.measure === 'reefer_power' || spans.length > 1,
    end: goesOn ? until.at : (spans.at(-1)!.until ?? facts.ended_at),
    spans: goesOn ? spans.map(({ from, until: end }) => ({ from, until: openAt(end, until.at) })) : spans,
  };
  const { units, problems: uncounted, skip } = countSpans(code, facts, list, counted);
  problems.push(...uncounted);
  const quantities = new Map<SubjectFacts, Map<PricedRate, string | null>>();
  const quantityOfUnit = (unit: ChargedUnit, rate: PricedRate, by: PricedRate) => {
    if (facts.shares) return quantityOf(rate, facts, shareOf(facts, unit, by, list.zone));
    const { facts: then } = factsOn(facts, unit.day, list.zone);
    const ofThen = quantities.get(then) ?? new Map<PricedRate, string | null>();
    quantities.set(then, ofThen);
    if (!ofThen.has(rate)) ofThen.set(rate, quantityOf(rate, then));
    return ofThen.get(rate)!;
  };
  for (const { unit, basis, payer, found } of units) {
    if (!found) {
      if (code.rate_required) problems.push(noRate(code, facts, unit.day));
      skip(unit, found);
      continue;
    }
    const { rate, tariff } = found;
    const quantity = quantityOfUnit(unit, rate, basis.rate);
    if (quantity === null) {
      problems.push(noQuantity(code, facts, rate.per));
      skip(unit, found);
      continue;
    }
    const amount = price(amountOf(rate.tiers, unit.tier));
    if (Number(amount) === 0) {
      skip(unit, found);
      continue;
    }
    if (payer.customer === null) problems.push(noPayer(code, facts));
    const { counting, period_hours } = basis.rate;
    yield {
      code,
      event: null,
      unit: unit.number,
      day: unit.day,
      begin: unit.begin,
      due: unit.due,
      payer: payer.customer,
      tariff,
      rate,
      amount,
      quantity,
      billed_by: counting === 'period' ? `${period_hours} h` : 'day',
      priced_on: pricedOn(code, facts, unit.day, list.zone),
      nomination: payer.nomination,
      basis,
    };
  }
}

/** An end that is not looked at yet is none. */
const openAt = (end: Instant | null, at: Instant) => (end !== null && end < at ? end : null);

/**
 * The free time of a subject: of several storage codes for its kind of cargo the one that ends first. Null where nothing is
 * counted yet.
 */
export function freeTime(facts: SubjectFacts, list: PriceList): FreeTime | null {
  const all = list.codes.flatMap((code) =>
    code.measure === 'storage' && isOfSubject(code, facts) ? (freeTimeOf(code, facts, list) ?? []) : [],
  );
  return all.reduce<FreeTime | null>(
    (first, each) =>
      first === null || (each.free_until ?? Infinity) < (first.free_until ?? Infinity) ? each : first,
    null,
  );
}

/** The day whose tariffs hold. */
function pricedOn(code: PricedCode, { began_at }: SubjectFacts, day: Day, zone: string): Day {
  return code.priced_at === 'arrival' && began_at !== null ? localDays(zone).dayOf(began_at) : day;
}

function tooMany({ id, code }: PricedCode, { label }: SubjectFacts): Problem {
  const sentence = `${code} of ${label} is counted in more than ${MOST_UNITS.toLocaleString('en')} units.`;
  return { charge_code_id: id, code: 'calculation_failed', sentence };
}

function noRate({ id, code }: PricedCode, { label }: SubjectFacts, day: Day): Problem {
  const sentence = `No rate of ${code} holds for ${label} on ${dateOf(day)}.`;
  return { charge_code_id: id, code: 'rate_missing', sentence };
}

function noQuantity({ id, code }: PricedCode, { label }: SubjectFacts, per: string): Problem {
  const sentence = `${code} is priced by ${per.replaceAll('_', ' ')}, which is not known of ${label}.`;
  return { charge_code_id: id, code: 'quantity_missing', sentence };
}

function noPayer({ id, code }: PricedCode, { label }: SubjectFacts): Problem {
  const sentence = `Nobody is known who pays ${code} for ${label}.`;
  return { charge_code_id: id, code: 'payer_missing', sentence };
}

/** One problem of each kind: the days of a stay repeat it. */
function firstOfEach(problems: Problem[]): Problem[] {
  return problems.filter((each, at) => problems.findIndex(({ code }) => code === each.code) === at);
}
