/** The month that is played, March 2026, in the time zone of the terminal. Times are milliseconds. */
export const ZONE = 'Europe/Amsterdam';
const HOUR = 3_600_000;
/** A time of the month: a day, and what comes behind its midnight in UTC. */
const on = (day: number, behind: number) => Date.UTC(2026, 2, day) + behind;

/** Who pays: two consignees on account, one of them with an agreement on free time, and one that pays at the counter. */
export const CONSIGNEES = ['Account', 'Agreed', 'Cash'] as const;
type Consignee = (typeof CONSIGNEES)[number];

export interface Box {
  number: string;
  size: 20 | 40;
  reefer: boolean;
  /** Kilograms. */
  weight: number;
  consignee: Consignee | null;
  status: 'full' | 'empty';
  /** The voyage that brings or takes it; null for a truck. */
  brought_by: number | null;
  taken_by: number | null;
  in: number;
  /** Null where it stays. */
  out: number | null;
  emptied: number | null;
  plug: { from: number; until: number | null } | null;
  /** When it is taken to another area of the yard, which costs nothing. */
  moved: number | null;
  /** Whether customs hold it until its truck is at the gate. */
  held: boolean;
}

/** Pieces that came or went at a time. */
export interface Part {
  at: number;
  pieces: number;
}

export interface Lot {
  reference: string;
  consignee: Consignee;
  brought_by: number;
  arrivals: Part[];
  deliveries: Part[];
}

export interface Plan {
  boxes: Box[];
  lots: Lot[];
}

/** On which days the voyages come that bring something, and those that take something. */
export const IMPORTS = [2, 6, 11, 16, 23];
export const EXPORTS = [10, 19, 28];

/** Numbers that look random, the same for each seed. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** What comes, stays and goes in the month. Nothing happens after the 30th, so that all of it is over for the last run. */
export function planned(roll: (sides: number) => number, count: number): Plan {
  const last = on(30, 20 * HOUR);
  const whenLeaves = (came: number) => {
    const time = came + (6 + roll(14 * 24)) * HOUR + roll(HOUR);
    return time < last ? time : null;
  };
  const box = (n: number): Box => {
    const kind = roll(10);
    const base = {
      number: `BXXU${1_000_000 + n}`,
      size: roll(2) ? (40 as const) : (20 as const),
      reefer: false,
      weight: 4_000 + roll(24_000),
      consignee: null,
      status: 'full' as const,
      brought_by: null,
      taken_by: null,
      in: on(1 + roll(18), 5 * HOUR + roll(14 * HOUR)),
      emptied: null,
      plug: null,
      moved: null,
      held: false,
    };
    if (kind >= 8) return { ...base, status: 'empty', out: whenLeaves(base.in) };
    if (kind >= 6) {
      const taken_by = EXPORTS.findIndex((day) => on(day, 0) > base.in);
      return { ...base, taken_by, out: on(EXPORTS[taken_by]!, 6 * HOUR + roll(20 * HOUR)) };
    }
    const brought_by = roll(IMPORTS.length);
    const came = on(IMPORTS[brought_by]!, 5 * HOUR + roll(30 * HOUR));
    const out = whenLeaves(came);
    const special = roll(6);
    const between = (part: number) => came + Math.floor(((out ?? last) - came) * part);
    return {
      ...base,
      brought_by,
      in: came,
      out,
      consignee: CONSIGNEES[roll(3)]!,
      held: roll(8) === 0,
      ...(special === 0 && {
        size: 40,
        reefer: true,
        plug: { from: between(0.1), until: out === null ? null : between(0.9) },
      }),
      ...(special === 2 && { moved: between(0.4) }),
      ...(special === 1 && out !== null && { emptied: between(0.6) }),
    };
  };
  const lot = (n: number): Lot => {
    const brought_by = roll(3);
    const day = IMPORTS[brought_by]!;
    const parts = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        at: on(from + at, 6 * HOUR + roll(12 * HOUR)),
        pieces: 5 + roll(40),
      }));
    const arrivals = parts(day, 3);
    const came = arrivals.reduce((sum, { pieces }) => sum + pieces, 0);
    const deliveries = parts(day + 4 + roll(4), 2).map((part) => ({ ...part, pieces: Math.floor(came / 3) }));
    return { reference: `LOT-${n}`, consignee: CONSIGNEES[roll(2)]!, brought_by, arrivals, deliveries };
  };
  return {
    boxes: Array.from({ length: count }, (_, n) => box(n)),
    lots: Array.from({ length: 4 }, (_, n) => lot(n)),
  };
}
