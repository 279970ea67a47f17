import { LOCATIONS, LocationType } from '../../places/locations/locations';
import { toId } from '../../common/database/conditions';
import { In } from '../../common/input/in';
import type { FieldMap } from '../field-map';
import { lookupOf } from '../lookups';
import { readConsignee } from './consignee-reference';

const places = Object.entries(LOCATIONS).map(([type, { table, key }]) => ({
  type,
  lookup: lookupOf(table, key),
}));

/** A line that says where its record is; the place may be a deleted consignee. */
export class LocatedLine {
  @In.custom({ type: 'string' }, readConsignee) current_location?: unknown;
}

/**
 * Where a record is: the kind of the place, and the place by its key. A kind that the service keeps no records
 * of takes a number of the terminal's own instead.
 */
export const location: Record<string, FieldMap | null> = {
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
        ({ type, lookup }) => `WHEN '${type}' THEN to_json(${lookup.name('t.current_location_id')})`,
      );
      return `CASE t.current_location_type ${names.join(' ')} ELSE to_json(t.current_location_id::text) END`;
    },
    put: (row, name) => {
      const { line, columns } = row;
      const type = line.values.current_location_type as LocationType | null | undefined;
      if (type === undefined && name === undefined) return;
      if (name && !type) return line.refuse('current_location_type', 'is required with current_location');
      if (name && typeof name === 'object' && type !== 'Consignee')
        return line.refuse('current_location', 'must be text');
      const place = places.find((each) => each.type === type);
      if (place && name)
        return row.want('current_location', place.lookup, name, (to, id) => {
          Object.assign(to.columns, { current_location_type: type, current_location_id: id });
        });
      const id = name ? toId(name as string) : null;
      if (id === undefined)
        line.refuse('current_location', `must be a number for a location of the type ${type}`);
      Object.assign(columns, { current_location_type: type ?? null, current_location_id: id });
    },
  },
  current_location_id: null,
};
