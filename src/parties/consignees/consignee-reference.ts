import type { FieldErrors } from '../../common/errors/errors';
import { In, listOf } from '../../common/input/in';
import { inputFields, readInput } from '../../common/input/input-fields';
import { BadValue, toText } from '../../common/input/values';
import sql from 'sql-template-tag';
import { asTime } from '../../common/view/view';
import { anyOf, joinKey, Lookup, partsOf, tableOfKeys } from '../../common/write/lookups';
import { LOCATION_TYPES } from '../../places/locations/locations';

/**
 * A consignee, named as `name`, or as `{name, deleted_at}` in a file when it is deleted: its name alone may be
 * that of another one now (decision 21).
 */
export const CONSIGNEE: Partial<Lookup> = {
  keyOf: (named) => {
    if (typeof named === 'string') return joinKey(named, null);
    const { name, deleted_at } = named as { name: string; deleted_at?: string | null };
    return joinKey(name, deleted_at);
  },
  keeping: (key, current) => {
    const [name, deleted_at] = partsOf(key);
    return joinKey(name, deleted_at, current);
  },
  find: (organization_id, keys) => sql`
    SELECT k.key, f.id FROM ${tableOfKeys(keys)}
    CROSS JOIN LATERAL (
      SELECT c.id, k.key::jsonb -> 2 @> to_jsonb(c.id) IS TRUE AS kept FROM consignees c
      WHERE c.organization_id = ${anyOf(organization_id)} AND c.name = k.key::json ->> 0
        AND (c.deleted_at IS NOT DISTINCT FROM (k.key::json ->> 1)::timestamptz OR k.key::jsonb -> 2 @> to_jsonb(c.id))
      ORDER BY c.deleted_at IS NOT NULL, kept DESC LIMIT 1
    ) f`,
  name: (column) => `(
    SELECT CASE WHEN f.deleted_at IS NULL THEN to_json(f.name)
      ELSE json_build_object('name', f.name, 'deleted_at', ${asTime('f.deleted_at')}) END
    FROM consignees f WHERE f.organization_id = t.organization_id AND f.id = ${column})`,
  unknown: (key) => {
    const [name, deleted_at] = partsOf(key);
    return deleted_at ? `'${name}', deleted at ${deleted_at}, is unknown` : `'${name}' is unknown`;
  },
};

/** A deleted consignee, named as its own line does: others may have its name (decision 21). */
class DeletedConsignee {
  @In.text({ required: true }) name: string;
  @In.time({ required: true }) deleted_at: string;
}

/**
 * Reads how a line names a consignee: by the name alone unless it was deleted.
 * @throws BadValue
 */
function readConsignee(raw: unknown): string | DeletedConsignee {
  if (typeof raw !== 'object') return toText(raw, { max: 255 });
  const errors: FieldErrors = {};
  const read = readInput(inputFields(DeletedConsignee), raw as Record<string, unknown>, errors);
  for (const [field, [reason]] of Object.entries(errors)) throw new BadValue(`${field} ${reason}`);
  return Object.assign(new DeletedConsignee(), read);
}

/** A field that names a consignee. */
export const namedConsignee = () => In.custom({ type: 'string' }, readConsignee);
/** A field that names several. */
export const namedConsignees = () => In.custom({ type: 'array' }, listOf(readConsignee));

/** A line that names the consignee of its record. */
export class ConsigneeLine {
  @namedConsignee() consignee?: string | DeletedConsignee | null;
}

/** A line that says where its record is: at any place that the service puts it, also at a deleted consignee. */
export class LocatedLine {
  @In.oneOf(LOCATION_TYPES) current_location_type?: string | null;
  @In.custom({ type: 'string' }, readConsignee) current_location?: unknown;
}
