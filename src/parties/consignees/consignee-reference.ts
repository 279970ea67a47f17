import type { FieldErrors } from '../../common/errors/errors';
import { In, listOf } from '../../common/input/in';
import { inputFields, readInput } from '../../common/input/input-fields';
import { BadValue, toText } from '../../common/input/values';
import sql from 'sql-template-tag';
import { asTime } from '../../common/view/view';
import { anyOf, joinKey, Lookup, partsOf, tableOfKeys } from '../../common/write/lookups';
import { LOCATION_TYPES } from '../../places/locations/locations';

/**
 * A reference to a consignee by `name`. A file names a deleted one by `{name, deleted_at}`, because another consignee
 * may have its name now (decision 21).
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

/** A reference to a deleted consignee, by the same two fields as its own line (decision 21). */
class DeletedConsignee {
  @In.text({ required: true }) name: string;
  @In.time({ required: true }) deleted_at: string;
}

/**
 * Reads the reference of a line to a consignee: the name, or an object when the consignee is deleted.
 * @throws BadValue
 */
function readConsignee(raw: unknown): string | DeletedConsignee {
  if (typeof raw !== 'object') return toText(raw, { max: 255 });
  const errors: FieldErrors = {};
  const read = readInput(inputFields(DeletedConsignee), raw as Record<string, unknown>, errors);
  for (const [field, [reason]] of Object.entries(errors)) throw new BadValue(`${field} ${reason}`);
  return Object.assign(new DeletedConsignee(), read);
}

/** A field that names one consignee. */
export const namedConsignee = () => In.custom({ type: 'string' }, readConsignee);
/** A field that names several consignees. */
export const namedConsignees = () => In.custom({ type: 'array' }, listOf(readConsignee));

/** A line whose record has a consignee. */
export class ConsigneeLine {
  @namedConsignee() consignee?: string | DeletedConsignee | null;
}

/** A line whose record has a location. Unlike a request, it takes every type of place and deleted consignees. */
export class LocatedLine {
  @In.oneOf(LOCATION_TYPES) current_location_type?: string | null;
  @In.custom({ type: 'string' }, readConsignee) current_location?: unknown;
}
