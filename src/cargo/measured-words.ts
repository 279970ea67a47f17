import { Decimal } from 'decimal.js';
import type { Numeric } from '../common/schema/columns';

/** Enough digits for every product of a value and a unit. */
export const Exact = Decimal.clone({ precision: 40 });
/** What a stored number may have: digits before the decimal mark, and behind it. */
const [INTEGER_DIGITS, FRACTION_DIGITS] = [12, 6];

export const isCelsius = (unit: string) => unit === 'CEL' || unit === 'C';
export const isFahrenheit = (unit: string) => unit === 'FAH' || unit === 'F';

/** A number with `.` or `,` as decimal mark; undefined for another form. */
export function decimalOf(text: string): Decimal | undefined {
  if (text.length > 40 || !/^[+-]?(\d+([.,]\d+)?|[.,]\d+)$/.test(text)) return undefined;
  const number = new Exact(text.replace(',', '.'));
  return number.abs().lt(new Exact(10).pow(INTEGER_DIGITS)) ? number : undefined;
}

/** A temperature as text with its unit, degrees Celsius unless given; undefined for another form. */
export function celsiusOfText(text: string): Numeric | undefined {
  const [, value = '', unit = ''] = /^([+-]?[\d.,]+) ?([A-Z]*)$/.exec(text) ?? [];
  const number = decimalOf(value);
  if (!number || (unit && !isCelsius(unit) && !isFahrenheit(unit))) return undefined;
  return numeric(isFahrenheit(unit) ? number.minus(32).times(5).dividedBy(9) : number);
}

/** As it is stored. */
export function numeric(number: Decimal): Numeric {
  const rounded = number.toDecimalPlaces(FRACTION_DIGITS);
  return (rounded.isZero() ? '0' : rounded.toFixed()) as Numeric;
}
