import type { SubjectFacts } from '../facts/subject-facts';
import { choosePayer, isEmptyAt, type Payer } from './choose-payer';
import { factsOn } from './facts-on';
import { chooseRate, isPriced } from './choose-rate';
import { chargedUnits, type ChargedUnit } from './charged-units';
import { firstDay, type LeftOut, unitsOf, type Counted, type Unit } from './count-units';
import { costless } from './edges';
import type { Basis, Problem } from './item';
import { localDays, type Day, type Instant } from './local-days';
import type { Found, PricedCode, PriceList } from './price-list';
import type { PricedRate } from '../tariffs/rate';

/** The furthest that the first rate is looked for behind the arrival, and that free time is shown. */
export const MOST_DAYS = 400;

/** A unit that is charged, who pays it, and the rate that holds for it; without one it costs nothing. */
export interface PricedUnit {
  unit: ChargedUnit;
  payer: Payer;
  found: Found | null;
  basis: Basis;
}

/** The units that are charged, each with its rate. */
export function countSpans(
  code: PricedCode,
  facts: SubjectFacts,
  list: PriceList,
  counted: Counted,
): {
  units: Iterable<PricedUnit>;
  basis: Basis | null;
  problems: Problem[];
  /** Says that the unit that was read last costs nothing, so that those like it are not made. */
  skip: (unit: ChargedUnit, found: Found | null) => void;
} {
  const priced = pricer(code, facts, list);
  // the days of a code without a rate for the subject are not looked at
  const rate = isPriced(list, code, facts) ? countingRate(counted, list, priced) : null;
  if (!rate) {
    const problems: Problem[] = code.rate_required ? [withoutRate(code, facts)] : [];
    return { ...NOTHING, problems };
  }
  const days = localDays(list.zone, rate.day_starts_at);
  const first_day =
    rate.counting === 'period' ? days.dayOf(counted.spans[0]!.from) : firstDay(rate, counted, days);
  if (first_day === null) return { ...NOTHING, problems: [dischargeOpen(code, facts)] };
  const { free_units, agreements } = freeUnits(code, facts, rate, priced(first_day).payer);
  const basis: Basis = {
    rate,
    free_units,
    agreements,
    first_day,
    free_from: null,
    free_until: null,
    closed_days: [],
  };
  const isClosed = (day: Day) => list.isClosed(rate, day);
  const left: LeftOut = { most: 0, before: -Infinity, count: 0 };
  const units = watched(unitsOf(rate, { ...counted, left }, days), basis, isClosed);
  return {
    units: withRates(chargedUnits(units, rate, free_units, isClosed), basis, priced),
    basis,
    problems: [],
    skip: costless({ code, facts, list, by: rate }, left),
  };
}

const NOTHING = { units: [], basis: null, skip: () => undefined };

function* withRates(units: Iterable<ChargedUnit>, basis: Basis, priced: Pricer): Generator<PricedUnit, void> {
  for (const unit of units) yield { unit, basis, ...priced(unit.day, unit.begin) };
}

/** Notes the free days in the basis while they are counted. */
function* watched(
  units: Iterable<Unit>,
  basis: Basis,
  isClosed: (day: Day) => boolean,
): Generator<Unit, void> {
  let left = basis.free_units;
  for (const unit of units) {
    if (left > 0) {
      basis.free_from ??= unit.day;
      basis.free_until = unit.day;
      if (basis.rate.free_excludes_closed && isClosed(unit.day)) basis.closed_days.push(unit.day);
      else left -= 1;
    }
    yield unit;
  }
}

/**
 * Who pays a unit, and its rate, by its day and its begin, which is that of the day unless given. A day has up to 24 units, and
 * is queried once, or twice where the container was emptied on it.
 */
type Pricer = (day: Day, begin?: Instant) => { payer: Payer; found: Found | null };

function pricer(code: PricedCode, facts: SubjectFacts, list: PriceList): Pricer {
  const arrival = facts.began_at === null ? null : localDays(list.zone).dayOf(facts.began_at);
  const days = localDays(list.zone);
  const requested = { full: new Map<Day, ReturnType<Pricer>>(), empty: new Map<Day, ReturnType<Pricer>>() };
  const ask = (day: Day, isEmpty: boolean) => {
    const payer = choosePayer(code, facts, { day, side: null, isEmpty });
    const priced_on = code.priced_at === 'arrival' ? (arrival ?? day) : day;
    const { facts: then, container_status } = factsOn(facts, day, list.zone);
    const found = chooseRate(list, code, then, payer.customer, {
      day,
      priced_on,
      event: null,
      container_status,
    });
    return { payer, found };
  };
  return (day, begin = days.startOf(day)) => {
    const isEmpty = isEmptyAt(facts, begin);
    const answers = isEmpty ? requested.empty : requested.full;
    let answer = answers.get(day);
    if (!answer) answers.set(day, (answer = ask(day, isEmpty)));
    return answer;
  };
}

/**
 * The rate that decides how units are counted: that of the first unit. Which day that is depends on the rate itself, so
 * the rate of the arrival says it, or else the first one that holds.
 */
function countingRate(counted: Counted, list: PriceList, priced: Pricer): PricedRate | null {
  const days = localDays(list.zone);
  const arrival = days.dayOf(counted.spans[0]!.from);
  const last = counted.end === null ? arrival + MOST_DAYS : days.dayOf(counted.end);
  for (let day = arrival; day <= last; day++) {
    const rate = priced(day).found?.rate;
    if (!rate) continue;
    const first = firstDay(rate, counted, localDays(list.zone, rate.day_starts_at));
    return (first !== null && first > day && priced(first).found?.rate) || rate;
  }
  return null;
}

/**
 * The largest of the free units of the rate and of its agreements, and the largest of the units that agreements add to
 * them.
 */
function freeUnits(
  code: PricedCode,
  facts: SubjectFacts,
  rate: PricedRate,
  payer: Payer,
): { free_units: number; agreements: string[] } {
  const those = facts.agreements.filter(
    ({ charge_code_id, customer }) =>
      charge_code_id === code.id && (customer === null || customer === payer.customer),
  );
  const free = largest(those, 'free_units');
  const extra = largest(those, 'extra_units');
  const longer = (free?.free_units ?? 0) > rate.free_units;
  return {
    free_units: (longer ? free!.free_units! : rate.free_units) + (extra?.extra_units ?? 0),
    agreements: [longer ? free!.number : [], extra ? extra.number : []].flat(),
  };
}

function largest(agreements: SubjectFacts['agreements'], units: 'free_units' | 'extra_units') {
  return agreements
    .filter((each) => each[units] !== null)
    .reduce<SubjectFacts['agreements'][number] | undefined>(
      (most, each) => (most && most[units]! >= each[units]! ? most : each),
      undefined,
    );
}

function withoutRate({ id, code }: PricedCode, { label }: SubjectFacts): Problem {
  return { charge_code_id: id, code: 'rate_missing', sentence: `No rate of ${code} holds for ${label}.` };
}

function dischargeOpen({ id, code }: PricedCode, { label }: SubjectFacts): Problem {
  const sentence = `The discharge of the voyage is not closed, from which ${code} of ${label} is counted.`;
  return { charge_code_id: id, code: 'discharge_open', sentence };
}
