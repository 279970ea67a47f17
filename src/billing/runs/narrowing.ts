import sql, { type Sql } from 'sql-template-tag';
import type { SubjectType } from '../tariffs/measures';

/** What a run is narrowed to; null does not narrow. */
export interface Narrowing {
  organization_id: number;
  shipping_line_id: number | null;
  voyage_id: number | null;
  charge_code_ids: number[];
}

/** Whether a run looks at some of what is marked alone, so that marks stay for the next full one. */
export const isNarrowed = ({ shipping_line_id, voyage_id, charge_code_ids }: Narrowing): boolean =>
  shipping_line_id !== null || voyage_id !== null || charge_code_ids.length > 0;

/** SQL: the condition on stays `s` that a run is narrowed to. */
export function ofStays({ shipping_line_id, voyage_id }: Narrowing): Sql {
  return sql`(${shipping_line_id}::bigint IS NULL OR s.shipping_line_id = ${shipping_line_id}::bigint)
    AND (${voyage_id}::bigint IS NULL OR ${voyage_id}::bigint IN (s.arrived_by_voyage_id, s.departed_by_voyage_id))`;
}

/** SQL: whether the record that the mark `m` of this type names is one that a run is narrowed to. */
export function isWanted(type: SubjectType, run: Narrowing): Sql {
  const { organization_id, shipping_line_id: line, voyage_id: voyage } = run;
  if (line === null && voyage === null) return sql`true`;
  switch (type) {
    case 'container_stay':
      return sql`EXISTS (SELECT FROM container_stays s
        WHERE s.organization_id = ${organization_id} AND s.id = m.record_id AND ${ofStays(run)})`;
    case 'packing_list_item':
      return sql`EXISTS (SELECT FROM packing_list_items i
        JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id
        WHERE i.organization_id = ${organization_id} AND i.id = m.record_id AND ${ofStays(run)})`;
    case 'service_order':
      return sql`EXISTS (SELECT FROM service_orders o
        LEFT JOIN container_stays s ON s.organization_id = o.organization_id AND s.id = o.stay_id
        WHERE o.organization_id = ${organization_id} AND o.id = m.record_id
          AND (s.id IS NOT NULL AND ${ofStays(run)} OR ${line}::bigint IS NULL AND o.voyage_id = ${voyage}::bigint))`;
    case 'vehicle':
      return sql`EXISTS (SELECT FROM vehicles v WHERE v.organization_id = ${organization_id} AND v.id = m.record_id
        AND (${line}::bigint IS NULL OR v.shipping_line_id = ${line}::bigint)
        AND (${voyage}::bigint IS NULL OR ${voyage}::bigint IN (v.arrival_voyage_id, v.departure_voyage_id)))`;
    case 'breakbulk':
      return sql`EXISTS (SELECT FROM breakbulks k
        JOIN bill_of_ladings b ON b.organization_id = k.organization_id AND b.id = k.bill_of_lading_id
        JOIN manifests f ON f.organization_id = b.organization_id AND f.id = b.manifest_id
        WHERE k.organization_id = ${organization_id} AND k.id = m.record_id
          AND (${line}::bigint IS NULL OR f.shipping_line_id = ${line}::bigint)
          AND (${voyage}::bigint IS NULL OR f.voyage_id = ${voyage}::bigint))`;
    case 'voyage':
      return line === null ? sql`m.record_id = ${voyage}` : sql`false`;
    default:
      return sql`false`;
  }
}
