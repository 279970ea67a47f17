import type { Code } from '../../common/errors/codes';
import type { Sentence } from '../../common/languages/sentence';
import { VOYAGES_SAY } from '../../voyages/voyages.codes';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { type GateReason, gateReason } from '../refusals/refused-at-gate';
import type {
  BookingNow,
  ContainerKind,
  Direction,
  LineNow,
  ReleaseNow,
  VoyageOfBooking,
} from './booking-now';
import type { BookingReason } from './booking-reason';

/** What wants a place in a booking: a container, or an empty of which only the type is known, or nothing. */
export interface Wanting extends Pick<ContainerKind, 'container_type_id' | 'container_type'> {
  direction: Direction;
  /** Whether it uses the quantity of the booking; what does not asks for no room and no release. */
  counts: boolean;
  /** The line that it must have, because somebody names it; null for any. */
  named_line_id?: number | null;
  /** The line that was chosen for it before, which it keeps while that has room; null for none. */
  kept_line_id?: number | null;
  /** The release that it must use, because somebody names it; null for any. */
  named_release_id?: number | null;
  /** The release that was chosen for it before. */
  kept_release_id?: number | null;
  /** The haulier that comes; null for a truck without one, undefined while it is not known yet: no release is asked for. */
  company?: number | null;
}

/** The place of a container in its booking. */
export interface Place {
  line: LineNow | null;
  release: ReleaseNow | null;
  /** Why it has none. */
  reason?: BookingReason;
}

/** How many places of lines and releases a truck takes that were not counted yet, by their ids. */
export interface Taken {
  lines: Map<number, number>;
  releases: Map<number, number>;
}

export const nothingTaken = (): Taken => ({ lines: new Map(), releases: new Map() });

/**
 * The place that a container takes in a booking: the first line of its type with room, else the first of any type with room;
 * where the booking has releases, for an empty with an open release that has some left for the haulier (decisions 812 and 813).
 * A place that is found is noted in `taken`.
 */
export function placeIn(booking: BookingNow, wanting: Wanting, taken: Taken): Place {
  const fitting = linesFor(booking.lines, wanting);
  if (!fitting.length) return { line: null, release: null, reason: noLine(booking, wanting) };
  const { counts, direction, company } = wanting;
  if (!counts) return { line: fitting[0]!, release: null };
  const free = fitting.filter((line) => roomOf(line, direction, taken) > 0);
  if (!free.length) return { line: null, release: null, reason: full(booking, wanting, fitting, taken) };
  if (direction === 'received' || !booking.releases.length || company === undefined)
    return take({ line: free[0]!, release: null }, taken);
  const pairs = releasesFor(booking, wanting, free, taken);
  if (!pairs.length) return { line: null, release: null, reason: nothingReleased(booking, wanting) };
  const own = pairs.find(({ release: { trucking_company_id: to } }) => to === null || to === company);
  if (own) return take(own, taken);
  return { line: null, release: null, reason: otherCompany(booking, pairs[0]!.release) };
}

/** The lines that take the type, in the order in which they are chosen; of an unknown type all of them. */
function linesFor(lines: LineNow[], wanting: Wanting): LineNow[] {
  const { container_type_id: type, named_line_id, kept_line_id } = wanting;
  const rankOf = ({ id, ranks }: LineNow) => (id === kept_line_id ? -1 : type === null ? 0 : ranks[type]!);
  return lines
    .filter(({ id, ranks }) => (type === null || type in ranks) && (!named_line_id || id === named_line_id))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.number - other.number);
}

function roomOf(line: LineNow, direction: Direction, taken: Taken): number {
  const { done, inside } = line[direction];
  return (line.quantity ?? Infinity) - done - inside - (taken.lines.get(line.id) ?? 0);
}

/** The releases that have some left now, each with the first line that it is good for; the first to end first. */
function releasesFor(
  { releases }: BookingNow,
  { container_type_id: type, named_release_id, kept_release_id }: Wanting,
  free: LineNow[],
  taken: Taken,
): { line: LineNow; release: ReleaseNow }[] {
  return releases
    .filter(({ id }) => !named_release_id || id === named_release_id)
    .filter(
      ({ id, is_valid, left }) =>
        (is_valid || id === kept_release_id) && left - (taken.releases.get(id) ?? 0) > 0,
    )
    .toSorted((one, other) => Number(other.id === kept_release_id) - Number(one.id === kept_release_id))
    .flatMap((release) => {
      const line = free.find((each) => isGoodFor(release, each, type));
      return line ? [{ line, release }] : [];
    });
}

/** Whether a release lets a container of a type go that takes this line. */
function isGoodFor(release: ReleaseNow, line: LineNow, type: number | null): boolean {
  const { booking_line_id, container_type_id } = release;
  if (booking_line_id !== null && booking_line_id !== line.id) return false;
  const own = type ?? line.container_type_id;
  // what the line takes as an equal type goes by a release of the type of the line
  const types = [null, own, line.container_type_id];
  return own === null || types.includes(container_type_id);
}

function take(place: Place, { lines, releases }: Taken): Place {
  const { line, release } = place;
  if (line) lines.set(line.id, (lines.get(line.id) ?? 0) + 1);
  if (release) releases.set(release.id, (releases.get(release.id) ?? 0) + 1);
  return place;
}

function noLine({ number, lines }: BookingNow, { container_type, named_line_id }: Wanting): BookingReason {
  const named = lines.find(({ id }) => id === named_line_id);
  return {
    code: 'no_line',
    sentence: named
      ? SAYS['no_line.named']({ booking: number, line: named.number, container_type })
      : SAYS.no_line({ booking: number, container_type }),
  };
}

/** The lines that are full: those of the type of the first, together. */
function full(booking: BookingNow, { direction }: Wanting, fitting: LineNow[], taken: Taken): BookingReason {
  const [{ container_type }] = fitting as [LineNow];
  const same = fitting.filter((line) => line.container_type === container_type);
  const quantity = same.reduce((sum, line) => sum + line.quantity!, 0);
  const count = same.reduce((sum, line) => sum + line.quantity! - roomOf(line, direction, taken), 0);
  const values = { booking: booking.number, quantity };
  // a booking of one line of any type is for its quantity as a whole
  const sentence =
    container_type !== null
      ? SAYS.quantity_reached({ ...values, container_type, used: count })
      : booking.lines.length > 1
        ? SAYS['quantity_reached.any_type']({ ...values, used: count })
        : SAYS[`quantity_reached.${direction}`]({ booking: booking.number, count: quantity });
  return { code: 'quantity_reached', sentence };
}

/** Nothing is released now; tells when the nearest release begins or ended, and what is left of it. */
function nothingReleased({ number, releases }: BookingNow, { named_release_id }: Wanting): BookingReason {
  const asked = releases.filter(({ id }) => !named_release_id || id === named_release_id);
  const now = Date.now();
  const coming = asked
    .filter(({ valid_from, left }) => left > 0 && valid_from && valid_from.getTime() > now)
    .toSorted((one, other) => one.valid_from!.getTime() - other.valid_from!.getTime())[0];
  const nearest = coming ?? asked.at(-1);
  return {
    code: 'nothing_released',
    sentence: SAYS.nothing_released({
      booking: number,
      release: nearest?.number,
      valid_from: nearest?.valid_from,
      valid_until: nearest?.valid_until,
      left: nearest?.left,
    }),
  };
}

function otherCompany({ number }: BookingNow, { number: release }: ReleaseNow): BookingReason {
  return {
    code: 'release_other_company',
    sentence: SAYS.release_other_company({ booking: number, release }),
  };
}

/** Why a container of another shipping line does not fit the booking. An unknown line fits. */
export function otherLine(booking: BookingNow, container: ContainerKind): GateReason<Code>[] {
  const { shipping_line_id: own, shipping_line } = booking;
  const { shipping_line_id: other } = container;
  if (!own || !other || own === other) return [];
  const sentence = SAYS.other_shipping_line({
    booking: booking.number,
    shipping_line,
    other_shipping_line: container.shipping_line,
  });
  return [ofBooking(booking, GATE.other_shipping_line, sentence)];
}

function ofBooking({ id }: BookingNow, code: Code, sentence: Sentence): GateReason<Code> {
  return { ...gateReason(code, sentence), source: { type: 'booking', id } };
}

/** The reasons of the voyage of a booking against its hand-overs. */
export function reasonsOfVoyage({ voyage, cancelled, departed }: VoyageOfBooking): ReasonOfVoyage[] {
  const reasons: ReasonOfVoyage[] = [];
  if (cancelled)
    reasons.push({ code: 'voyage_cancelled', sentence: VOYAGES_SAY.voyage_cancelled({ voyage }) });
  if (departed) reasons.push({ code: 'voyage_departed', sentence: SAYS.voyage_departed({ voyage }) });
  return reasons;
}

type ReasonOfVoyage = BookingReason & { code: 'voyage_cancelled' | 'voyage_departed' };

/** The reasons of a booking against hand-overs whatever their containers are: its voyage, and the cut-off. */
export function reasonsOfBooking(booking: BookingNow, direction: Direction): BookingReason[] {
  const reasons: BookingReason[] = reasonsOfVoyage(booking);
  if (direction === 'received' && booking.past_cut_off)
    reasons.push({
      code: 'past_cut_off',
      sentence: SAYS.past_cut_off({ voyage: booking.voyage, cut_off: booking.cut_off }),
    });
  return reasons;
}
