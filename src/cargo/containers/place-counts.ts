import sql, { raw } from 'sql-template-tag';
import { byRecord, type Group } from '../../common/database/sql/counts';
import { terminalId, yardAreaId } from '../../places/locations/place-of';

/** By what place containers are counted, and what each is. */
export const PLACE_GROUPS = {
  place: 'The place that it is in, such as `Yard Slot: A1-01`',
  terminal: 'The name of the terminal that it is at',
  yard_area: 'The name of the yard area that it is in',
};

/**
 * How containers are counted by their places.
 * @param container SQL: the alias of the container
 * @param shown SQL: a value of the container of the counted record
 */
export function placeGroups(
  container: string,
  shown = (value: string) => value,
): Record<keyof typeof PLACE_GROUPS, Group> {
  const of = (column: string) => `${container}.${column}`;
  const place = `${of('current_location_type')} || ':' || coalesce(${of('current_location_id')}::text, '')`;
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
