import type { StoredRelease } from '../../../holds/container-releases/container-releases.service';
import type { MeantTerms } from './release-order';

/** What a message releases, as it is found: a container, or all on a bill of lading. */
export interface Releasable {
  /** Where it is: not known or known to no stay (`unknown`), or by its stay that is open, else gone. */
  is: 'unknown' | 'announced' | 'here' | 'gone';
  /** Whether it has a hold of the type that is in force, or lifted for a time. */
  has_hold: boolean;
}

/** What becomes of a release: it is kept, which lifts the hold where there is one; or it comes too late, or to no hold. */
export type Verdict = 'keep' | 'over' | 'hold_missing';

/** Decides on a release. One without a hold is kept for what is still to come, since its announcement may make the hold. */
export function verdictOn(
  { is, has_hold }: Releasable,
  { valid_until }: Pick<MeantTerms, 'valid_until'>,
  now: Date,
): Verdict {
  if (valid_until !== null && new Date(valid_until) <= now) return 'over';
  if (has_hold || is === 'unknown' || is === 'announced') return 'keep';
  return 'hold_missing';
}

/** Whether a release that stands is bound to the same as the message states. */
export function isAsStated(stored: StoredRelease, terms: MeantTerms): boolean {
  const time = (at: Date | null) => at?.toISOString() ?? null;
  const stated = (at: string | null) => at && new Date(at).toISOString();
  return (
    stored.reference === terms.reference &&
    time(stored.valid_from) === stated(terms.valid_from) &&
    time(stored.valid_until) === stated(terms.valid_until) &&
    stored.freight_forwarder_id === terms.freight_forwarder_id &&
    stored.trucking_company_id === terms.trucking_company_id &&
    stored.party_name === terms.party_name
  );
}
