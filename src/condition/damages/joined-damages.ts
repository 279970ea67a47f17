import sql, { type Sql } from 'sql-template-tag';
import { all, effect, type Query } from '../../common/database/sql/query';

/**
 * What comes before the damages and inspections of one record of a container become those of another: they are counted on
 * behind those of both records, because a unique number is checked row by row while they are counted. An open damage that the
 * other has as well is one more, and files are about the other.
 */
export function joinDamages(organization_id: number, gone: number, kept: number): Query<unknown> {
  const both = sql`(${gone}::bigint, ${kept}::bigint)`;
  const lastOf = (table: Sql) => sql`(
    SELECT coalesce(max(o.sequence), 0) FROM ${table} o
    WHERE o.organization_id = ${organization_id} AND o.container_id IN ${both})`;
  return all(
    effect(sql`
      UPDATE inspections i SET known = coalesce((
        SELECT jsonb_agg(n::integer + ${lastOf(sql`container_damages`)} ORDER BY n::integer)
        FROM jsonb_array_elements(i.known) n), '[]'::jsonb)
      WHERE i.organization_id = ${organization_id} AND i.container_id = ${gone}`),
    effect(sql`
      UPDATE inspections i SET sequence = i.sequence + ${lastOf(sql`inspections`)}
      WHERE i.organization_id = ${organization_id} AND i.container_id = ${gone}`),
    effect(sql`
      UPDATE container_damages d SET again = d.again OR EXISTS (
          SELECT FROM container_damages o
          WHERE o.organization_id = ${organization_id} AND o.container_id = ${kept} AND o.status = 'open'
            AND o.damage_type_id = d.damage_type_id AND o.component_id = d.component_id AND o.location = d.location),
        sequence = d.sequence + ${lastOf(sql`container_damages`)}
      WHERE d.organization_id = ${organization_id} AND d.container_id = ${gone}`),
    effect(sql`
      UPDATE files f SET about = ${`container ${kept}`}
      WHERE f.organization_id = ${organization_id} AND f.about = ${`container ${gone}`} AND f.id IN (
        SELECT l.file_id FROM container_damages d
        JOIN damage_files l ON l.organization_id = d.organization_id AND l.damage_id = d.id
        WHERE d.organization_id = ${organization_id} AND d.container_id = ${gone}
        UNION ALL
        SELECT l.file_id FROM inspections i
        JOIN inspection_files l ON l.organization_id = i.organization_id AND l.inspection_id = i.id
        WHERE i.organization_id = ${organization_id} AND i.container_id = ${gone})`),
  );
}
