import { IANAZone } from 'luxon';

/** A day, as the number of days since 1970-01-01. */
export type Day = number;
/** An instant, in milliseconds since 1970 in UTC. */
export type Instant = number;

const DAY = 86_400_000;
const MINUTE = 60_000;

/** The day of a date such as `2026-03-09`. */
export const dayFrom = (date: string): Day => Date.parse(`${date}T00:00:00Z`) / DAY;

const dates = new Map<Day, string>();
/** How many days are remembered as dates: 27 years. */
const MOST_DATES = 10_000;

/** The date of a day. It is remembered, because each charge names a dozen of them, and most are the same ones. */
export function dateOf(day: Day): string {
  let date = dates.get(day);
  if (date === undefined) {
    date = new Date(day * DAY).toISOString().slice(0, 10);
    if (dates.size === MOST_DATES) dates.clear();
    dates.set(day, date);
  }
  return date;
}
/** 1 is Monday, 7 is Sunday (ISO 8601). */
export const weekdayOf = (day: Day): number => ((((day + 3) % 7) + 7) % 7) + 1;

/**
 * The days of a time zone that begin at a time of day: at 07:00, 06:59 belongs to the day before. An instant at which
 * a day begins belongs to it. Each day asks the zone once, because conversions take longer than all other reckoning.
 */
export class LocalDays {
  private readonly zone: IANAZone;
  private readonly starts = new Map<Day, Instant>();

  constructor(
    zone: string,
    /** When days begin, in minutes after midnight. */
    private readonly minutes = 0,
  ) {
    this.zone = IANAZone.create(zone);
  }

  dayOf(at: Instant): Day {
    // No zone is further than 15 hours from UTC, so the day is one of three.
    let day = Math.floor((at - this.minutes * MINUTE) / DAY) + 1;
    while (this.startOf(day) > at) day--;
    return day;
  }

  /** The first instant of a day. */
  startOf(day: Day): Instant {
    let start = this.starts.get(day);
    if (start === undefined) {
      start = this.firstInstant(day * DAY + this.minutes * MINUTE);
      this.starts.set(day, start);
    }
    return start;
  }

  /** The last millisecond of a day. */
  endOf(day: Day): Instant {
    return this.startOf(day + 1) - 1;
  }

  /** The first instant at which clocks show this local time, or a later one where they skip it. */
  private firstInstant(local: number): Instant {
    const before = this.zone.offset(local - DAY) * MINUTE;
    const after = this.zone.offset(local + DAY) * MINUTE;
    if (before === after) return local - before;
    const shown = (at: Instant) => at + this.zone.offset(at) * MINUTE;
    const early = local - Math.max(before, after);
    if (shown(early) === local) return early;
    const late = local - Math.min(before, after);
    if (after < before || shown(late) === local) return late;
    // Clocks skip the time: the instant of the change is between the two.
    let [low, high] = [early, late];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (shown(middle) >= local) high = middle;
      else low = middle;
    }
    return high;
  }
}

const days = new Map<string, LocalDays>();

/** The days of a zone that begin at a time of day such as `07:00`. */
export function localDays(zone: string, startsAt = '00:00'): LocalDays {
  const key = `${zone} ${startsAt}`;
  let found = days.get(key);
  if (!found) {
    const [hours, minutes] = startsAt.split(':').map(Number);
    found = new LocalDays(zone, hours! * 60 + minutes!);
    days.set(key, found);
  }
  return found;
}
