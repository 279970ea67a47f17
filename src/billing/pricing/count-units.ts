import type { Span, SubjectFacts } from '../facts/subject-facts';
import type { Day, Instant, LocalDays } from './local-days';

import type { Counting } from '../tariffs/rate';

/** The most units of a subject and code that have been: 27 years of days. */
export const MOST_UNITS = 10_000;

/** A counted day or period. */
export interface Unit {
  /** Counts all units from 1. */
  n: number;
  /** The day that it is, or in which it begins. */
  day: Day;
  begin: Instant;
}

const HOUR = 3_600_000;

/** What is counted, and how far. */
export interface Counted {
  /** Spans in order, none within another. */
  spans: Span[];
  /**
   * Units are counted to here: the instant of leaving, or while it goes on the first instant that is not looked at.
   * Null counts for ever.
   */
  end: Instant | null;
  /** Whether each day that a span touches counts once, as of plugs, instead of from the first day to the last. */
  touching: boolean;
  /** From here on units are what might be, which the limit does not count. All have been where it is left out. */
  was?: Instant | undefined;
  facts: SubjectFacts;
  /** Which of the next units are not made; whoever reads them says so between two of them. */
  left?: LeftOut;
}

/** Units that are left out behind the one that was read last: so many at most, and those before a day. */
export interface LeftOut {
  most: number;
  before: Day;
  /** How many were. */
  count: number;
}

/** How many units are left out where so many stand before an end. */
function leaveOut(left: LeftOut | undefined, stand: number): number {
  if (!left) return 0;
  left.count = Math.max(0, Math.min(left.most, stand));
  left.most = 0;
  return left.count;
}

/** Thrown for a subject of more than 10,000 units that have been. */
export class TooManyUnits extends Error {}

/**
 * The units of a subject in their order, made one by one as they are requested.
 * @throws TooManyUnits
 */
export function* unitsOf(counting: Counting, counted: Counted, days: LocalDays): Generator<Unit, void> {
  const units = counting.counting === 'period' ? periods : counted.touching ? touchedDays : calendarDays;
  const { was = Infinity, left } = counted;
  // known before they are made, which takes as long as for the longest stay that is reckoned
  if (counting.counting === 'period' && periodsBefore(was, counting, counted) > MOST_UNITS)
    throw new TooManyUnits(`more than ${MOST_UNITS} units`);
  let n = 0;
  for (const { day, begin } of units(counting, counted, days)) {
    n += 1 + (left?.count ?? 0);
    if (n > MOST_UNITS && begin < was) throw new TooManyUnits(`more than ${MOST_UNITS} units`);
    if (left) left.count = 0;
    yield { n, day, begin };
    // the limit is not stepped over
    if (left && begin < was) left.most = Math.min(left.most, Math.max(0, MOST_UNITS - n));
  }
}

type Begun = Omit<Unit, 'n'>;

/** The first day that counts; null while the discharge is not complete. */
export function firstDay({ first_day }: Counting, { facts, spans }: Counted, days: LocalDays): Day | null {
  const arrived = days.dayOf(spans[0]!.from);
  if (first_day === 'arrival') return arrived;
  if (first_day === 'day_after_arrival' || facts.discharged_at === undefined) return arrived + 1;
  return facts.discharged_at === null ? null : Math.max(arrived, days.dayOf(facts.discharged_at) + 1);
}

function* calendarDays(counting: Counting, counted: Counted, days: LocalDays): Generator<Begun, void> {
  const first = firstDay(counting, counted, days);
  if (first === null) return;
  const { from, until } = counted.spans[0]!;
  const last = lastDay(counting, counted, days, until);
  for (let day = first; day <= last; day++) {
    yield { day, begin: Math.max(from, days.startOf(day)) };
    day += leaveOut(counted.left, daysBefore(counted, last, day));
  }
}

/** How many days stand behind a day up to a last one, and before the day to which units are left out. */
const daysBefore = ({ left }: Counted, last: Day, day: Day): number =>
  left?.most ? Math.min(last, left.before - 1) - day : 0;

/** The last day that counts. While it goes on, that is the last one that leaving later could not change. */
function lastDay({ last_day }: Counting, { end }: Counted, days: LocalDays, until: Instant | null): Day {
  if (end === null) return Infinity;
  if (last_day === 'excluded') return days.dayOf(end) - 1;
  return days.dayOf(until === null ? end - 1 : end);
}

function* touchedDays(counting: Counting, counted: Counted, days: LocalDays): Generator<Begun, void> {
  const first = counting.first_day === 'arrival' ? -Infinity : firstDay(counting, ofSubject(counted), days);
  if (first === null) return;
  const left = counted.facts.ended_at;
  const last = counting.last_day === 'excluded' && left !== null ? days.dayOf(left) - 1 : Infinity;
  let next = first;
  for (const { from, until } of clipped(counted)) {
    const end = Math.min(last, until === null ? Infinity : days.dayOf(until - 1));
    for (let day = Math.max(next, days.dayOf(from)); day <= end; day++) {
      yield { day, begin: Math.max(from, days.startOf(day)) };
      day += leaveOut(counted.left, daysBefore(counted, end, day));
      next = day + 1;
    }
  }
}

/** The same with the time that the subject is here, by which first days go. */
function ofSubject(counted: Counted): Counted {
  const { began_at, ended_at } = counted.facts;
  return began_at === null ? counted : { ...counted, spans: [{ from: began_at, until: ended_at }] };
}

/** A period begins each time that so many hours have passed within the spans; elapsed time has no clock changes. */
function* periods({ period_hours }: Counting, counted: Counted, days: LocalDays): Generator<Begun, void> {
  const length = period_hours * HOUR;
  let wait = 0;
  for (const { from, until } of clipped(counted)) {
    const end = until ?? Infinity;
    let begin = from + wait;
    for (; begin < end; begin += length) {
      yield { day: days.dayOf(begin), begin };
      if (!counted.left?.most) continue;
      const { before } = counted.left;
      const edge = Math.min(end, before === Infinity ? Infinity : days.startOf(before));
      begin += length * leaveOut(counted.left, Math.ceil((edge - begin) / length) - 1);
    }
    wait = begin - end;
  }
}

/** How many periods have begun before an instant; none where that has no end. */
function periodsBefore(at: Instant, { period_hours }: Counting, counted: Counted): number {
  let time = 0;
  for (const { from, until } of clipped(counted)) time += Math.max(0, Math.min(until ?? Infinity, at) - from);
  return time === Infinity ? 0 : Math.ceil(time / (period_hours * HOUR));
}

/** The spans as far as they are counted, without those of no length. */
function* clipped({ spans, end }: Counted): Generator<Span, void> {
  for (const { from, until } of spans) {
    const last = end === null ? until : Math.min(until ?? Infinity, end);
    if (last === null || from < last) yield { from, until: last };
  }
}
