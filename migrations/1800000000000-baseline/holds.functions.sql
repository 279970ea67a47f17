-- How many holds of the containers that a container is in, and of their bills, keep it beside those of its own and of what
-- is in it: most containers are in no other, and whoever shows them does not ask.
CREATE FUNCTION outer_holds(organization bigint, container bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  WITH RECURSIVE outer_container(id, stay_id) AS (
    SELECT o.id, o.stay_id FROM containers c
    JOIN containers o ON o.organization_id = c.organization_id AND o.id = c.current_location_id
    WHERE c.organization_id = organization AND c.id = container AND c.current_location_type = 'Container'
    UNION
    SELECT o.id, o.stay_id FROM outer_container i
    JOIN containers c ON c.organization_id = organization AND c.id = i.id AND c.current_location_type = 'Container'
    JOIN containers o ON o.organization_id = c.organization_id AND o.id = c.current_location_id
  )
  SELECT (
    SELECT count(*) FROM outer_container o
    JOIN container_holds h ON h.organization_id = organization AND h.container_id = o.id
      AND (h.stay_id = o.stay_id OR h.stay_id IS NULL)
    WHERE h.lifted_at IS NULL OR h.lifted_until <= now()
  ) + (
    SELECT count(*) FROM (
      SELECT l.bill_of_lading_id FROM outer_container o
      JOIN container_bills l ON l.organization_id = organization AND l.stay_id = o.stay_id
      EXCEPT SELECT l.bill_of_lading_id FROM containers c
      JOIN container_bills l ON l.organization_id = c.organization_id AND l.stay_id = c.stay_id
      WHERE c.organization_id = organization AND c.id = container
      EXCEPT SELECT i.bill_of_lading_id FROM containers c
      JOIN packing_list_items i ON i.organization_id = c.organization_id AND i.container_id = c.id
        AND NOT i.has_been_stripped AND i.stay_id IS NOT DISTINCT FROM c.stay_id
      WHERE c.organization_id = organization AND c.id = container
      EXCEPT SELECT l.bill_of_lading_id FROM vehicles v
      JOIN vehicle_bills l ON l.organization_id = v.organization_id AND l.vehicle_id = v.id
      WHERE v.organization_id = organization AND v.current_location_id = container
        AND v.current_location_type = 'Container'
      EXCEPT SELECT k.bill_of_lading_id FROM breakbulks k
      WHERE k.organization_id = organization AND k.current_location_id = container
        AND k.current_location_type = 'Container'
    ) b
    JOIN bill_of_lading_holds h ON h.organization_id = organization AND h.bill_of_lading_id = b.bill_of_lading_id
    WHERE h.lifted_at IS NULL OR h.lifted_until <= now()
  )
$$;

CREATE VIEW all_holds AS
 SELECT container_holds.organization_id,
    container_holds.id,
    container_holds.id AS hold_id,
    container_holds.container_id,
    NULL::bigint AS bill_of_lading_id,
    container_holds.hold_type_id,
    container_holds.reference_number,
    container_holds.applied_at,
    container_holds.applied_by_id,
    container_holds.lifted_at,
    container_holds.lifted_until,
    container_holds.returned_at,
    container_holds.lifted_by_id,
    container_holds.notes,
    container_holds.created_at,
    container_holds.updated_at
   FROM container_holds
UNION ALL
 SELECT bill_of_lading_holds.organization_id,
    COALESCE(bill_of_lading_holds.list_id, bill_of_lading_holds.id) AS id,
    bill_of_lading_holds.id AS hold_id,
    NULL::bigint AS container_id,
    bill_of_lading_holds.bill_of_lading_id,
    bill_of_lading_holds.hold_type_id,
    bill_of_lading_holds.reference_number,
    bill_of_lading_holds.applied_at,
    bill_of_lading_holds.applied_by_id,
    bill_of_lading_holds.lifted_at,
    bill_of_lading_holds.lifted_until,
    bill_of_lading_holds.returned_at,
    bill_of_lading_holds.lifted_by_id,
    bill_of_lading_holds.notes,
    bill_of_lading_holds.created_at,
    bill_of_lading_holds.updated_at
   FROM bill_of_lading_holds;
