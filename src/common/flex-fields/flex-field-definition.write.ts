import sql, { raw } from 'sql-template-tag';
import type { Db } from '../database/db';
import type { Columns } from '../schema/columns';
import { kindModel } from '../setup/kind-model';
import type { RowOf } from '../write/write-row';
import type { WriteRun } from '../write/write-run';
import { FLEX_RECORD_TYPES, FlexFieldDefinition } from './flex-field-definition.kind';
import { COMMON } from '../errors/codes';

type Definition = Columns<FlexFieldDefinition>;

/** The columns that must not change while records have values of the field. */
const NATURE = ['record_type', 'canonical_name', 'value_type'] as const;

export const flexFieldDefinitionModel = kindModel(FlexFieldDefinition, {
  compares: true,
  checks: [keepUsed, requireRoom],
});

/** The maximum number of fields that an organization may add to a type of record. */
const MOST_FIELDS = 100;

/** Limits the fields, because every record answers all of them (decision 123). */
async function requireRoom(rows: RowOf<FlexFieldDefinition>[], { db }: WriteRun): Promise<void> {
  const joining = rows.filter((row) => row.after('record_type') !== row.before?.record_type);
  if (!joining.length) return;
  await db.alone('flex fields');
  const counts = await db.query<{ record_type: string; count: number }>(sql`
    SELECT record_type, count(*) FROM flex_field_definitions
    WHERE organization_id = ${db.actor.organization_id} GROUP BY record_type`);
  const fields = new Map(counts.map(({ record_type, count }) => [record_type, count]));
  for (const row of joining) {
    const record_type = row.after('record_type')!;
    const count = (fields.get(record_type) ?? 0) + 1;
    fields.set(record_type, count);
    if (count > MOST_FIELDS)
      row.refuse('record_type', {
        code: COMMON.too_many,
        sentence: `A type of record has at most ${MOST_FIELDS} flex fields.`,
      });
  }
}

/** Refuses to change the nature of a field that a record has a value of (decision 84, flex fields in use). */
async function keepUsed(rows: RowOf<FlexFieldDefinition>[], { db }: WriteRun): Promise<void> {
  const changed = rows.filter(({ before, columns }) =>
    NATURE.some((field) => before && columns[field] !== undefined && columns[field] !== before[field]),
  );
  const used = await usedOf(
    db,
    changed.map(({ before }) => before!),
  );
  for (const row of changed)
    if (used.has(row.before!.id))
      row.conflict('value_type', { code: COMMON.in_use, sentence: inUse(row.before!) });
}

/** The ids of those definitions that a record has a value of. */
export async function usedOf(db: Db, definitions: Definition[]): Promise<Set<number>> {
  const used = new Set<number>();
  for (const type of FLEX_RECORD_TYPES) {
    const ofType = definitions.filter(({ record_type }) => record_type === type);
    if (!ofType.length) continue;
    const rows = await db.query<{ id: number }>(sql`
      SELECT d.id FROM unnest(${ofType.map(({ id }) => id)}::bigint[], ${ofType.map((each) => each.canonical_name)}::text[])
        AS d(id, canonical_name)
      WHERE EXISTS (SELECT FROM ${raw(`${type}s`)} t
        WHERE t.organization_id = ${db.actor.organization_id} AND t.flex_fields ? d.canonical_name)`);
    for (const { id } of rows) used.add(id);
  }
  return used;
}

/** The sentence that refuses a change to a field in use. */
export function inUse({ record_type }: Definition): string {
  return `A ${record_type.replaceAll('_', ' ')} has a value of this field: its type and name stay, and it cannot be deleted.`;
}
