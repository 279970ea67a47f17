import { inForce } from './applied-hold';

/**
 * SQL: how many holds keep a container from leaving now, its own and those of its bills of lading
 * (decisions 46 and 48).
 */
export const UNLIFTED_HOLDS = (of: (column: string) => string) => `(
  (SELECT count(*) FROM container_holds h
   WHERE h.organization_id = ${of('organization_id')} AND h.container_id = ${of('id')}
     AND ${inForce('h')})
  +
  (SELECT count(*) FROM container_bills b
   JOIN bill_of_lading_holds h ON h.organization_id = b.organization_id AND h.bill_of_lading_id = b.bill_of_lading_id
   WHERE b.organization_id = ${of('organization_id')} AND b.container_id = ${of('id')}
     AND ${inForce('h')}))`;
