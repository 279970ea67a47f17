import sql from 'sql-template-tag';
import { In } from '../../common/input/in';
import { asTime } from '../../common/view/view';
import { joinKey, type Lookup, partsOf, tableOfKeys } from '../../common/write/lookups';
import { TRUCK } from '../../parties/trucks/plate';

/** How a file names an interchange: by its visit, and its place among the interchanges of that. */
export class InterchangeKey {
  @In.text({ required: true }) truck: string;
  @In.time({ required: true }) gated_in_at: string;
  @In.int({ required: true, min: 0, description: 'Its place in the visit, from 0' }) place: number;
}

/** SQL: the place of the interchange `i` in its visit. */
const PLACE = `(SELECT count(*) FROM interchanges o
  WHERE o.organization_id = i.organization_id AND o.truck_visit_id = i.truck_visit_id AND o.id < i.id)`;

/** Looks up an interchange by `InterchangeKey`. */
export const INTERCHANGE: Lookup = {
  kind: 'interchanges',
  what: 'Interchange',
  keyOf: (named) => {
    const { truck, gated_in_at, place } = named as Partial<InterchangeKey>;
    return joinKey(TRUCK.keyOf!(truck ?? ''), gated_in_at ?? '', place ?? 0);
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, f.id FROM ${tableOfKeys(keys)}
    CROSS JOIN LATERAL (
      SELECT i.id FROM trucks t
      JOIN truck_visits v ON v.organization_id = t.organization_id AND v.truck_id = t.id
        AND v.gated_in_at = (k.key::json ->> 1)::timestamptz
      JOIN interchanges i ON i.organization_id = v.organization_id AND i.truck_visit_id = v.id
      WHERE t.organization_id = ${organization_id} AND t.license_plate_key = replace(k.key::json ->> 0, '-', '')
      ORDER BY v.id, i.id OFFSET (k.key::json ->> 2)::integer LIMIT 1
    ) f`,
  name: (
    column,
  ) => `(SELECT json_build_object('truck', f.license_plate, 'gated_in_at', ${asTime('v.gated_in_at')},
      'place', ${PLACE})
    FROM interchanges i
    JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
    JOIN trucks f ON f.organization_id = v.organization_id AND f.id = v.truck_id
    WHERE i.organization_id = t.organization_id AND i.id = ${column})`,
  unknown: (key) => `${partsOf(key)[2]} of the truck ${partsOf(key)[0]} at ${partsOf(key)[1]} is unknown`,
};
