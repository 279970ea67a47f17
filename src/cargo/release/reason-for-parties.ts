import { sentences } from '../../common/languages/sentence';
import { CARGO_SAYS } from '../cargo.sentences';
import type { ReleaseReason } from './release-reason';

const SAYS = sentences({ charges_due: 'Charges for container {container} are not paid.' });

/** A reason as hauliers are told it: that something is held or not paid for, but not why, what caused it, or how it goes. */
export function reasonForParties<R extends ReleaseReason>(reason: R): R {
  const cut = { ...reason, source: null, action: null };
  const container = reason.container?.number;
  switch (reason.code) {
    case 'held':
    case 'held_by_bill':
      return {
        ...cut,
        sentence: container ? CARGO_SAYS['held.party']({ container }) : CARGO_SAYS['held.party_order'](),
      };
    case 'unpaid':
    case 'bill_missing':
    case 'charges_due':
      return { ...cut, code: 'charges_due', sentence: SAYS.charges_due({ container }) };
    default:
      return cut;
  }
}
