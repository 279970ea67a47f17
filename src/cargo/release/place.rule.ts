import sql, { raw } from 'sql-template-tag';
import { atTerminal } from '../../places/locations/locations';
import { REASONS } from '../cargo.sentences';
import { expectedVoyage } from '../stays/expected-voyage';
import { ELSEWHERE, type ReleaseRule } from './release-rule';

/**
 * A container outside the terminal has not arrived yet or has left. Its last stay that was not cancelled decides which.
 */
export const place: ReleaseRule = {
  codes: ['not_arrived', 'departed'],
  says: { not_arrived: REASONS.not_arrived, departed: REASONS.departed },
  refusal: ELSEWHERE,
  query: (_, containers) => sql`
    SELECT c.id AS container_id,
      CASE WHEN s.status = 'departed' THEN 'departed' ELSE 'not_arrived' END AS code,
      jsonb_build_object('container', c.number) AS params,
      CASE WHEN s.status = 'departed' THEN s.out_at END AS since,
      coalesce(v.et_of_berth, v.estimated_time_of_anchorage) AS until,
      CASE WHEN s.id IS NOT NULL THEN 'container_stay' END AS source_type, s.id AS source_id
    FROM ${containers}
    LEFT JOIN LATERAL (
      SELECT s.organization_id, s.id, s.status, s.out_at, s.usage, s.arrival_voyage_id FROM container_stays s
      WHERE s.organization_id = c.organization_id AND s.container_id = c.id AND s.status <> 'cancelled'
      ORDER BY s.number DESC LIMIT 1) s ON true
    LEFT JOIN voyages v ON v.organization_id = c.organization_id AND v.id = ${expectedVoyage}
    WHERE (${raw(atTerminal('c.current_location_type'))}) IS NOT TRUE`,
};
