import { DateTime } from 'luxon';
import { toTime } from '../../../common/input/times';
import { BadValue } from '../../../common/input/values';
import { meaningOf } from './words';

/** A time as it came: its text and its format (2379). Without an offset it is local to who sent it. */
export interface Moment {
  text: string;
  format: string;
}

/** Of each format, how many digits it has; those of two digits for the year have an even number below. */
const DIGITS: Record<string, { digits: number; century: boolean; zone?: 'needed' | 'possible' }> = {
  101: { digits: 6, century: false },
  102: { digits: 8, century: true },
  201: { digits: 10, century: false },
  202: { digits: 12, century: false },
  203: { digits: 12, century: true },
  204: { digits: 14, century: true },
  205: { digits: 12, century: true, zone: 'needed' },
  301: { digits: 10, century: false, zone: 'possible' },
  303: { digits: 12, century: true, zone: 'possible' },
};
/** The format of a text that comes without one, by its length. */
const BY_LENGTH: Record<number, string> = { 6: '101', 8: '102', 10: '201', 12: '203', 14: '204' };

/** A time that exists in its format; undefined for another. */
export function momentOf(text: string, format: string): Moment | undefined {
  const moment = { text, format: format || BY_LENGTH[text.length] || '' };
  try {
    timeOf(moment, 'UTC');
    return moment;
  } catch (error) {
    if (error instanceof BadValue) return undefined;
    throw error;
  }
}

/**
 * The instant of a time, in ISO 8601 and UTC. Without an offset it is a time of the IANA `zone`, and a bare date is the
 * start of that day there (decision 12, local times).
 * @throws BadValue for a time that does not exist
 */
export function timeOf(moment: Moment, zone: string): string {
  return toTime(isoOf(moment), zone);
}

/** Whether a moment is a day without a time. */
const isDay = ({ format }: Moment): boolean => ['101', '102'].includes(format);

/** When something ends: a bare date is the end of that day, which is the start of the next, in ISO 8601 and UTC. */
export function endOf(moment: Moment, zone: string): string {
  const time = timeOf(moment, zone);
  return isDay(moment) ? DateTime.fromISO(time, { zone }).plus({ days: 1 }).toUTC().toISO()! : time;
}

/** A date of eight digits, whatever format stands beside it; undefined for another text. */
export const dayOf = (text: string): Moment | undefined =>
  /^\d{8}$/.test(text) ? momentOf(text, '102') : undefined;

/** A time as ISO 8601 has it; empty for another format. */
function isoOf({ text, format }: Moment): string {
  const { digits, century, zone } = meaningOf(DIGITS, format) ?? {};
  const [, number = '', offset = ''] = /^(\d+)([^\d].*)?$/.exec(text) ?? [];
  const iso = isoOffset(offset);
  if (number.length !== digits || iso === undefined) return '';
  if (zone ? zone === 'needed' && !iso : iso) return '';
  const full = century ? number : `20${number}`;
  const parts = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d))?(\d\d)?$/.exec(full);
  const [, year, month, day, hour, minute, second = '00'] = parts!;
  const date = `${year}-${month}-${day}`;
  return hour ? `${date}T${hour}:${minute}:${second}${iso}` : date;
}

/** An offset as ISO 8601 has it; undefined for what is none. */
function isoOffset(text: string): string | undefined {
  const offset = text.trim();
  if (!offset) return '';
  if (/^(UTC|GMT|Z)$/i.test(offset)) return 'Z';
  return /^Z?([+-]\d\d(?::?\d\d)?)$/.exec(offset)?.[1];
}
