import { InvalidArgumentError } from 'commander';
import { DateTime } from 'luxon';
import { PARTY_TYPES } from '../common/party-wall/party-types';
import { type PartyInput, partyOf } from '../common/party-wall/party-reference';
import { BadValue, toIdentifier, toText } from '../common/input/values';
import { timeZoneNamed } from '../common/tenancy/time-zone';
import { DOMAINS } from '../common/auth/domains';

/** Parses the IANA name of a time zone. */
export function timeZone(name: string): string {
  const zone = timeZoneNamed(name);
  if (!zone) throw new InvalidArgumentError('It must be an IANA time zone, such as Europe/Amsterdam.');
  return zone;
}

/** Parses a boolean option whose value may be left out: `--validates-bills`, `--validates-bills false`. */
export function flag(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.');
  return text === 'true';
}

/** Parses a whole number within bounds. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d{1,9}$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Trims a text and refuses a blank one. */
export function notBlank(text: string): string {
  if (!text.trim()) throw new InvalidArgumentError('It must not be blank.');
  return text.trim();
}

/** Parses an e-mail address by the rule for users (decision 105). */
export function email(text: string): string {
  try {
    return toIdentifier(toText(notBlank(text), { max: 255 }), 'email');
  } catch (error) {
    throw error instanceof BadValue ? new InvalidArgumentError(`It ${error.reason}.`) : error;
  }
}

/** Parses `90d`, `12h` or `30m` to milliseconds, and `never` to Infinity. */
export function duration(text: string): number {
  if (text === 'never') return Infinity;
  const [, count, unit] = /^([1-9]\d{0,4})([dhm])$/.exec(text) ?? [];
  if (!count)
    throw new InvalidArgumentError('It must be a number of days, hours or minutes, such as 90d, or never.');
  return Number(count) * { d: 86_400_000, h: 3_600_000, m: 60_000 }[unit as 'd' | 'h' | 'm'];
}

/** Parses a list of domains such as `gate,holds`. */
export function domains(text: string): string[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))];
  if (names.every((name) => (DOMAINS as readonly string[]).includes(name))) return names;
  throw new InvalidArgumentError(`It must be some of ${DOMAINS.join(', ')}, separated by commas.`);
}

/** Parses a party such as `trucking_company:EST`, beside those before it. */
export function party(text: string, before: PartyInput[] = []): PartyInput[] {
  const named = partyOf(text);
  const type = PARTY_TYPES.find((each) => each === named?.type);
  if (!named || !type)
    throw new InvalidArgumentError(
      `It must be one of ${PARTY_TYPES.join(', ')}, a colon, and a code or name, such as trucking_company:EST.`,
    );
  return [...before, { type, key: named.key }];
}

/** Parses a date (midnight UTC) or an instant with an offset. */
export function instant(text: string): Date {
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  // `Date` would turn February 30 into a day in March.
  const time = DateTime.fromISO(text, { zone: 'utc' });
  if (!isDate || !time.isValid)
    throw new InvalidArgumentError(
      'It must be a date such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z.',
    );
  return time.toJSDate();
}

/** Parses the id of a token. */
export function id(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be the number of a token.');
  return Number(text);
}
