import { Decimal } from 'decimal.js';
import { decimalOf, Exact, isCelsius, isFahrenheit, numeric } from '../../../cargo/measured-words';
import type { Numeric } from '../../../common/schema/columns';
import { fromKilograms, kilogramsOf } from '../../../gate/purposes/purpose.rules';
import type { Segment } from '../../edifact/tokenizer';
import { quoted, type Findings } from './findings';
import { meaningOf, placeOf, textOf } from './words';

/** Kilograms of each unit (6411). */
const KILOGRAMS: Record<string, Decimal.Value> = {
  KGM: 1,
  KG: 1,
  TNE: 1000,
  LBR: kilogramsOf('lb'),
  LB: kilogramsOf('lb'),
};

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

/** Cubic metres an hour of each unit (6411); 2L are cubic feet a minute. */
const AIR_FLOWS: Record<string, Decimal.Value> = { MQH: 1, CBM: 1, MTQ: 1, '2L': '1.69901082' };
/** Percent. */
const PERCENTS: Record<string, Decimal.Value> = { P1: 1, PCT: 1 };
const MOST_PERCENT = 100;

/** An air flow of a MEA in cubic metres an hour; undefined where it is empty, refused or not kept. */
export const airFlowOf = (segment: Segment, findings: Findings): Numeric | undefined =>
  climateOf(segment, AIR_FLOWS, Infinity, findings);

/** A humidity of a MEA in percent; likewise. */
export const humidityOf = (segment: Segment, findings: Findings): Numeric | undefined =>
  climateOf(segment, PERCENTS, MOST_PERCENT, findings);

/** What has another unit, or is beyond its limits, is not kept, which stops nothing. */
function climateOf(
  segment: Segment,
  units: Record<string, Decimal.Value>,
  most: number,
  findings: Findings,
): Numeric | undefined {
  const found = measured(segment, 3, [1, 2], () => true, findings);
  if (!found) return undefined;
  const factor = meaningOf(units, found.unit);
  const value = factor === undefined ? undefined : found.number.times(factor);
  if (value && !value.isNegative() && value.lte(most)) return numeric(value);
  findings.warn(
    'not_kept',
    `${quoted(`${textOf(segment, 3, 2)} ${found.unit}`)} is not kept.`,
    placeOf(segment, 3),
  );
  return undefined;
}

/** A temperature in degrees Celsius; undefined where it is empty or refused. */
export function celsiusOf(segment: Segment, findings: Findings): Numeric | undefined {
  const celsius = temperatureOf(segment, [2, 1], findings);
  return celsius && numeric(celsius);
}

function temperatureOf(
  segment: Segment,
  places: [unit: number, value: number],
  findings: Findings,
): Decimal | undefined {
  const found = measured(segment, 2, places, (unit) => isCelsius(unit) || isFahrenheit(unit), findings);
  if (!found) return undefined;
  const { unit, number } = found;
  return isFahrenheit(unit) ? number.minus(32).times(5).dividedBy(9) : number;
}

/** Centimetres of each unit (6411). */
const CENTIMETRES: Record<string, Decimal.Value> = { CMT: 1, MTR: 100, MMT: '0.1', INH: '2.54' };

/**
 * A length of a DIM in whole centimetres, which is not less than it: that of the component, else the only one that there is.
 * Undefined where it is empty or refused.
 */
export function centimetresOf(segment: Segment, component: number, findings: Findings): number | undefined {
  const at = [component, 2, 3, 4].find((each) => textOf(segment, 2, each));
  if (at === undefined) return undefined;
  const isKnown = (unit: string) => meaningOf(CENTIMETRES, unit) !== undefined;
  const found = measured(segment, 2, [1, at], isKnown, findings);
  if (!found) return undefined;
  const length = found.number.times(CENTIMETRES[found.unit]!).toDecimalPlaces(0, Decimal.ROUND_UP);
  if (length.lte(MOST_CENTIMETRES) && !length.isNegative()) return length.toNumber();
  findings.refuse(
    'invalid',
    `${quoted(textOf(segment, 2, at))} is no length beyond a container.`,
    placeOf(segment, 2, at),
  );
  return undefined;
}

/** Beyond any deck. */
const MOST_CENTIMETRES = 9_999;

/** A range of temperatures: its middle in degrees Celsius, and how it is shown where its ends differ. */
export function rangeOf(
  segment: Segment,
  findings: Findings,
): { middle: Numeric; span: string | null } | undefined {
  const ends = [2, 3].flatMap((at) => temperatureOf(segment, [1, at], findings) ?? []);
  const [low, high = low] = ends;
  if (!low || !high) return undefined;
  const middle = numeric(low.plus(high).dividedBy(2));
  return { middle, span: low.eq(high) ? null : `${numeric(low)} to ${numeric(high)} °C` };
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
