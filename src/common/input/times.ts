import { DateTime } from 'luxon';
import { BadValue } from './values';

/** Longer texts are refused unread; any usual fraction of a second fits. */
const MAX_LENGTH = 64;

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)?)?$/;
const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const MONTH_THEN_DAY = /^([A-Za-z]{3,9}) (\d{1,2}),? (\d{4})$/;
const DAY_THEN_MONTH = /^(\d{1,2}) ([A-Za-z]{3,9}),? (\d{4})$/;

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** The local date and time that a text states; `offset` in minutes, undefined when the text has none. */
interface Written {
  date: string;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
  offset: number | undefined;
}

/**
 * Takes an ISO 8601 date-time and returns the instant in UTC, `YYYY-MM-DDTHH:MM:SS.mmmZ` (decision 12).
 * Seconds may be left out, a space or `t` may stand for `T`, and digits beyond the millisecond are cut.
 * Without an offset it is a time of the IANA `zone`, and a bare date is the start of that day there. A local
 * time that a clock change skips is moved forward by the length of the gap; of one that occurs twice the
 * earlier is taken.
 * Throws BadValue for another form, a date or time of day that does not exist (24:00 and leap seconds
 * included), a year outside 1900 to 2999 and an offset beyond 14 hours.
 */
export function toTime(raw: unknown, zone: string): string {
  const written = readIso(raw);
  if (!written) throw new BadValue('must be a time such as 2026-06-02T10:00:00Z');
  const { date, offset, ...timeOfDay } = written;
  const local = DateTime.fromISO(date, { zone: 'utc' }).set(timeOfDay);
  const instant =
    offset === undefined
      ? toInstant(local, zone)
      : new Date(local.toMillis() - offset * 60_000).toISOString();
  checkYear(instant.slice(0, 4));
  return instant;
}

/**
 * Takes what toTime takes as the inclusive end of a span: a bare date is the last millisecond of that day.
 * Throws BadValue as toTime does.
 */
export function toEndTime(raw: unknown, zone: string): string {
  if (!isBareDate(raw)) return toTime(raw, zone);
  return new Date(Date.parse(startOfNextDay(toDate(raw), zone)) - 1).toISOString();
}

/** Whether a text has the form of a date without a time of day. */
export function isBareDate(raw: unknown): raw is string {
  return typeof raw === 'string' && /^\d{4}-\d\d-\d\d$/.test(raw);
}

/** How far the clock of a client may be ahead, in milliseconds. */
const CLOCK_TOLERANCE = 60_000;

/** Whether a time lies in the future, by more than a minute because clocks differ. */
export function isToCome(time: string | Date, now = new Date()): boolean {
  return new Date(time).getTime() > now.getTime() + CLOCK_TOLERANCE;
}

/** Whether a time is more than a year ago. */
export function isLongAgo(time: string | Date, now = new Date()): boolean {
  return new Date(time) < DateTime.fromJSDate(now, { zone: 'utc' }).minus({ years: 1 }).toJSDate();
}

/**
 * Takes `YYYY-MM-DD`, or an ISO 8601 date-time of which the date is taken as written, and returns
 * `YYYY-MM-DD`. Throws BadValue as toTime does.
 */
export function toDate(raw: unknown): string {
  const written = readIso(raw);
  if (!written) throw new BadValue('must be a date such as 2026-06-02');
  return written.date;
}

/** The current day in a time zone: `2026-06-02`. */
export function today(zone: string): string {
  return DateTime.now().setZone(zone).toISODate()!;
}

/** Takes what toDate takes, and `today`, the current day in that zone. Throws BadValue as toDate does. */
export function toDay(raw: unknown, zone: string): string {
  return raw === 'today' ? today(zone) : toDate(raw);
}

/**
 * Takes what toDate takes, and also day/month/year with the day first (1/2/2026 is 1 February) and English
 * month names, full or cut to three letters, in any case: "June 2, 2022", "2 Jun 2022" (decision 12).
 * Returns `YYYY-MM-DD`. Throws BadValue as toDate does.
 */
export function toLooseDate(raw: unknown): string {
  const written = readIso(raw);
  if (written) return written.date;
  if (typeof raw === 'string' && raw.length <= MAX_LENGTH) {
    const dayFirst = DAY_FIRST.exec(raw);
    if (dayFirst) return checkDate(dayFirst[3], dayFirst[2], dayFirst[1]);
    const monthThenDay = MONTH_THEN_DAY.exec(raw);
    if (monthThenDay) return checkDate(monthThenDay[3], monthNumber(monthThenDay[1]), monthThenDay[2]);
    const dayThenMonth = DAY_THEN_MONTH.exec(raw);
    if (dayThenMonth) return checkDate(dayThenMonth[3], monthNumber(dayThenMonth[2]), dayThenMonth[1]);
  }
  throw new BadValue('must be a date such as 2026-06-02, 2/6/2026 (day first) or June 2, 2026');
}

/** The first instant of a day (`YYYY-MM-DD`, as toDate returns it) in an IANA zone, as ISO 8601 in UTC. */
export function startOfDay(date: string, zone: string): string {
  return toInstant(DateTime.fromISO(date, { zone: 'utc' }), zone);
}

/**
 * The first instant after a day (`YYYY-MM-DD`) in an IANA zone, as ISO 8601 in UTC.
 */
export function startOfNextDay(date: string, zone: string): string {
  return toInstant(DateTime.fromISO(date, { zone: 'utc' }).plus({ days: 1 }), zone);
}

/**
 * The instant at which a clock of an IANA zone shows a minute (510 is 08:30, 1440 the end of the day) of a day
 * (`YYYY-MM-DD`). Decision 12 settles minutes that a clock change repeats or skips.
 */
export function instantAt(date: string, minute: number, zone: string): Date {
  return new Date(toInstant(DateTime.fromISO(date, { zone: 'utc' }).plus({ minutes: minute }), zone));
}

/** Reads an ISO 8601 date or date-time; undefined for another form. Throws BadValue for one that does not exist. */
function readIso(raw: unknown): Written | undefined {
  const match = typeof raw === 'string' && raw.length <= MAX_LENGTH && ISO.exec(raw);
  if (!match) return undefined;
  const [, year, month, day, hours, minutes, seconds, fraction = '', utc, sign, offsetHours, offsetMinutes] =
    match;

  const date = checkDate(year, month, day);
  const hour = Number(hours ?? 0);
  const minute = Number(minutes ?? 0);
  const second = Number(seconds ?? 0);
  if (hour > 23 || minute > 59 || second > 59) {
    throw new BadValue('must have a time of day from 00:00:00 to 23:59:59');
  }
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'));

  let offset: number | undefined;
  if (utc) offset = 0;
  if (sign) {
    const size = Number(offsetHours) * 60 + Number(offsetMinutes ?? 0);
    if (size > 14 * 60 || Number(offsetMinutes ?? 0) > 59) {
      throw new BadValue('must have an offset from -14:00 to +14:00');
    }
    offset = sign === '-' ? -size : size;
  }
  return { date, hour, minute, second, millisecond, offset };
}

/** Checks the year, of an instant in UTC, because an answered value has to be accepted again. */
function checkYear(year?: string): void {
  if (!(Number(year) >= 1900 && Number(year) <= 2999))
    throw new BadValue('must have a year from 1900 to 2999');
}

/** Returns the date as `YYYY-MM-DD`, or throws BadValue when the calendar has no such day. */
function checkDate(year?: string, month?: string | number, day?: string): string {
  checkYear(year);
  const date = DateTime.utc(Number(year), Number(month), Number(day)).toISODate();
  if (date === null) throw new BadValue('must be a date that exists');
  return date;
}

/** 1 to 12 for an English month name, full or cut to three letters; 0, which no date has, for another word. */
function monthNumber(name = ''): number {
  const word = name.toLowerCase();
  return MONTHS.findIndex((month) => month === word || month.slice(0, 3) === word) + 1;
}

/** The instant at which the clocks of `zone` show what `local` shows. */
function toInstant(local: DateTime, zone: string): string {
  // setZone alone chooses the earlier of two possible instants in some zones and the later in others.
  const [earliest] = local.setZone(zone, { keepLocalTime: true }).getPossibleOffsets();
  if (!earliest?.isValid) throw new Error(`No such date or time zone: ${local.toISO()} in ${zone}`);
  return new Date(earliest.toMillis()).toISOString();
}
