import { fieldNotOpen } from '../../common/errors/closed-field';
import { Refused } from '../../common/errors/errors';
import type { Actor } from '../../common/tenancy/actor';
import { keysOfParties } from '../customers/customers';
import type { CreateChargePreviews } from './preview.dto';
import type { ChargePreview } from './preview.view';

/** What does not name what is theirs: a voyage, a container that does not exist, and a draft of new prices. */
const CLOSED = ['voyage', 'container', 'tariff'] as const;

/** @throws Refused for what tokens that are limited to parties cannot ask about */
export function requireOpen(input: CreateChargePreviews, { limited }: Actor): void {
  const closed = limited && CLOSED.find((field) => input[field] !== undefined && input[field] !== null);
  if (closed) throw new Refused({ ...fieldNotOpen(closed), field: closed });
}

/**
 * Whether the actor is shown what a payer pays: who is limited to parties is shown only what these pay, because the price of
 * another one may be what was agreed with it (decision 566).
 */
export function payersTold({ limited, parties }: Actor): (payer: string | null) => boolean {
  if (!limited) return () => true;
  const own = keysOfParties(parties);
  return (payer) => payer !== null && own.has(payer);
}

/** A preview without what speaks of others or of the terminal's work: free units, problems and drafts. */
export const previewForParties = (preview: ChargePreview): ChargePreview => ({
  ...preview,
  free_units: null,
  payers: preview.payers.map((payer) => ({
    ...payer,
    items: payer.items.map((item) => ({ ...item, status: item.status === 'draft' ? 'open' : item.status })),
  })),
  problems: [],
});
