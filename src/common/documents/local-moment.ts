import { DateTime } from 'luxon';
import type { InvoiceLanguage } from '../languages/invoice-languages';
import { dayIn } from './written';

/** The day of an instant where the terminal is, such as `2026-03-17`. */
export const dayAt = (at: string, zone: string): string => DateTime.fromISO(at, { zone }).toISODate()!;

/** An instant as the language writes it where the terminal is, to the minute. */
export const momentIn = (language: InvoiceLanguage, at: string, zone: string): string =>
  `${dayIn(language, dayAt(at, zone))} ${DateTime.fromISO(at, { zone }).toFormat('HH:mm')}`;
