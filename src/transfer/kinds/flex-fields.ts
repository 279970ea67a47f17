import { FLEX_RECORD_TYPES, FlexFieldDefinition } from '../../common/flex-fields/flex-field-definition.kind';
import { FlexFieldValues, readFlexField } from '../../common/flex-fields/flex-fields.service';
import { BadValue } from '../../common/input/values';
import type { FieldMap, TableRow } from '../field-map';
import type { ImportRun } from '../import-run';

/** The fields that an organization added to a type of record, each as an object with one key. */
export function flexFields(record_type: (typeof FLEX_RECORD_TYPES)[number]): FieldMap {
  return {
    columns: ['flex_fields'],
    merges: ['flex_fields'],
    kinds: ['flex_field_definitions'],
    value: () => `(
      SELECT coalesce(json_agg(json_build_object(d.canonical_name, t.flex_fields -> d.canonical_name)
        ORDER BY d.position, d.canonical_name COLLATE "C"), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t.organization_id AND d.record_type = '${record_type}'
        AND t.flex_fields ? d.canonical_name)`,
    put: (row, value) => {
      if (value) row.columns.flex_fields = { ...(value as FlexFieldValues) };
    },
    prepare: async (rows, run) => {
      const sent = rows.filter(({ columns }) => columns.flex_fields);
      if (sent.length) check(sent, await typesOf(record_type, run));
    },
  };
}

type Types = Map<string, FlexFieldDefinition['value_type']>;

async function typesOf(record_type: (typeof FLEX_RECORD_TYPES)[number], { db }: ImportRun): Promise<Types> {
  const definitions = await db.findAll(FlexFieldDefinition, { record_type });
  return new Map(definitions.map(({ canonical_name, value_type }) => [canonical_name, value_type]));
}

function check(rows: TableRow[], types: Types): void {
  for (const { line, columns } of rows) {
    const values = columns.flex_fields as FlexFieldValues;
    for (const [name, value] of Object.entries(values))
      try {
        values[name] = readFlexField(types.get(name), value);
      } catch (error) {
        if (!(error instanceof BadValue)) throw error;
        line.refuse(`flex_fields.${name}`, error.reason);
      }
  }
}
