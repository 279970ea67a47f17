import { Exact, plain } from '../money';
import type { Per } from '../tariffs/measures';

/** Pounds in a tonne, and square and cubic feet in metres, are exact by their definitions. */
const TONNES = { kg: '0.001', lb: '0.00045359237' };
const CUBIC_METRES = { m: '1', ft: '0.028316846592' };
const SQUARE_METRES = { m: '1', ft: '0.09290304' };

/** Tonnes of a weight in the organization's unit, exactly. */
export function tonnes(weight: string | null, unit: string): string | null {
  return weight === null ? null : plain(new Exact(weight).times(TONNES[unit as keyof typeof TONNES]));
}

/** Cubic metres of a volume in the organization's unit, exactly. */
export function cubicMetres(volume: string | null, unit: string): string | null {
  const factor = CUBIC_METRES[unit as keyof typeof CUBIC_METRES];
  return volume === null ? null : plain(new Exact(volume).times(factor));
}

/** How much there is of cargo that is measured in tonnes, cubic metres and square metres; null is not known. */
export interface Measurements {
  tonne: string | null;
  cubic_metre: string | null;
  square_metre: string | null;
}

/** Square metres of a length and a width in the organization's unit, exactly. */
export function squareMetres(length: string | null, width: string | null, unit: string): string | null {
  if (length === null || width === null) return null;
  return plain(new Exact(length).times(width).times(SQUARE_METRES[unit as keyof typeof SQUARE_METRES]));
}

/** The part of a quantity that some of the pieces are; null where it is not known. */
function partOf(quantity: string | null, pieces: number, all: number): string | null {
  return quantity === null ? null : plain(new Exact(quantity).times(pieces).dividedBy(all));
}

/**
 * What some pieces of a lot are in each quantity that cargo is priced by. A revenue tonne is the larger of tonnes and
 * cubic metres, of which both have to be known.
 */
export function quantitiesOf(
  { tonne, cubic_metre, square_metre }: Measurements,
  pieces: number,
  all: number,
): Partial<Record<Per, string | null>> {
  const part = Math.min(pieces, all);
  const [tonnes, cubic] = [partOf(tonne, part, all), partOf(cubic_metre, part, all)];
  return {
    piece: String(pieces),
    tonne: tonnes,
    cubic_metre: cubic,
    revenue_tonne: tonnes === null || cubic === null ? null : plain(Exact.max(tonnes, cubic)),
    square_metre: partOf(square_metre, part, all),
  };
}
