import { startOfDay, startOfNextDay, toDate, toLooseDate, toTime } from './times';
import { BadValue } from './values';

const BERLIN = 'Europe/Berlin';

const NO_DATE = 'must be a date that exists';
const NO_YEAR = 'must have a year from 1900 to 2999';
const NO_TIME_OF_DAY = 'must have a time of day from 00:00:00 to 23:59:59';
const NO_OFFSET = 'must have an offset from -14:00 to +14:00';

/** Well-formed, but impossible. */
const IMPOSSIBLE: [string, string][] = [
  ['2026-02-30', NO_DATE],
  ['2026-02-29', NO_DATE],
  ['2100-02-29', NO_DATE],
  ['2026-00-10', NO_DATE],
  ['2026-13-10', NO_DATE],
  ['2026-06-00', NO_DATE],
  ['2026-06-31', NO_DATE],
  ['0000-01-01', NO_YEAR],
  ['1899-12-31', NO_YEAR],
  ['3000-01-01', NO_YEAR],
  ['2026-02-30T10:00:00Z', NO_DATE],
  ['2026-06-02T24:00:00Z', NO_TIME_OF_DAY],
  ['2026-06-02T25:00Z', NO_TIME_OF_DAY],
  ['2026-06-02T10:60Z', NO_TIME_OF_DAY],
  ['2016-12-31T23:59:60Z', NO_TIME_OF_DAY],
  ['2026-06-02T10:00+14:01', NO_OFFSET],
  ['2026-06-02T10:00-15', NO_OFFSET],
  ['2026-06-02T10:00+01:60', NO_OFFSET],
];

const UNREADABLE = [
  '',
  'now',
  'today',
  'infinity',
  '-infinity',
  'epoch',
  '1780387200',
  1_780_387_200_000,
  0,
  true,
  {},
  ['2026-06-02'],
  new Date(0),
  '20260602',
  '20260602T100000Z',
  '2026-W23-2',
  '2026-153',
  '2026-06',
  '2026-6-2',
  '26-06-02',
  '12026-06-02',
  '-2026-06-02',
  '+002026-06-02',
  '2026-06-02T',
  '2026-06-02Z',
  '2026-06-02+02:00',
  '2026-06-02T10Z',
  '2026-06-02T10:00:00.Z',
  '2026-06-02T10:00.5Z',
  '2026-06-02T10:00:00 Z',
  '2026-06-02T10:00:00 02:00',
  '2026-06-02T10:00:00+2',
  '2026-06-02T10:00:00+02:00:00',
  '2026-06-02T10:00:00[Europe/Berlin]',
  '2026-06-02  10:00:00',
  ' 2026-06-02',
  '2026-06-02\n',
  '2026-06-02T10:00:00Z\n',
  '2026-06-02T10:00:00Z BC',
  '２０２６-06-02',
  'Tue, 02 Jun 2026 10:00:00 GMT',
];

/** The reason for which a value is refused; undefined when it is taken. */
function reasonOf(take: () => unknown): string | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    if (error instanceof BadValue) return error.reason;
    throw error;
  }
}

describe('toTime', () => {
  it.each([
    ['2026-06-02T10:00:00Z', '2026-06-02T10:00:00.000Z'],
    ['2026-06-02T10:00:00z', '2026-06-02T10:00:00.000Z'],
    ['2026-06-02t10:00:00Z', '2026-06-02T10:00:00.000Z'],
    ['2026-06-02 10:00:00Z', '2026-06-02T10:00:00.000Z'],
    ['2026-06-02T10:00:00+02:00', '2026-06-02T08:00:00.000Z'],
    ['2026-06-02T10:00:00+0200', '2026-06-02T08:00:00.000Z'],
    ['2026-06-02T10:00:00+02', '2026-06-02T08:00:00.000Z'],
    ['2026-06-02T10:00:00-00:00', '2026-06-02T10:00:00.000Z'],
    ['2026-06-02T10:00-03:30', '2026-06-02T13:30:00.000Z'],
    ['2026-06-02T10:00:00+14:00', '2026-06-01T20:00:00.000Z'],
    ['2026-06-02T10:00:00-14:00', '2026-06-03T00:00:00.000Z'],
    ['2026-06-02T10:00:00.1Z', '2026-06-02T10:00:00.100Z'],
    ['2026-06-02T10:00:00,25Z', '2026-06-02T10:00:00.250Z'],
    ['2026-06-02T10:00:00.999999999999999999Z', '2026-06-02T10:00:00.999Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
    ['2999-12-31T23:59:59Z', '2999-12-31T23:59:59.000Z'],
  ])('reads %s, whatever the zone', (raw, expected) => {
    expect(toTime(raw, BERLIN)).toBe(expected);
    expect(toTime(raw, 'Pacific/Auckland')).toBe(expected);
  });

  it.each([
    ['2026-06-02T10:00:00', BERLIN, '2026-06-02T08:00:00.000Z'],
    ['2026-12-02 10:00', BERLIN, '2026-12-02T09:00:00.000Z'],
    ['2026-06-02T10:00:00.5', 'Asia/Kolkata', '2026-06-02T04:30:00.500Z'],
    ['2026-06-02T10:00:00', 'UTC', '2026-06-02T10:00:00.000Z'],
    ['2026-06-02', BERLIN, '2026-06-01T22:00:00.000Z'],
    ['2026-06-02', 'America/New_York', '2026-06-02T04:00:00.000Z'],
  ])('reads %s in %s', (raw, zone, expected) => {
    expect(toTime(raw, zone)).toBe(expected);
  });

  it.each([
    ['2026-03-29T02:30:00', BERLIN, '2026-03-29T01:30:00.000Z'], // 03:30 summer time
    ['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'], // 03:30 summer time
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'], // midnight is skipped: 01:00
    ['2011-12-30T12:00:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'], // the day is skipped: 31st, 12:00
  ])('moves %s in %s, which is skipped there, forward', (raw, zone, expected) => {
    expect(toTime(raw, zone)).toBe(expected);
  });

  it.each([
    ['2026-10-25T02:30:00', BERLIN, '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30:00', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05T02:30:00', 'Australia/Sydney', '2026-04-04T15:30:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ])('takes the earlier of the two %s in %s', (raw, zone, expected) => {
    expect(toTime(raw, zone)).toBe(expected);
  });

  it.each(IMPOSSIBLE)('refuses the impossible %s', (raw, reason) => {
    expect(reasonOf(() => toTime(raw, BERLIN))).toBe(reason);
  });

  it.each(['2999-12-31T23:59:59-01:00', '1900-01-01T00:00:00+01:00'])(
    'refuses %s, which is of a year outside of those in UTC',
    (raw) => expect(reasonOf(() => toTime(raw, BERLIN))).toBe(NO_YEAR),
  );

  it.each(UNREADABLE)('refuses %p', (raw) => {
    expect(reasonOf(() => toTime(raw, BERLIN))).toBe('must be a time such as 2026-06-02T10:00:00Z');
  });

  it('refuses a huge text without reading it', () => {
    const huge = `2026-06-02T10:00:00.${'0'.repeat(1_000_000)}`;
    const started = performance.now();
    for (let i = 0; i < 1_000; i++) expect(reasonOf(() => toTime(huge, BERLIN))).toBeDefined();
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('treats an unknown zone as a defect, not as a bad value', () => {
    expect(() => toTime('2026-06-02', 'Mars/Olympus')).toThrow('No such date or time zone');
    expect(() => toTime('2026-06-02', 'Mars/Olympus')).not.toThrow(BadValue);
  });
});

describe('toDate', () => {
  it.each([
    ['2026-06-02', '2026-06-02'],
    ['2024-02-29', '2024-02-29'],
    ['1900-01-01', '1900-01-01'],
    ['2999-12-31', '2999-12-31'],
    ['2026-06-02T23:30:00-05:00', '2026-06-02'],
    ['2026-06-02T00:30:00+14:00', '2026-06-02'],
    ['2026-06-02 10:00', '2026-06-02'],
  ])('reads %s', (raw, expected) => {
    expect(toDate(raw)).toBe(expected);
  });

  it.each(IMPOSSIBLE)('refuses the impossible %s', (raw, reason) => {
    expect(reasonOf(() => toDate(raw))).toBe(reason);
  });

  it.each([...UNREADABLE, '1/2/2026', 'June 2, 2022'])('refuses %p', (raw) => {
    expect(reasonOf(() => toDate(raw))).toBe('must be a date such as 2026-06-02');
  });
});

describe('toLooseDate', () => {
  it.each([
    ['2026-06-02', '2026-06-02'],
    ['2026-06-02T23:30:00-05:00', '2026-06-02'],
    ['1/2/2026', '2026-02-01'],
    ['01/02/2026', '2026-02-01'],
    ['31/12/2026', '2026-12-31'],
    ['June 2, 2022', '2022-06-02'],
    ['june 02 2022', '2022-06-02'],
    ['2 June 2022', '2022-06-02'],
    ['Jun 2, 2022', '2022-06-02'],
    ['2 JUN 2022', '2022-06-02'],
    ['May 31, 2022', '2022-05-31'],
    ['29 February 2024', '2024-02-29'],
    ['December 1, 2022', '2022-12-01'],
    ['sep 30, 2022', '2022-09-30'],
  ])('reads %s', (raw, expected) => {
    expect(toLooseDate(raw)).toBe(expected);
  });

  it.each([
    ...IMPOSSIBLE,
    ['31/2/2026', NO_DATE],
    ['2/13/2026', NO_DATE],
    ['0/1/2026', NO_DATE],
    ['1/1/1899', NO_YEAR],
    ['February 30, 2022', NO_DATE],
    ['29 Feb 2022', NO_DATE],
    ['Juny 2, 2022', NO_DATE],
    ['Brumaire 2, 2022', NO_DATE],
    ['2 Mai 2022', NO_DATE],
    ['June 2, 3000', NO_YEAR],
  ])('refuses the impossible %s', (raw, reason) => {
    expect(reasonOf(() => toLooseDate(raw))).toBe(reason);
  });

  it.each([
    ...UNREADABLE,
    '1/2/26',
    '1.2.2026',
    '1-2-2026',
    '1/2/2026 10:00',
    '1/2/2026\n',
    '2026/02/01',
    'June 2nd, 2022',
    'June 2022',
    'June 2, 2022 10:00',
    'J'.repeat(1_000_000),
  ])('refuses unreadable text %#', (raw) => {
    expect(reasonOf(() => toLooseDate(raw))).toBe(
      'must be a date such as 2026-06-02, 2/6/2026 (day first) or June 2, 2026',
    );
  });
});

describe('startOfDay and startOfNextDay', () => {
  it.each([
    ['2026-06-02', 'UTC', '2026-06-02T00:00:00.000Z', '2026-06-03T00:00:00.000Z'],
    ['2026-12-31', BERLIN, '2026-12-30T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
    ['2026-03-29', BERLIN, '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'], // 23 hours
    ['2026-10-25', BERLIN, '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'], // 25 hours
    ['2026-04-23', 'Africa/Cairo', '2026-04-22T22:00:00.000Z', '2026-04-23T22:00:00.000Z'],
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['2024-02-28', 'Asia/Kolkata', '2024-02-27T18:30:00.000Z', '2024-02-28T18:30:00.000Z'],
    ['2011-12-29', 'Pacific/Apia', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ['2999-12-31', 'UTC', '2999-12-31T00:00:00.000Z', '3000-01-01T00:00:00.000Z'],
  ])('enclose %s in %s', (date, zone, start, end) => {
    expect(startOfDay(date, zone)).toBe(start);
    expect(startOfNextDay(date, zone)).toBe(end);
  });

  it.each([
    ['2026-02-30', BERLIN],
    ['yesterday', BERLIN],
    ['2026-06-02', 'Mars/Olympus'],
  ])('take %s in %s for a defect', (date, zone) => {
    expect(() => startOfDay(date, zone)).toThrow('No such date or time zone');
    expect(() => startOfNextDay(date, zone)).toThrow('No such date or time zone');
  });
});
