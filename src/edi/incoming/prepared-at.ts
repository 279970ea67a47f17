import { DateTime } from 'luxon';

/** The time of a UNB: six or eight digits of a date and four of a time, local to a zone; undefined for another form. */
export function preparedAt(text: string, zone: string): Date | undefined {
  const format = { 10: 'yyMMddHHmm', 12: 'yyyyMMddHHmm' }[text.length];
  if (!format || !/^\d+$/.test(text)) return undefined;
  const year = text.length === 10 ? `20${text}` : text;
  const time = DateTime.fromFormat(year, 'yyyyMMddHHmm', { zone });
  return time.isValid ? time.toJSDate() : undefined;
}
