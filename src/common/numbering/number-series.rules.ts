import { DateTime } from 'luxon';

/** What has numbers of a series. */
export const NUMBERED_TYPES = ['invoice', 'credit_note', 'payment', 'till_closing', 'receipt'] as const;
export type NumberedType = (typeof NUMBERED_TYPES)[number];

/** How the numbers of a type of document are written. */
export interface Series {
  /** Holds `{year}`. */
  prefix: string;
  digits: number;
}

/** The series of an organization that states none. */
export const DEFAULT_SERIES = {
  invoice: { prefix: 'INV-{year}-', digits: 6 },
  credit_note: { prefix: 'CN-{year}-', digits: 6 },
  payment: { prefix: 'PAY-{year}-', digits: 6 },
  till_closing: { prefix: 'TC-{year}-', digits: 6 },
  receipt: { prefix: 'EIR-{year}-', digits: 6 },
} as const satisfies Record<NumberedType, Series>;

/** How the numbers of a year begin. */
export const beginningOf = ({ prefix }: Pick<Series, 'prefix'>, year: number): string =>
  prefix.replaceAll('{year}', String(year));

/** The nth number of a year. It gets longer when its digits are used up. */
export const numberOf = (series: Series, year: number, n: number): string =>
  beginningOf(series, year) + String(n).padStart(series.digits, '0');

/** How a number begins, if it begins as those of a series do in any year: `INV-2026-`. Undefined otherwise. */
export function beginningIn(series: Pick<Series, 'prefix'>, number: string): string | undefined {
  const at = series.prefix.indexOf('{year}');
  const year = number.slice(at, at + 4);
  if (!/^\d{4}$/.test(year)) return undefined;
  const beginning = beginningOf(series, Number(year));
  return number.startsWith(beginning) ? beginning : undefined;
}

/** The year and the date of an instant in a time zone. */
export function dayIn(zone: string, at: Date): { year: number; date: string } {
  const local = DateTime.fromJSDate(at, { zone });
  return { year: local.year, date: local.toISODate()! };
}
