import sql, { Sql } from 'sql-template-tag';

/**
 * SQL: the id of the voyage with which the container of the stay `s` is expected. It is the voyage of the announcement
 * or else, except for an export, that of the manifest of its oldest bill (decision 351). Null once the container has
 * arrived, and when that voyage is cancelled.
 */
export const expectedVoyage: Sql = sql`CASE WHEN s.status = 'announced' THEN (SELECT e.id FROM voyages e
  WHERE e.organization_id = s.organization_id AND NOT e.cancelled AND e.id = coalesce(s.arrival_voyage_id, (
  SELECT m.voyage_id FROM container_bills l
  JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
  JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
  WHERE l.organization_id = s.organization_id AND l.stay_id = s.id AND s.usage IS DISTINCT FROM 'export'
  ORDER BY b.id LIMIT 1))) END`;

/** SQL: the number of the voyage with which the container `c` is expected, in the stay that it shows. */
export const expectedVoyageNumber: Sql = sql`(
  SELECT v.number FROM container_stays s
  JOIN voyages v ON v.organization_id = s.organization_id AND v.id = ${expectedVoyage}
  WHERE s.organization_id = c.organization_id AND s.id = c.stay_id)`;
