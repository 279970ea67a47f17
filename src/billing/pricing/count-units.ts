import type { Span, SubjectFacts } from '../facts/subject-facts';
import type { Day, Instant, LocalDays } from './local-days';

import type { Counting } from '../tariffs/rate';

/** The most units of a subject and code: 27 years of days. */
const MOST_UNITS = 10_000;

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
  facts: SubjectFacts;
}

/** Thrown for a subject of more than 10,000 units. */
class TooManyUnits extends Error {}

/**
 * The units of a subject in their order.
 * @throws TooManyUnits
 */
export function* unitsOf(counting: Counting, counted: Counted, days: LocalDays): Generator<Unit, void> {
  const units = counting.counting === 'period' ? periods : counted.touching ? touchedDays : calendarDays;
  let n = 0;
  for (const unit of units(counting, counted, days)) {
    if (++n > MOST_UNITS) throw new TooManyUnits(`more than ${MOST_UNITS} units`);
    yield { n, ...unit };
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
  for (let day = first; day <= last; day++) yield { day, begin: Math.max(from, days.startOf(day)) };
}

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
    for (; begin < end; begin += length) yield { day: days.dayOf(begin), begin };
    wait = begin - end;
  }
}

/** The spans as far as they are counted, without those of no length. */
function* clipped({ spans, end }: Counted): Generator<Span, void> {
  for (const { from, until } of spans) {
    const last = end === null ? until : Math.min(until ?? Infinity, end);
    if (last === null || from < last) yield { from, until: last };
  }
}
