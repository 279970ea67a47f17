import { Decimal } from 'decimal.js';
import { DateTime } from 'luxon';
import type { Numeric } from '../../common/schema/columns';
import { written, type WrittenSegment } from '../edifact/writer';

/** The directories that messages are written in. */
export type Directory = '95B' | '00B';

/** How many characters a value may have. */
interface Lengths {
  document: number;
  reference: number;
  party: number;
  equipment: number;
  size_type: number;
  seal: number;
  voyage: number;
  carrier: number;
  carrier_name: number;
  vehicle: number;
  vessel_name: number;
  place: number;
  damage: number;
  area: number;
}

const OF_95B: Lengths = {
  document: 35,
  reference: 35,
  party: 17,
  equipment: 17,
  size_type: 10,
  seal: 10,
  voyage: 17,
  carrier: 17,
  carrier_name: 35,
  vehicle: 9,
  vessel_name: 35,
  place: 25,
  damage: 3,
  area: 4,
};
const LENGTHS: Record<Directory, Lengths> = { '95B': OF_95B, '00B': { ...OF_95B, party: 35, seal: 35 } };

/** How a message is written: in which directory and character set, and where local times are. */
export interface Writing {
  directory: Directory;
  character_set: string;
  time_zone: string;
}

/** Cuts values to the lengths of the directory, in the letters of the character set. */
export type Cut = (value: string | null | undefined, length: keyof Lengths) => string | null;

export const cutter =
  ({ directory, character_set }: Pick<Writing, 'directory' | 'character_set'>): Cut =>
  (value, length) => {
    if (!value) return null;
    // first the letters, since one may become two
    const letters = [...written(value, character_set)].slice(0, LENGTHS[directory][length]).join('');
    return letters.trim() || null;
  };

/** An instant as format 203 has it: the minute that clocks of the zone show. */
export function minuteOf(instant: Date | string, zone: string): string {
  return DateTime.fromJSDate(new Date(instant), { zone }).toFormat('yyyyMMddHHmm');
}

/** A weight in whole kilograms. */
export const wholeOf = (kilograms: Numeric): string =>
  new Decimal(kilograms).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed();

/**
 * Degrees Celsius: in D.95B three digits, which neither sign nor decimal mark counts among (`-18.0`); later as it is.
 */
export function degreesOf(celsius: Numeric, directory: Directory): string {
  const exact = new Decimal(celsius);
  if (directory !== '95B') return exact.toDecimalPlaces(1, Decimal.ROUND_HALF_UP).toFixed();
  const tenths = exact.abs().toDecimalPlaces(1, Decimal.ROUND_HALF_UP);
  const text = tenths.lt(100) ? tenths.toFixed(1).padStart(4, '0') : tenths.toFixed(0);
  return exact.isNegative() && !tenths.isZero() ? `-${text}` : text;
}

/** The segments that are there. */
export const given = (segments: (WrittenSegment | null | false)[]): WrittenSegment[] =>
  segments.filter((segment): segment is WrittenSegment => Boolean(segment));
