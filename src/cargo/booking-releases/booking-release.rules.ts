import { naming, type Refusal } from '../../common/errors/errors';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS } from '../cargo.sentences';
import type { StoredLine } from '../booking-lines/booking-lines.rules';
import type { STORED_STATUSES } from './booking-release.kind';

/** A release of a booking as it is stored, with what was done by it. The booking is locked. */
export interface StoredRelease {
  id: number;
  number: string;
  booking_line_id: number | null;
  container_type_id: number | null;
  quantity: number;
  status: (typeof STORED_STATUSES)[number];
  /** How many left by it. */
  released: number;
  /** How many trucks inside fetch by it. */
  inside: number;
}

/** How many containers a release takes of its booking: all of them while it is open, else those that went. */
export function takenOf({ status, quantity, released, inside }: StoredRelease): number {
  return status === 'open' ? Math.max(quantity, released + inside) : released + inside;
}

/** The next number of a release that is given none: R1, R2 … */
export function nextNumber(releases: { number: string }[]): string {
  const taken = releases.map(({ number }) => Number(/^R(\d{1,9})$/.exec(number)?.[1] ?? 0));
  return `R${Math.max(0, ...taken) + 1}`;
}

/** The refusal of a quantity below what went by the release; undefined where it may be that. */
export function refusalOfFewer({ number, released, inside }: StoredRelease, quantity: number) {
  const count = released + inside;
  if (quantity >= count) return undefined;
  return {
    code: CARGO.quantity_below_done,
    sentence: CARGO_SAYS['quantity_below_done.release']({ release: number, count, quantity }),
    records: naming('booking_release', number),
  } satisfies Refusal;
}

/**
 * The refusal of releases that together are for more than their booking: those of a line for more than the line, those of a type
 * for more than the lines that take it, or all for more than all lines; undefined where none is.
 */
export function refusalOfSum(
  booking: string,
  lines: StoredLine[],
  releases: StoredRelease[],
): Refusal | undefined {
  const of = (chosen: StoredRelease[], from: StoredLine[]) => {
    if (!chosen.length || from.some(({ quantity }) => quantity === null)) return undefined;
    const released = chosen.reduce((sum, release) => sum + takenOf(release), 0);
    const quantity = from.reduce((sum, line) => sum + line.quantity!, 0);
    if (released <= quantity) return undefined;
    return {
      code: CARGO.release_exceeds_booking,
      sentence: CARGO_SAYS.release_exceeds_booking({ booking, released, quantity }),
      field: 'quantity',
      records: naming('booking', booking),
    };
  };
  const typeOf = ({ booking_line_id, container_type_id }: StoredRelease) =>
    container_type_id ?? lines.find(({ id }) => id === booking_line_id)?.container_type_id ?? null;
  const types = [...new Set(releases.map(typeOf))].filter((type) => type !== null);
  for (const line of lines) {
    const refusal = of(
      releases.filter(({ booking_line_id }) => booking_line_id === line.id),
      [line],
    );
    if (refusal) return refusal;
  }
  for (const type of types) {
    const takes = lines.filter(({ container_type_id: own }) => own === type || own === null);
    // a substitute is of a type that no line names: the sum of all lines counts for it
    const refusal = takes.length
      ? of(
          releases.filter((release) => typeOf(release) === type),
          takes,
        )
      : undefined;
    if (refusal) return refusal;
  }
  return of(releases, lines);
}
