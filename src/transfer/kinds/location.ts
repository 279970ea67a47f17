import { LOCATIONS, LocationType } from '../../cargo/locations/locations';
import type { FieldMap } from '../field-map';
import { lookupOf } from '../lookups';

const places = Object.entries(LOCATIONS).map(([type, { table, key }]) => ({
  type,
  lookup: lookupOf(table, key),
}));

/** Where a record is: the kind of the place, and the place by its key. */
export const location: Record<'current_location_type' | 'current_location', FieldMap> = {
  current_location_type: {
    columns: ['current_location_type'],
    value: () => 't.current_location_type',
    put: () => undefined,
  },
  current_location: {
    columns: ['current_location_id'],
    kinds: places.map(({ lookup }) => lookup.kind),
    value: () => {
      const names = places.map(
        ({ type, lookup }) => `WHEN '${type}' THEN ${lookup.name('t.current_location_id')}`,
      );
      return `CASE t.current_location_type ${names.join(' ')} END`;
    },
    put: (row, name) => {
      const { line, columns } = row;
      const type = line.values.current_location_type as LocationType | null | undefined;
      if (type === undefined && name === undefined) return;
      const place = places.find((each) => each.type === type);
      if (name && !type) line.refuse('current_location_type', 'is required with current_location');
      else if (place && !name)
        line.refuse('current_location', `is required for a location of the type ${type}`);
      else if (place)
        row.want('current_location', place.lookup, name, (to, id) =>
          Object.assign(to.columns, { current_location_type: type, current_location_id: id }),
        );
      else Object.assign(columns, { current_location_type: type ?? null, current_location_id: null });
    },
  },
};
