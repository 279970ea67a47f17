import { naming, type Refusal } from '../../common/errors/errors';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS } from '../cargo.sentences';

/** A line of a booking as it is stored, with what was done of it. The booking is locked. */
export interface StoredLine {
  id: number;
  number: number;
  container_type_id: number | null;
  quantity: number | null;
  received: number;
  released: number;
  inside: number;
  inside_released: number;
  /** Whether a release that was not cancelled is of it. */
  has_release: boolean;
}

/** A line as a request or a file says it. */
export interface StatedLine {
  number?: number | null;
  quantity?: number | null;
}

/** How much of a line is used: as many were received, or if that is more released, or are at the gate. */
export function usedOf({
  received,
  inside,
  released,
  inside_released,
}: Pick<StoredLine, 'received' | 'inside' | 'released' | 'inside_released'>): number {
  return Math.max(received + inside, released + inside_released);
}

/**
 * The numbers of the lines that are stated, in their order. A line without a number gets the next one; the number of a line that
 * is gone is not given again.
 * @param last the highest number that a line of the booking had; 0 for a new booking
 */
export function numbersOf(stated: StatedLine[], last: number): number[] {
  let next = Math.max(last, ...stated.map(({ number }) => number ?? 0));
  return stated.map(({ number }) => number ?? ++next);
}

/** Why a booking does not get these lines in place of those that stand. */
interface LineRefusal extends Refusal {
  /** The index of the line that is stated, and its field; undefined for one that is left out. */
  at?: { line: number; field: 'number' | 'quantity' };
  /** Whether what was done stands against it. */
  conflict: boolean;
}

/**
 * The refusals of lines that replace those that stand: a line that was used cannot go, nor fall below what was used; no number
 * stands twice, and none that was given before comes again.
 * @param last the highest number that a line of the booking had
 */
export function refusalsOfLines(
  booking: string,
  stored: StoredLine[],
  stated: (StatedLine & { number: number })[],
  last: number,
): LineRefusal[] {
  const refusals: LineRefusal[] = [];
  const records = naming('booking', booking);
  const known = new Map(stored.map((line) => [line.number, line]));
  const seen = new Set<number>();
  stated.forEach(({ number, quantity }, line) => {
    const before = known.get(number);
    if (seen.has(number) || (!before && number <= last))
      refusals.push({
        code: CARGO.line_number_given,
        sentence: CARGO_SAYS.line_number_given({ booking, line: number }),
        at: { line, field: 'number' },
        records,
        conflict: false,
      });
    seen.add(number);
    const used = before ? usedOf(before) : 0;
    if (typeof quantity === 'number' && quantity < used && quantity !== before!.quantity)
      refusals.push({
        code: CARGO.quantity_below_done,
        sentence: CARGO_SAYS.quantity_below_done({ booking, line: number, count: used, quantity }),
        at: { line, field: 'quantity' },
        records,
        conflict: true,
      });
  });
  for (const line of stored)
    if (!seen.has(line.number) && (usedOf(line) || line.has_release))
      refusals.push({
        code: CARGO.line_used,
        sentence: CARGO_SAYS.line_used({ booking, line: line.number, count: usedOf(line) }),
        records,
        conflict: true,
      });
  return refusals;
}
