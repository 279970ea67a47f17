import sql from 'sql-template-tag';
import type { ManifestObstacle } from '../../cargo/manifests/manifest-obstacles';

/** A manifest is kept while its voyage has a discharge tally (decision 34). */
export const dischargeTallyOf: ManifestObstacle = ({ organization_id, voyage_id }) => sql`
  SELECT 'its voyage has a discharge tally'
  FROM tallies t
  WHERE t.organization_id = ${organization_id} AND t.voyage_id = ${voyage_id} AND t.tally_type = 'discharge'`;
