import sql, { raw } from 'sql-template-tag';
import { byRecord, type Group } from '../../common/database/counts';
import { terminalId, yardAreaId } from '../../places/locations/place-of';

/** By what place containers are counted, and what each is. */
export const PLACE_GROUPS = {
  place: 'The place that it is in, such as `Yard Slot: A1-01`',
  terminal: 'The name of the terminal that it is at',
  yard_area: 'The name of the yard area that it is in',
};

/**
 * How containers are counted by their places.
 * @param shown SQL: a value of the container `w` of the counted record
 */
export function placeGroups(shown: (value: string) => string): Record<keyof typeof PLACE_GROUPS, Group> {
  const of = (column: string) => `w.${column}`;
  const place = `w.current_location_type || ':' || coalesce(w.current_location_id::text, '')`;
  return {
    place: {
      key: raw(shown(place)),
      shown: (key, organization_id) => sql`location_label(${organization_id}, split_part(${key}, ':', 1),
        nullif(split_part(${key}, ':', 2), '')::bigint)`,
    },
    terminal: { ...byRecord('', 'terminals', 'name'), key: raw(shown(terminalId(of))) },
    yard_area: { ...byRecord('', 'yard_areas', 'name'), key: raw(shown(yardAreaId(of))) },
  };
}
