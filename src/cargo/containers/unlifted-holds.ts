/** In a form that the index of standing holds serves: a comparison that is null is as good as false here. */
const IN_FORCE = '(h.lifted_at IS NULL OR h.lifted_until <= now())';

/**
 * SQL: how many holds keep a container from leaving now, its own and those of its bills of lading
 * (decisions 46 and 48). Written on the tables, since the holds domain builds on this one.
 */
export const UNLIFTED_HOLDS = (of: (column: string) => string) => `(
  (SELECT count(*) FROM container_holds h
   WHERE h.organization_id = ${of('organization_id')} AND h.container_id = ${of('id')}
     AND ${IN_FORCE})
  +
  (SELECT count(*) FROM container_bills b
   JOIN bill_of_lading_holds h ON h.organization_id = b.organization_id AND h.bill_of_lading_id = b.bill_of_lading_id
   WHERE b.organization_id = ${of('organization_id')} AND b.container_id = ${of('id')}
     AND ${IN_FORCE}))`;
