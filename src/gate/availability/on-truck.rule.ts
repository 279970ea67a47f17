import sql, { raw } from 'sql-template-tag';
import { ELSEWHERE, type ReleaseRule } from '../../cargo/release/release-rule';
import { SAYS } from '../gate.sentences';
import { atTerminal } from '../../places/locations/locations';

/** A container on a truck that is still inside is not available to another one, even when it is announced again. */
export const onTruck: ReleaseRule = {
  codes: ['on_truck'],
  says: { on_truck: SAYS.on_truck },
  refusal: ELSEWHERE,
  query: (_, containers) => sql`
    SELECT c.id, 'on_truck', jsonb_build_object('container', c.number, 'truck', k.license_plate),
      i.completed_at, NULL::timestamptz, 'truck_visit', v.id
    FROM ${containers}
    JOIN interchanges i ON i.organization_id = c.organization_id AND i.container_id = c.id
      AND i.type = 'interchange_out' AND i.completed
    JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id AND v.gated_out_at IS NULL
    JOIN trucks k ON k.organization_id = v.organization_id AND k.id = v.truck_id
    WHERE (${raw(atTerminal('c.current_location_type'))}) IS NOT TRUE
      AND i.stay_id = (
        SELECT s.id FROM container_stays s
        WHERE s.organization_id = c.organization_id AND s.container_id = c.id AND s.status = 'departed'
        ORDER BY s.number DESC LIMIT 1)`,
};
