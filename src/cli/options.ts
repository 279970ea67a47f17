import { InvalidArgumentError } from 'commander';
import { DateTime } from 'luxon';
import { BadValue, toIdentifier, toText } from '../common/input/values';
import { timeZoneNamed } from '../common/tenancy/time-zone';
import { DOMAINS } from './domains';

/** The IANA name of a time zone. */
export function timeZone(name: string): string {
  const zone = timeZoneNamed(name);
  if (!zone) throw new InvalidArgumentError('It must be an IANA time zone, such as Europe/Amsterdam.');
  return zone;
}

/** An option that is on by itself, or says so: `--validates-bills`, `--validates-bills false`. */
export function flag(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}

/** A whole number within these bounds. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Text, without blanks around it. */
export function notBlank(text: string): string {
  if (!text.trim()) throw new InvalidArgumentError('It must not be blank.');
  return text.trim();
}

/** An e-mail address as every user has one (decision 105). */
export function email(text: string): string {
  try {
    return toIdentifier(toText(notBlank(text), { max: 255 }), 'email');
  } catch (error) {
    throw error instanceof BadValue ? new InvalidArgumentError(`It ${error.reason}.`) : error;
  }
}

/** Milliseconds of `90d`, `12h` or `30m`; Infinity of `never`. */
export function duration(text: string): number {
  if (text === 'never') return Infinity;
  const [, count, unit] = /^([1-9]\d{0,4})([dhm])$/.exec(text) ?? [];
  if (!count)
    throw new InvalidArgumentError('It must be a number of days, hours or minutes, such as 90d, or never.');
  return Number(count) * { d: 86_400_000, h: 3_600_000, m: 60_000 }[unit as 'd' | 'h' | 'm'];
}

/** The names in `gate,holds`. */
export function domains(text: string): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.every((name) => (DOMAINS as readonly string[]).includes(name))) return names;
  throw new InvalidArgumentError(`It must be some of ${DOMAINS.join(', ')}, separated by commas.`);
}

/** A date, which is its beginning in UTC, or an instant with its offset. */
export function instant(text: string): Date {
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  // a Date takes the 30th of February for a day in March
  const time = DateTime.fromISO(text, { zone: 'utc' });
  if (!isDate || !time.isValid)
    throw new InvalidArgumentError(
      'It must be a date such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z.',
    );
  return time.toJSDate();
}

/** The number of a token. */
export function id(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be the number of a token.');
  return Number(text);
}
