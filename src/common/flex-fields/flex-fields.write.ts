import sql from 'sql-template-tag';
import { toDate } from '../input/times';
import { BadValue, toBoolean, toDecimal, toText } from '../input/values';
import type { FieldMap } from '../write/field-map';
import type { WriteRow } from '../write/write-row';
import type { WriteRun } from '../write/write-run';
import { FLEX_RECORD_TYPES, FlexFieldDefinition } from './flex-field-definition.kind';

type FlexRecordType = (typeof FLEX_RECORD_TYPES)[number];
type FlexValueType = FlexFieldDefinition['value_type'];
type Types = Map<string, FlexValueType>;

/** The flex field values of a record, by canonical name. */
type FlexFieldValues = Record<string, unknown>;

const READERS: Record<FlexValueType, (raw: unknown) => unknown> = {
  string: (raw) => toText(raw, { max: 5000 }),
  number: toDecimal,
  boolean: toBoolean,
  date: toDate,
};

/**
 * The fields that an organization added to a type of record. Values that are sent are merged into the stored ones, and
 * null clears one (decision 15, flex fields), so the model needs `compares`.
 */
export function flexFields(record_type: FlexRecordType): FieldMap {
  return {
    columns: ['flex_fields'],
    kinds: ['flex_field_definitions'],
    value: () => `(
      SELECT coalesce(json_agg(json_build_object(d.canonical_name, t.flex_fields -> d.canonical_name)
        ORDER BY d.position, d.canonical_name COLLATE "C"), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t.organization_id AND d.record_type = '${record_type}'
        AND t.flex_fields ? d.canonical_name)`,
    put: () => undefined,
    complete: async (rows, run) => {
      const sent = rows.filter((row) => Object.keys(sentBy(row)).length);
      if (!sent.length) return;
      const types = await typesOf(record_type, run);
      for (const row of sent) merge(row, types);
    },
  };
}

function sentBy({ values }: WriteRow): FlexFieldValues {
  return (values.flex_fields ?? {}) as FlexFieldValues;
}

/** Reads and locks the definitions until the values are written: a change would make them values of another field. */
async function typesOf(record_type: FlexRecordType, { db }: WriteRun): Promise<Types> {
  const definitions = await db.query<Pick<FlexFieldDefinition, 'canonical_name' | 'value_type'>>(sql`
    SELECT canonical_name, value_type FROM flex_field_definitions
    WHERE organization_id = ${db.actor.organization_id} AND record_type = ${record_type} FOR KEY SHARE`);
  return new Map(definitions.map(({ canonical_name, value_type }) => [canonical_name, value_type]));
}

/** Refuses each field that is not defined, or whose value is of another type. */
function merge(row: WriteRow, types: Types): void {
  const { flex_fields: current } = (row.before ?? {}) as { flex_fields?: FlexFieldValues };
  const merged = new Map(Object.entries(current ?? {}));
  for (const [name, value] of Object.entries(sentBy(row)))
    try {
      merged.set(name, readFlexField(types.get(name), value));
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      row.invalid(`flex_fields.${name}`, error.reason);
    }
  row.set('flex_fields', Object.fromEntries([...merged].filter(([, value]) => value !== null)));
}

/** Reads a value of this type; undefined for a field that is not defined. Throws BadValue. */
function readFlexField(type: FlexValueType | undefined, value: unknown): unknown {
  if (!type) throw new BadValue('is not a flex field of this organization');
  return value === null || (value === '' && type !== 'string') ? null : READERS[type](value);
}
