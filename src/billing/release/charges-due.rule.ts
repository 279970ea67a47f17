import { sentences } from '../../common/languages/sentence';
import { REASONS } from '../../cargo/cargo.sentences';
import type { ReleaseRule } from '../../cargo/release/release-rule';
import { BILLING } from '../billing.codes';
import type { ReleaseService } from '../previews/release.service';
import type { CreditLimits } from './credit-limits.service';
import type { KeptReleases } from './kept-releases.service';
import { reasonsOf } from './reasons-of';

const SAYS = sentences({
  charges_unknown: 'What container {container} costs cannot be calculated.',
  'container_charges_unknown.visit': {
    one: 'Truck Visit was not completed. What the following container costs cannot be calculated: {container}',
    other:
      'Truck Visit was not completed. What the following containers cost cannot be calculated: {container}',
  },
  credit_limit_reached: 'The credit limit of who pays for container {container} is reached.',
  'credit_limit_reached.visit': {
    one: 'Truck Visit was not completed. The credit limit of who pays for the following container is reached: {container}',
    other:
      'Truck Visit was not completed. The credit limit of who pays for the following containers is reached: {container}',
  },
  'charges_due.through': 'Container {container} is paid through {paid_through}.',
  'container_charges_due.visit': {
    one: 'Truck Visit was not completed. The following container has charges to be paid: {container}',
    other: 'Truck Visit was not completed. The following containers have charges to be paid: {container}',
  },
});

interface Told {
  container: string;
  paid_through: string | null;
}

/**
 * Where release needs charges, a container stays while something of its release is neither paid, waived nor on account.
 * What it costs is calculated as a preview does; nothing is written and no run is waited for.
 */
export const chargesDue = (
  release: ReleaseService,
  kept: KeptReleases,
  limits: CreditLimits,
): ReleaseRule => ({
  codes: ['charges_due'],
  says: {
    charges_due: ({ container, paid_through }: Told) =>
      paid_through === null
        ? REASONS.charges_due({ container })
        : SAYS['charges_due.through']({ container, paid_through }),
  },
  refusal: { code: BILLING.container_charges_due, says: SAYS['container_charges_due.visit'] },
  calculate: {
    isApplied: ({ release_needs_charges }) => release_needs_charges,
    kept: () => kept.kept(),
    rows: async (stays) => {
      const released = await release.of(stays.map(({ stay_id }) => stay_id));
      return released.flatMap((each) =>
        reasonsOf(
          each,
          stays.find(({ stay_id }) => stay_id === each.stay_id)!,
        ),
      );
    },
    warned: (warnings) => limits.warn(warnings.flatMap(({ source }) => source?.id ?? [])),
  },
});

/**
 * Nor does it leave while what it costs cannot be calculated, unless a clerk overrules that at gate-out (decision 720).
 * `chargesDue` finds both, because one calculation says both.
 */
export const chargesUnknown: ReleaseRule = {
  codes: ['charges_unknown'],
  says: { charges_unknown: SAYS.charges_unknown },
  refusal: { code: BILLING.container_charges_unknown, says: SAYS['container_charges_unknown.visit'] },
};

/**
 * Nor does it leave on an account beyond its credit limit, where the organization refuses that; else it warns (decision 873).
 * `chargesDue` finds it as well.
 */
export const limitReached: ReleaseRule = {
  codes: ['credit_limit_reached'],
  says: { credit_limit_reached: SAYS.credit_limit_reached },
  refusal: { code: BILLING.credit_limit_reached, says: SAYS['credit_limit_reached.visit'] },
};
