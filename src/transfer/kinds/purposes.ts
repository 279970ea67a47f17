import sql from 'sql-template-tag';
import { meetsIso6346 } from '../../common/iso-6346';
import {
  CreatePurpose,
  CreatePurposeCargo,
  CreatePurposeInterchange,
} from '../../gate/announcements/purpose.dto';
import { Purpose } from '../../gate/announcements/purpose.entity';
import { fromKilograms, missingFields, plainPurpose, sealsOf } from '../../gate/announcements/purpose.rules';
import { FieldMap, reference, TableRow } from '../field-map';
import type { ImportRun } from '../import-run';
import { lookupOf } from '../lookups';
import { parts } from '../parts';
import { TableKind } from '../table-kind';

/** What a purpose names of its cargo, and the column of each. */
const REFERENCES = {
  container_number: { column: 'container_id', lookup: lookupOf('containers', 'number') },
  container_type: { column: 'container_type_id', lookup: lookupOf('container_types', 'code') },
  shipping_line: { column: 'shipping_line_id', lookup: lookupOf('shipping_lines', 'code') },
  chassis_number: { column: 'chassis_id', lookup: lookupOf('chassis', 'number') },
} as const;
const FIELDS = Object.keys(REFERENCES) as (keyof typeof REFERENCES)[];

const plain = ({ line }: TableRow) => plainPurpose(Object.assign(new CreatePurpose(), line.values));

const cargo: FieldMap = {
  columns: [
    ...['cargo_type', 'container_status', 'container_usage', 'goods', 'weight'],
    ...FIELDS.map((field) => REFERENCES[field].column),
  ],
  kinds: FIELDS.map((field) => REFERENCES[field].lookup.kind),
  value: () => {
    const names = FIELDS.map(
      (field) => `'${field}', ${REFERENCES[field].lookup.name(`t.${REFERENCES[field].column}`)}`,
    );
    return `json_build_object('cargo_type', t.cargo_type, ${names.join(', ')},
      'container_status', t.container_status, 'container_usage', t.container_usage, 'goods', t.goods,
      'weight', trim_scale(t.weight))`;
  },
  put: (row, value) => {
    const { container_usage = null, goods = null, weight = null } = value as CreatePurposeCargo;
    const purpose = plain(row);
    const { cargo_type, container_status = null } = purpose;
    Object.assign(row.columns, { cargo_type, container_status, container_usage, goods, weight });
    for (const field of FIELDS) {
      const { column, lookup } = REFERENCES[field];
      row.columns[column] = null;
      const key = purpose[field];
      if (key) row.want(`cargo.${field}`, lookup, key, ({ columns }, id) => (columns[column] = id));
    }
  },
  prepare: async (rows, run) => {
    for (const row of rows)
      for (const [field, [reason]] of Object.entries(missingFields(plain(row), 'purpose', run.db.actor)))
        row.line.refuse(field.replace('purpose.', ''), reason!);
    await makeKnown(rows, run);
  },
};

/** A container that is dropped off becomes known (decision 40); one that is known stays as it is. */
async function makeKnown(rows: TableRow[], { db }: ImportRun): Promise<void> {
  const { organization_id, weight_unit } = db.actor;
  const dropped = rows.flatMap((row) => {
    const { purpose_type, container_number: number, ...rest } = plain(row);
    if (purpose_type !== 'drop off' || !number) return [];
    const { container_usage, goods, weight } = row.line.values.cargo as CreatePurposeCargo;
    const converted = weight && fromKilograms(weight, weight_unit);
    return [{ ...rest, number, meets: meetsIso6346(number), container_usage, goods, weight: converted }];
  });
  if (!dropped.length) return;
  await db.query(sql`
    INSERT INTO containers (organization_id, number, meets_iso_standards, container_type_id, shipping_line_id,
      booking_id, container_status, usage, goods, weight)
    SELECT ${organization_id}::bigint, r.number, r.meets, y.id, l.id, b.id, r.container_status, r.container_usage,
      r.goods, r.weight
    FROM json_to_recordset(${JSON.stringify(dropped)}::json) AS r(number text, meets boolean, container_type text,
      shipping_line text, booking text, container_status text, container_usage text, goods text, weight numeric)
    JOIN container_types y ON y.organization_id = ${organization_id} AND y.code = r.container_type
    JOIN shipping_lines l ON l.organization_id = ${organization_id} AND l.code = r.shipping_line
    LEFT JOIN bookings b ON b.organization_id = ${organization_id} AND b.number = r.booking
    ORDER BY r.number
    ON CONFLICT DO NOTHING`);
}

const interchange: FieldMap = {
  columns: ['seals', 'interchange_weight'],
  value: () => `json_build_object('seals', nullif(array_to_string(t.seals, ','), ''),
    'weight', trim_scale(t.interchange_weight))`,
  put: ({ columns }, value) => {
    const { seals, weight = null } = (value ?? {}) as CreatePurposeInterchange;
    Object.assign(columns, { seals: sealsOf(seals), interchange_weight: weight });
  },
};

/** What a truck comes for, as its pre-advice or appointment says it. */
export function purposes(owner: 'pre_advice_id' | 'appointment_id'): FieldMap {
  const kind = new TableKind({
    entity: Purpose,
    input: [CreatePurpose],
    key: ['cargo'],
    match: [owner, 'position'],
    internal: [owner, 'position'],
    maps: {
      purpose_type: {
        columns: ['purpose_type'],
        value: () => 't.purpose_type',
        put: (row) => (row.columns.purpose_type = plain(row).purpose_type),
      },
      cargo,
      booking: reference('booking', lookupOf('bookings', 'number')),
      delivery_order: reference('delivery_order', lookupOf('delivery_orders', 'number')),
      interchange,
    },
  });
  return parts('purposes', kind, owner, 'position');
}
