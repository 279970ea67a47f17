import { Decimal } from 'decimal.js';
import type { Numeric } from '../../../common/schema/columns';
import { fromKilograms, kilogramsOf } from '../../../gate/purposes/purpose.rules';
import type { Segment } from '../../edifact/tokenizer';
import { quoted, type Findings } from './findings';
import { meaningOf, placeOf, textOf } from './words';

/** Enough digits for every product of a value and a unit. */
const Exact = Decimal.clone({ precision: 40 });
/** What a stored number may have: digits before the decimal mark, and behind it. */
const [INTEGER_DIGITS, FRACTION_DIGITS] = [12, 6];

/** Kilograms of each unit (6411). */
const KILOGRAMS: Record<string, Decimal.Value> = {
  KGM: 1,
  KG: 1,
  TNE: 1000,
  LBR: kilogramsOf('lb'),
  LB: kilogramsOf('lb'),
};
const isCelsius = (unit: string) => unit === 'CEL' || unit === 'C';
const isFahrenheit = (unit: string) => unit === 'FAH' || unit === 'F';

/** A number with `.` or `,` as decimal mark; undefined for another form. */
export function decimalOf(text: string): Decimal | undefined {
  if (text.length > 40 || !/^[+-]?(\d+([.,]\d+)?|[.,]\d+)$/.test(text)) return undefined;
  const number = new Exact(text.replace(',', '.'));
  return number.abs().lt(new Exact(10).pow(INTEGER_DIGITS)) ? number : undefined;
}

/** A value (of the element's second component) in the unit of its first; undefined where it is empty or refused. */
function measured(
  segment: Segment,
  element: number,
  [of, at]: [unit: number, value: number],
  known: (unit: string) => boolean,
  findings: Findings,
): { unit: string; number: Decimal } | undefined {
  const text = textOf(segment, element, at);
  if (!text) return undefined;
  const number = decimalOf(text);
  const unit = textOf(segment, element, of).toUpperCase();
  if (!number) findings.refuse('invalid', `${quoted(text)} is no number.`, placeOf(segment, element, at));
  else if (!known(unit))
    findings.refuse(
      'invalid',
      `${quoted(unit)} is no unit that is read here.`,
      placeOf(segment, element, of),
    );
  else return { unit, number };
  return undefined;
}

/** A weight of a MEA, in the organization's unit; undefined where it is empty or refused. */
export function weightOf(segment: Segment, weight_unit: string, findings: Findings): Numeric | undefined {
  const found = measured(segment, 3, [1, 2], (unit) => meaningOf(KILOGRAMS, unit) !== undefined, findings);
  if (!found) return undefined;
  const { unit, number } = found;
  if (number.isNegative() && !number.isZero()) {
    findings.refuse('invalid', 'a weight is not negative.', placeOf(segment, 3, 2));
    return undefined;
  }
  const kilograms = number.times(KILOGRAMS[unit]!).toFixed() as Numeric;
  return numeric(new Exact(fromKilograms(kilograms, weight_unit)));
}

/** A temperature in degrees Celsius; undefined where it is empty or refused. */
export function celsiusOf(segment: Segment, findings: Findings): Numeric | undefined {
  const found = measured(segment, 2, [2, 1], (unit) => isCelsius(unit) || isFahrenheit(unit), findings);
  if (!found) return undefined;
  const { unit, number } = found;
  return numeric(isFahrenheit(unit) ? number.minus(32).times(5).dividedBy(9) : number);
}

/** As it is stored. */
function numeric(number: Decimal): Numeric {
  const rounded = number.toDecimalPlaces(FRACTION_DIGITS);
  return (rounded.isZero() ? '0' : rounded.toFixed()) as Numeric;
}

/** The most of one kind of equipment that a segment counts. */
const MOST_COUNTED = 9_999;

/** A count of EQN or CNT; undefined where it is empty or refused. */
export function quantityOf(segment: Segment, findings: Findings): number | undefined {
  const text = textOf(segment, 1);
  if (!text) return undefined;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MOST_COUNTED) return number;
  findings.refuse(
    'invalid',
    `${quoted(text)} is no whole number from 1 to ${MOST_COUNTED}.`,
    placeOf(segment, 1),
  );
  return undefined;
}
