import type { Text } from '../../common/languages/sentence';

/** Reasons of a booking against a hand-over. */
export const BOOKING_CODES = [
  'voyage_cancelled',
  'voyage_departed',
  'past_cut_off',
  'quantity_reached',
] as const;

/** One reason, with a sentence for the clerk to pass on to the driver. */
export interface BookingReason {
  code: (typeof BOOKING_CODES)[number];
  sentence: Text;
}
