import sql from 'sql-template-tag';
import type { ManifestObstacle } from '../../cargo/manifests/manifest-obstacles';

/** A move of its cargo in the voyage's discharge tally prevents the deletion of a manifest (decision 171). */
export const dischargeTallyOf: ManifestObstacle = ({ organization_id, id, voyage_id }) => sql`
  SELECT 'container ' || c.number || ' is in the discharge tally of its voyage'
  FROM bill_of_ladings b
  JOIN container_bills l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id
  JOIN tally_moves m ON m.organization_id = l.organization_id AND m.stay_id = l.stay_id
  JOIN containers c ON c.organization_id = m.organization_id AND c.id = m.container_id
  WHERE b.organization_id = ${organization_id} AND b.manifest_id = ${id} AND m.voyage_id = ${voyage_id}
    AND m.tally_type = 'discharge' AND m.undone_at IS NULL`;
