import sql, { join, raw, type Sql } from 'sql-template-tag';
import { STAY } from '../../cargo/stays/container-stay.write';
import { In } from '../../common/input/in';
import { groupBy } from '../../common/group-by';
import type { FieldMap } from '../../common/write/field-map';
import { joinKey, type Lookup, lookupOf } from '../../common/write/lookups';
import type { Place } from '../../common/write/write-run';
import { VISIT, VisitReference } from '../../gate/visits/truck-visit.write';
import { SUBJECT_TYPES, type SubjectType } from '../tariffs/measures';
import { SUBJECT_COLUMNS } from './charge-words';

/** The record that a charge is for, as files name it: by one of these fields. */
export class SubjectLine extends VisitReference {
  @In.text() container?: string | null;
  /** The number of the stay of the container. */
  @In.int({ min: 1 }) stay?: number | null;
  @In.text() voyage?: string | null;
  @In.text() appointment?: string | null;
  @In.text() packing_list_item?: string | null;
  @In.text() service_order?: string | null;
  @In.text() vehicle?: string | null;
  @In.text() breakbulk?: string | null;
}

/** How the records of each type are found. */
const RECORDS: Record<SubjectType, Lookup> = {
  container_stay: STAY,
  voyage: lookupOf('voyages', 'number'),
  truck_visit: VISIT,
  appointment: lookupOf('appointments', 'number'),
  packing_list_item: lookupOf('packing_list_items', 'reference_number'),
  service_order: lookupOf('service_orders', 'number'),
  vehicle: lookupOf('vehicles', 'vin_number'),
  breakbulk: lookupOf('breakbulks', 'reference_number'),
};
const CONTAINER = lookupOf('containers', 'number');

/** The same records by their rows of `charge_subjects`. */
const SUBJECTS = Object.fromEntries(
  SUBJECT_TYPES.map((type) => [
    type,
    {
      ...RECORDS[type],
      find: (organization_id: number, keys: string[]) => sql`
        SELECT k.key, s.id FROM (${RECORDS[type].find(organization_id, keys)}) k(key, id)
        JOIN charge_subjects s ON s.organization_id = ${organization_id}
          AND ${raw(`s.${SUBJECT_COLUMNS[type]}`)} = k.id`,
    },
  ]),
) as Record<SubjectType, Lookup>;

interface Named {
  type: SubjectType;
  named: unknown;
  /** The key of the record. */
  key: string;
}

/** Which record a line names; undefined for none. */
function namedIn(line: SubjectLine): Named | undefined {
  const type = SUBJECT_TYPES.find((each) => line[each === 'container_stay' ? 'container' : each]);
  if (!type) return undefined;
  const named = type === 'container_stay' ? [CONTAINER.keyOf(line.container), line.stay ?? 1] : line[type];
  return { type, named, key: RECORDS[type].keyOf(named) };
}

/** Where a charge is among all: by its subject, then by its number in it. */
export const placeOf = (line: SubjectLine, number: number): Place => {
  const { type, key } = namedIn(line) ?? { type: '', key: '' };
  return [joinKey(type, key), number];
};

/** SQL: the record of a row `u` of charge_subjects as files name it. */
const NAMED = `CASE ${SUBJECT_TYPES.map((type) => {
  const column = `u.${SUBJECT_COLUMNS[type]}`;
  const name = RECORDS[type].name(column).replaceAll('t.organization_id', 'u.organization_id');
  const fields =
    type === 'container_stay'
      ? `'container', (SELECT n.number FROM container_stays y
          JOIN containers n ON n.organization_id = y.organization_id AND n.id = y.container_id
          WHERE y.organization_id = u.organization_id AND y.id = ${column}), 'stay', ${name}`
      : `'${type}', ${name}`;
  return `WHEN ${column} IS NOT NULL THEN json_build_object(${fields})`;
}).join(' ')} END`;

/** SQL: the subject with an id as files name it. */
const subjectNamed = (id: string) => `(
  SELECT ${NAMED} FROM charge_subjects u WHERE u.organization_id = t.organization_id AND u.id = ${id})`;

/** The subject of a charge. Records that were not charged before get a row of `charge_subjects`. */
export const subjectReference: FieldMap = {
  columns: ['subject_id'],
  kinds: Object.values(RECORDS).map(({ kind }) => kind),
  value: () => subjectNamed('t.subject_id'),
  put: (row, value) => {
    const found = namedIn(value ?? {});
    if (!found) row.invalid('subject', 'is required');
    else row.want('subject', SUBJECTS[found.type], found.named, (id) => row.set('subject_id', id));
  },
  prepare: async (rows, { db }) => {
    const named = rows.flatMap(({ values }) => namedIn((values.subject ?? {}) as SubjectLine) ?? []);
    for (const type of SUBJECT_TYPES) {
      const keys = named.filter((each) => each.type === type).map(({ key }) => key);
      if (keys.length) await db.query(missing(db.actor.organization_id, type, [...new Set(keys)]));
    }
  },
};

/** SQL: makes the rows of subjects that have none. */
function missing(organization_id: number, type: SubjectType, keys: string[]): Sql {
  const column = raw(SUBJECT_COLUMNS[type]);
  return sql`
    INSERT INTO charge_subjects (organization_id, ${column})
    SELECT ${organization_id}::bigint, k.id FROM (${RECORDS[type].find(organization_id, keys)}) k(key, id)
    WHERE k.id IS NOT NULL ON CONFLICT DO NOTHING`;
}

/** A charge by its subject and its number in it, as another charge names it. */
export const CHARGE: Lookup = {
  kind: 'charges',
  what: 'Charge',
  keyOf: (named) => {
    const { subject, number } = named as { subject: SubjectLine; number: number };
    const { type, key } = namedIn(subject) ?? { type: 'voyage', key: '' };
    return joinKey(type, key, number);
  },
  find: (organization_id, keys) => {
    const parts = keys.map((key) => ({ key, of: JSON.parse(key) as [SubjectType, string, number] }));
    const each = [...groupBy(parts, ({ of: [type] }) => type)].map(([type, those]) => {
      const records = SUBJECTS[type].find(organization_id, [...new Set(those.map(({ of }) => of[1]))]);
      const requested = those.map(({ key, of: [, record, number] }) => ({ key, record, number }));
      return sql`
        SELECT a.key, c.id
        FROM json_to_recordset(${JSON.stringify(requested)}::json) AS a(key text, record text, number integer)
        JOIN (${records}) s(key, id) ON s.key = a.record
        JOIN charges c ON c.organization_id = ${organization_id} AND c.subject_id = s.id AND c.number = a.number`;
    });
    return join(each, ' UNION ALL ');
  },
  name: (column) => `(SELECT json_build_object('subject', ${subjectNamed('c.subject_id')}, 'number', c.number)
    FROM charges c WHERE c.organization_id = t.organization_id AND c.id = ${column})`,
  unknown: (key) => `${(JSON.parse(key) as unknown[])[2] as number} is unknown`,
};
