import { CARGO_SAYS, REASONS } from '../cargo.sentences';
import type { LEVELS } from '../interests/ways';
import type { ReleaseReason } from './release-reason';

/** The codes of reasons that speak of the container and its own truck alone. */
export const PLAIN = [
  'not_arrived',
  'departed',
  'bill_missing',
  'already_here',
  'container_status_differs',
  'chassis_elsewhere',
  'genset_elsewhere',
  'voyage_cancelled',
  'voyage_departed',
  'nomination_missing',
  'charges_unknown',
];
/** Those that owners are told whole. */
const OF_OWNERS = ['unpaid', 'charges_due'];

/**
 * A reason as a party is told it: that it is there, but neither whose it is nor what it follows from (decision 550). The
 * code stays true.
 * @param hold_type the type of the hold that it follows from, where that is open to parties
 */
export function reasonForParties<R extends ReleaseReason>(
  level: (typeof LEVELS)[number],
  whole: R,
  hold_type?: string,
): R {
  const { code } = whole;
  const reason = { ...whole, source: null, action: null };
  const container = reason.container?.number;
  if (PLAIN.includes(code) || (level === 'owner' && OF_OWNERS.includes(code))) return reason;
  // how much somebody owes is told nobody else
  if (OF_OWNERS.includes(code) || code === 'credit_limit_reached')
    return { ...reason, code: 'charges_due', sentence: REASONS.charges_due({ container }), since: null };
  if (container && hold_type) return { ...reason, sentence: REASONS.held({ container, hold_type }) };
  if (code === 'held' || code === 'held_by_bill')
    return {
      ...reason,
      sentence: container ? CARGO_SAYS['held.party']({ container }) : CARGO_SAYS['held.party_order'](),
    };
  return { ...reason, sentence: REASONS['held.unsaid']({ container }) };
}
