import { Exact, plain } from '../money';

/** Pounds in a tonne, and cubic feet in a cubic metre, are exact by their definitions. */
const TONNES = { kg: '0.001', lb: '0.00045359237' };
const CUBIC_METRES = { m: '1', ft: '0.028316846592' };

/** Tonnes of a weight in the organization's unit, exactly. */
export function tonnes(weight: string | null, unit: string): string | null {
  return weight === null ? null : plain(new Exact(weight).times(TONNES[unit as keyof typeof TONNES]));
}

/** Cubic metres of a volume in the organization's unit, exactly. */
export function cubicMetres(volume: string | null, unit: string): string | null {
  const factor = CUBIC_METRES[unit as keyof typeof CUBIC_METRES];
  return volume === null ? null : plain(new Exact(volume).times(factor));
}
