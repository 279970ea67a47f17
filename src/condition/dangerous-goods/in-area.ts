import { yardAreaId } from '../../places/locations/place-of';
import type { Of } from '../../common/view/view';

/** SQL: a value of the container of a stay while it is here for it. */
export const ofContainer = (value: (of: Of) => string) => (of: Of) =>
  `(SELECT ${value((column) => `w.${column}`)} FROM containers w
    WHERE w.organization_id = ${of('organization_id')} AND w.id = ${of('container_id')} AND w.stay_id = ${of('id')})`;

/** SQL: the yard area that a movement `m` was from or to. */
const areaOf = (side: 'from' | 'to') =>
  yardAreaId((column) => `m.${column.replace('current_location', `${side}_location`)}`);

/** SQL: since when a container stands in its yard area: from its last movement into it; null where it is in none. */
export const inAreaSince = (of: Of): string => {
  const area = yardAreaId((column) => `w.${column}`);
  return `(SELECT coalesce((
      SELECT max(m.moved_at) FROM container_movements m
      WHERE m.organization_id = w.organization_id AND m.container_id = w.id AND m.stay_id = w.stay_id
        AND (${areaOf('to')}) = (${area}) AND (${areaOf('from')}) IS DISTINCT FROM (${area})), ${of('in_at')})
    FROM containers w
    WHERE w.organization_id = ${of('organization_id')} AND w.id = ${of('container_id')} AND w.stay_id = ${of('id')}
      AND (${area}) IS NOT NULL)`;
};

/** SQL: from when on a container stands in its yard area for too long, by its `imdg_hours`; null for any time. */
export const overdueAt = (of: Of): string => `(
  SELECT ${inAreaSince(of)} + make_interval(hours => a.imdg_hours) FROM yard_areas a
  WHERE a.organization_id = ${of('organization_id')} AND a.imdg_hours IS NOT NULL
    AND a.id = ${ofContainer(yardAreaId)(of)})`;
