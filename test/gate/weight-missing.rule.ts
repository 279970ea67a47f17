import sql from 'sql-template-tag';
import { sentences } from '../../src/common/languages/sentence';
import type { ReleaseRule } from '../../src/cargo/release/release-rule';

const says = sentences({ weight_missing: 'The weight of container {container} is not known.' });

/** A driver is shown what a full container weighs. */
export const weightMissing: ReleaseRule = {
  codes: ['weight_missing'],
  says,
  query: (_, containers) => sql`
    SELECT c.id, 'weight_missing', jsonb_build_object('container', c.number), NULL::timestamptz,
      NULL::timestamptz, 'container', c.id
    FROM ${containers}
    JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
    WHERE c.container_status = 'full' AND s.weight IS NULL`,
};
