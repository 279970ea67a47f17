import sql, { join, raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { all, effect, type Query, rows } from '../../common/database/sql/query';
import { groupBy } from '../../common/group-by';
import type { SubjectKey } from '../facts/subject-facts';
import type { SubjectType } from '../tariffs/measures';
import { SUBJECT_COLUMNS } from './charge-words';

/** A row of `charge_subjects`, locked, with what charging asks beside it. */
export interface LockedSubject extends SubjectKey {
  subject_id: number;
  charged_through: string | null;
  /** Whether the organization takes back units that were charged ahead and not used. */
  refunds: boolean;
}

/** SQL: the type of the record of a row `s` of charge_subjects, and its id. */
export const SUBJECT_TYPE = `CASE ${Object.entries(SUBJECT_COLUMNS)
  .map(([type, column]) => `WHEN s.${column} IS NOT NULL THEN '${type}'`)
  .join(' ')} END`;
export const RECORD_ID = `coalesce(${Object.values(SUBJECT_COLUMNS)
  .map((column) => `s.${column}`)
  .join(', ')})`;

/** The ids of the records, by the type of the subjects. */
function byType(keys: readonly SubjectKey[]): [SubjectType, number[]][] {
  return [...groupBy(keys, ({ type }) => type)].map(([type, those]) => [type, those.map(({ id }) => id)]);
}

/** Makes the rows of subjects that have none; records that are not there any more get none. */
export function addSubjects({ actor: { organization_id } }: Db, keys: readonly SubjectKey[]): Query<unknown> {
  return all(
    ...byType(keys).map(([type, ids]) => {
      const { table, column } = { table: TABLES[type], column: raw(SUBJECT_COLUMNS[type]) };
      return effect(sql`
        INSERT INTO charge_subjects (organization_id, ${column})
        SELECT r.organization_id, r.id FROM ${raw(table)} r
        WHERE r.organization_id = ${organization_id} AND ${among('r.id', ids)} AND NOT EXISTS (
          SELECT FROM charge_subjects s WHERE s.organization_id = r.organization_id AND s.${column} = r.id)
        ORDER BY r.id
        ON CONFLICT DO NOTHING`);
    }),
  );
}

const TABLES: Record<SubjectType, string> = {
  container_stay: 'container_stays',
  voyage: 'voyages',
  truck_visit: 'truck_visits',
  appointment: 'appointments',
  packing_list_item: 'packing_list_items',
  service_order: 'service_orders',
  vehicle: 'vehicles',
  breakbulk: 'breakbulks',
};

/** Locks the rows of subjects in order of their ids, as everybody does who charges them. */
export function lockSubjects(
  { actor: { organization_id } }: Db,
  keys: readonly SubjectKey[],
): Query<LockedSubject[]> {
  const those = byType(keys).map(([type, ids]) => among(`s.${SUBJECT_COLUMNS[type]}`, ids));
  return rows<LockedSubject>(sql`
    SELECT s.id AS subject_id, ${raw(SUBJECT_TYPE)} AS type, ${raw(RECORD_ID)} AS id, s.charged_through::text,
      coalesce((SELECT p.refunds_unused_units FROM billing_profiles p WHERE p.organization_id = s.organization_id), true)
        AS refunds
    FROM charge_subjects s
    WHERE s.organization_id = ${organization_id} AND (${join(those, ' OR ')})
    ORDER BY s.id FOR UPDATE OF s`);
}
