import { Decimal } from 'decimal.js';
import type { Numeric } from '../common/schema/columns';

/** Exact for every product of a quantity and an amount; rounds half a hundredth away from zero. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP });
export type Exact = Decimal;

/** The sum of amounts or quantities, exactly. */
export const sum = (values: Decimal.Value[]): Exact =>
  values.reduce<Exact>((all, each) => all.plus(each), new Exact(0));

/** Currencies whose smallest unit is the whole one (ISO 4217): their totals have no cents. */
const WHOLE = new Set('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '));
/** Currencies of three decimals or more, which amounts of two places cannot say. */
const FINER = new Set('BHD CLF IQD JOD KWD LYD OMR TND UYW'.split(' '));

/** Whether totals of two decimals can say every amount of the currency. */
export const isSupportedCurrency = (currency: string): boolean => !FINER.has(currency);

/** An amount rounded to hundredths: `"10.005"` becomes `"10.01"`, `"-10.005"` becomes `"-10.01"`. */
export function toHundredths(amount: Decimal.Value): Numeric {
  const rounded = new Exact(amount).toDecimalPlaces(2);
  return (rounded.isZero() ? '0.00' : rounded.toFixed(2)) as Numeric;
}

/** Money of a currency: rounded to its smallest unit, half away from zero, with two places. */
export function money(amount: Decimal.Value, currency: string | null): Numeric {
  return toHundredths(currency && WHOLE.has(currency) ? new Exact(amount).toDecimalPlaces(0) : amount);
}

/** A price as it is shown: with two places at least, and no more zeros. */
export function price(amount: Decimal.Value): Numeric {
  const exact = new Exact(amount);
  return exact.toFixed(Math.max(2, exact.decimalPlaces())) as Numeric;
}

/** A quantity as it is compared and stored: without zeros at its end. */
export const plain = (quantity: Decimal.Value): Numeric => new Exact(quantity).toFixed() as Numeric;
