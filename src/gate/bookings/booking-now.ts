/**
 * The two uses of a booking: full containers are received, empty ones are released. Each counts towards its quantity
 * separately.
 */
export type Direction = 'received' | 'released';

/** How much of a line is used in one direction. */
interface Filled {
  /** Containers that were handed over. */
  done: number;
  /** Containers of open interchanges, on trucks that are inside. */
  inside: number;
}

/** The voyage of a booking. Both flags are false when there is none. */
export interface VoyageOfBooking {
  voyage: string | null;
  cancelled: boolean;
  departed: boolean;
}

/** A line of a booking with what is used of it. */
export interface LineNow extends Record<Direction, Filled> {
  id: number;
  number: number;
  container_type_id: number | null;
  container_type: string | null;
  /** Null for as many as come. */
  quantity: number | null;
  /**
   * How the types that were asked for fit it, by their ids: 0 its own, 1 a substitute, 2 because it takes any type. One that
   * does not fit is left out.
   */
  ranks: Record<string, number>;
}

/** A release of empties with what is left of it. */
export interface ReleaseNow {
  id: number;
  number: string;
  booking_line_id: number | null;
  container_type_id: number | null;
  trucking_company_id: number | null;
  trucking_company: string | null;
  valid_from: Date | null;
  valid_until: Date | null;
  /** Whether it is open, and its time has come and is not over. */
  is_valid: boolean;
  /** How many may still go; 0 of one that is cancelled. */
  left: number;
}

/** A booking with everything that decides whether the gate hands over containers for it. */
export interface BookingNow extends VoyageOfBooking {
  id: number;
  number: string;
  quantity: number | null;
  shipping_line_id: number | null;
  shipping_line: string | null;
  voyage_id: number | null;
  cut_off: Date | null;
  past_cut_off: boolean;
  /** In order of their numbers. */
  lines: LineNow[];
  /** In the order in which they are used: the first to end first. */
  releases: ReleaseNow[];
}

/** The owner and type of a container, as ids and codes; null where unknown. */
export interface ContainerKind {
  shipping_line_id: number | null;
  shipping_line: string | null;
  container_type_id: number | null;
  container_type: string | null;
}

/** How many of all lines of a booking are used. */
export function filledOf(booking: BookingNow, direction: Direction): Filled {
  return {
    done: booking.lines.reduce((sum, line) => sum + line[direction].done, 0),
    inside: booking.lines.reduce((sum, line) => sum + line[direction].inside, 0),
  };
}
