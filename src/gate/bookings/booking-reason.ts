/** Why nothing is handed over for a booking. */
export const BOOKING_CODES = [
  'voyage_cancelled',
  'voyage_departed',
  'past_cut_off',
  'quantity_reached',
] as const;

/** One reason, with what a clerk tells a driver. */
export interface BookingReason {
  code: (typeof BOOKING_CODES)[number];
  sentence: string;
}
