import type { Sentence } from '../../common/languages/sentence';
import type { Link } from '../../common/pagination/links';
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
  const { id, name, container, bill_id, bill, hold_type } = hold;
  const of = { id, number: name };
  if (bill_id)
    return because(hold, REASONS.held_by_bill({ container: name, bill_of_lading: bill, hold_type }), of);
  if (container === name) return because(hold, REASONS.held({ container, hold_type }), of);
  return because(hold, REASONS['held.outer']({ container: name, outer_container: container, hold_type }), of);
}

/** The reason that follows from a hold on the bill of a delivery order. */
export function reasonOfOrder(hold: StandingHold): ReleaseReason {
  const { name, bill, hold_type } = hold;
  const of = { delivery_order: name, bill_of_lading: bill, hold_type };
  return because(hold, REASONS['held_by_bill.order'](of), null);
}

function because(
  hold: StandingHold,
  sentence: Sentence,
  container: ReleaseReason['container'],
): ReleaseReason {
  const { bill_id, hold_id, since } = hold;
  return {
    code: bill_id ? 'held_by_bill' : 'held',
    sentence,
    container,
    since,
    until: null,
    source: { type: bill_id ? 'bill_of_lading_hold' : 'container_hold', id: hold_id },
    action: liftOf(hold),
  };
}

/** The request that lifts a hold, with a path for its URL. */
function liftOf({ container, manifest, bill, hold_id, hold_type_id }: StandingHold): Link {
  const part = (text: string | null) => encodeURIComponent(text ?? '');
  if (container)
    return { method: 'PUT', url: `/api/v1/containers/${part(container)}/holds/${hold_id}/lift.json` };
  const path = `manifests/${part(manifest)}/bill_of_ladings/${part(bill)}/holds/${hold_type_id}.json`;
  return { method: 'DELETE', url: `/api/v1/${path}` };
}
