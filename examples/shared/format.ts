import { h } from './dom';

const language = document.documentElement.lang;

export type Clock = (time: string | null | undefined) => HTMLElement | null;

/** How a time is shown where the day is said elsewhere, or where there is little room. */
export const HOUR = { hour: '2-digit', minute: '2-digit' } as const;
export const SHORT = { day: 'numeric', month: 'short', ...HOUR } as const;

/** Shows times by the clock of the terminal and in the language of the page, wherever the screen stands. */
export function clockOf(
  timeZone: string,
  style: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): Clock {
  const clock = new Intl.DateTimeFormat(language, { timeZone, ...style });
  return (time) => (time ? h('time', { datetime: time }, clock.format(new Date(time))) : null);
}

/** A day that the service names (`2026-12-11`), which is one of the terminal's. */
export function day(date: string | null | undefined): HTMLElement | null {
  const words = new Intl.DateTimeFormat(language, { timeZone: 'UTC', dateStyle: 'medium' });
  return date ? h('time', { datetime: date }, words.format(new Date(date))) : null;
}

/** The day at the terminal, now or at a time: `2026-11-30`. */
export const dayIn = (timeZone: string, time?: string | number | null): string =>
  new Intl.DateTimeFormat('sv', { timeZone }).format(time ? new Date(time) : undefined);

/** When a day of the terminal begins, in milliseconds: its offset may differ from one day to the next. */
export function startOf(date: string, timeZone: string): number {
  const guess = Date.parse(`${date}T00:00:00Z`);
  const local = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offset = (at: number) => Date.parse(`${local.format(at).replace(' ', 'T')}Z`) - at;
  return guess - offset(guess - offset(guess));
}

/** An amount of money, which a table orders by its value. */
export function money(amount: string, currency: string): HTMLElement {
  const words = new Intl.NumberFormat(language, { style: 'currency', currency });
  return h('data', { value: amount }, words.format(Number(amount)));
}

/** A weight in the organization's unit, which a table orders by its value. */
export const weight = (value: number | null, unit: string): HTMLElement | null =>
  value === null ? null : h('data', { value: `${value}` }, `${value.toLocaleString(language)} ${unit}`);
