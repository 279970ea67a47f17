import type { Text } from '../../common/languages/sentence';

/** Reasons of a booking against a hand-over. */
export const BOOKING_CODES = [
  'voyage_cancelled',
  'voyage_departed',
  'past_cut_off',
  'no_line',
  'quantity_reached',
  'nothing_released',
  'release_other_company',
] as const;

/** Reasons of a container against its reception. */
export const BROUGHT_CODES = ['already_here', 'expected_by_voyage', 'other_shipping_line'] as const;

/** One reason, with a sentence for the clerk to pass on to the driver. */
export interface BookingReason {
  code: (typeof BOOKING_CODES)[number];
  sentence: Text;
}
