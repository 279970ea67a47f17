import { inForce } from './applied-hold';

/**
 * SQL: the bills of what travels in a container: of packing list items that were not taken out, and of vehicles and
 * breakbulk. They hold the container as its own bills do (decision 157).
 */
export const BILLS_OF_CONTENTS = (organization_id: string, container_id: string, stay_id: string) => `
  SELECT i.bill_of_lading_id FROM packing_list_items i
  WHERE i.organization_id = ${organization_id} AND i.container_id = ${container_id} AND NOT i.has_been_stripped
    AND i.stay_id IS NOT DISTINCT FROM ${stay_id}
  UNION ALL
  SELECT l.bill_of_lading_id FROM vehicles v
  JOIN vehicle_bills l ON l.organization_id = v.organization_id AND l.vehicle_id = v.id
  WHERE v.organization_id = ${organization_id} AND v.current_location_type = 'Container'
    AND v.current_location_id = ${container_id}
  UNION ALL
  SELECT k.bill_of_lading_id FROM breakbulks k
  WHERE k.organization_id = ${organization_id} AND k.current_location_type = 'Container'
    AND k.current_location_id = ${container_id}`;

/**
 * SQL: how many holds keep a container from leaving now: those of its present stay, or waiting for one, those of the
 * bills of lading that it is on in it, and those of the bills of what is in it (decisions 46, 48, 157 and 170).
 */
export const UNLIFTED_HOLDS = (of: (column: string) => string) => `(
  (SELECT count(*) FROM container_holds h
   WHERE h.organization_id = ${of('organization_id')} AND h.container_id = ${of('id')}
     AND (h.stay_id = ${of('stay_id')} OR h.stay_id IS NULL) AND ${inForce('h')})
  +
  (SELECT count(*) FROM (
     SELECT b.bill_of_lading_id FROM container_bills b
     WHERE b.organization_id = ${of('organization_id')} AND b.stay_id = ${of('stay_id')}
     UNION
     (${BILLS_OF_CONTENTS(of('organization_id'), of('id'), of('stay_id'))})) b
   JOIN bill_of_lading_holds h ON h.organization_id = ${of('organization_id')}
     AND h.bill_of_lading_id = b.bill_of_lading_id AND ${inForce('h')}))`;
