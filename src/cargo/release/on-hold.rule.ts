import type { StandingHold } from '../held/standing-holds';
import { CARGO } from '../cargo.codes';
import type { ReleaseReason } from './release-reason';
import type { ReleaseRule } from './release-rule';

/**
 * A held container does not leave (decision 43). The rule has no query, because `ReleaseRules` reads the holds itself.
 */
export const onHold = {
  codes: ['held', 'held_by_bill'],
  refusal: {
    code: CARGO.container_held,
    one: 'container has unlifted holds',
    several: 'containers have unlifted holds',
  },
  query: () => undefined,
} satisfies ReleaseRule;

/** The words of a reason for the goods of a delivery order. */
export const CARGO_OF_ORDER = 'The cargo of delivery order';

/** The reason that follows from a hold. */
export function reasonOf(hold: StandingHold, what = 'Container'): ReleaseReason {
  const { name, container, bill_id, bill, hold_id, hold_type, since } = hold;
  const own = container === name ? 'it has a hold' : `container ${container}, which it is in, has a hold`;
  const because = bill_id ? `its bill of lading ${bill} has a hold` : own;
  return {
    code: bill_id ? 'held_by_bill' : 'held',
    sentence: `${what} ${name} cannot leave: ${because} of the type ${hold_type}.`,
    since,
    until: null,
    source: { type: bill_id ? 'bill_of_lading_hold' : 'container_hold', id: hold_id },
  };
}
