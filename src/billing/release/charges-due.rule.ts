import { sentences } from '../../common/languages/sentence';
import { REASONS } from '../../cargo/cargo.sentences';
import type { ReasonRow, ReleaseRule } from '../../cargo/release/release-rule';
import { BILLING } from '../billing.codes';
import type { ReleaseService } from '../previews/release.service';

const SAYS = sentences({
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
export const chargesDue = (release: ReleaseService): ReleaseRule => ({
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
    rows: async (stays) => {
      const released = await release.of(stays.map(({ stay_id }) => stay_id));
      return released
        .filter(({ charges_due }) => charges_due)
        .map(({ stay_id, paid_through, settled_until }): ReasonRow => {
          const { container_id, number } = stays.find((each) => each.stay_id === stay_id)!;
          return {
            container_id,
            number,
            code: 'charges_due',
            params: { container: number, paid_through },
            since: settled_until === null ? null : new Date(settled_until),
            until: null,
            source_type: 'container_stay',
            source_id: stay_id,
          };
        });
    },
  },
});
