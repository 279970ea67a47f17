import type { Sentence } from '../../common/languages/sentence';
import type { StandingHold } from '../held/standing-holds';
import { CARGO } from '../cargo.codes';
import { CARGO_SAYS, REASONS } from '../cargo.sentences';
import type { ReleaseReason } from './release-reason';
import type { ReleaseRule } from './release-rule';

/**
 * A held container does not leave (decision 43). The rule has no query, because `ReleaseRules` reads the holds itself.
 */
export const onHold = {
  codes: ['held', 'held_by_bill'],
  says: {},
  refusal: {
    code: CARGO.container_held,
    says: CARGO_SAYS['container_held.visit'],
  },
  query: () => undefined,
} satisfies ReleaseRule;

/** The reason that follows from a hold on a container or on its bill. */
export function reasonOf(hold: StandingHold): ReleaseReason {
  const { name, container, bill_id, bill, hold_type } = hold;
  if (bill_id)
    return because(hold, REASONS.held_by_bill({ container: name, bill_of_lading: bill, hold_type }));
  if (container === name) return because(hold, REASONS.held({ container, hold_type }));
  return because(hold, REASONS['held.outer']({ container: name, outer_container: container, hold_type }));
}

/** The reason that follows from a hold on the bill of a delivery order. */
export function reasonOfOrder(hold: StandingHold): ReleaseReason {
  const { name, bill, hold_type } = hold;
  const of = { delivery_order: name, bill_of_lading: bill, hold_type };
  return because(hold, REASONS['held_by_bill.order'](of));
}

function because({ bill_id, hold_id, since }: StandingHold, sentence: Sentence): ReleaseReason {
  return {
    code: bill_id ? 'held_by_bill' : 'held',
    sentence,
    since,
    until: null,
    source: { type: bill_id ? 'bill_of_lading_hold' : 'container_hold', id: hold_id },
  };
}
