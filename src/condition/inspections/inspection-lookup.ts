import sql from 'sql-template-tag';
import { Container } from '../../cargo/containers/container.kind';
import type { FieldMap } from '../../common/write/field-map';
import { joinKey, type Lookup, lookupOf, partsOf, tableOfKeys } from '../../common/write/lookups';

/** A reference of a file to an inspection, by the number of its container and its own sequence there. */
const INSPECTION: Lookup = {
  kind: 'inspections',
  what: 'Inspection',
  keyOf: (named) => joinKey(...(named as [string, number])),
  find: (organization_id, keys) => sql`
    SELECT k.key, i.id FROM ${tableOfKeys(keys)}
    JOIN containers c ON c.organization_id = ${organization_id} AND c.number = k.key::json ->> 0
    JOIN inspections i ON i.organization_id = c.organization_id AND i.container_id = c.id
      AND i.sequence = (k.key::json ->> 1)::integer`,
  name: (column) =>
    `(SELECT i.sequence FROM inspections i WHERE i.organization_id = t.organization_id AND i.id = ${column})`,
  unknown: (key) => `${partsOf(key)[1]} of container '${partsOf(key)[0]}' is unknown`,
};

/** The inspection of the container in the field `container` of the same line. */
export const inspectionOfContainer: FieldMap = {
  columns: ['inspection_id'],
  kinds: [INSPECTION.kind],
  value: () => INSPECTION.name('t.inspection_id'),
  put: (row, sequence) => {
    const { container } = row.values;
    if (sequence === null) row.set('inspection_id', null);
    if (typeof sequence !== 'number' || !container) return;
    const key = lookupOf(Container, 'number').keyOf(container);
    row.want('inspection', INSPECTION, [key, sequence], (id) => row.set('inspection_id', id));
  },
};
