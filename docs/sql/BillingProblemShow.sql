SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT CASE WHEN s.stay_id IS NOT NULL THEN 'container_stay' WHEN s.voyage_id IS NOT NULL THEN 'voyage' WHEN s.truck_visit_id IS NOT NULL THEN 'truck_visit' WHEN s.appointment_id IS NOT NULL THEN 'appointment' WHEN s.packing_list_item_id IS NOT NULL THEN 'packing_list_item' WHEN s.service_order_id IS NOT NULL THEN 'service_order' WHEN s.vehicle_id IS NOT NULL THEN 'vehicle' WHEN s.breakbulk_id IS NOT NULL THEN 'breakbulk' END AS "type",
          coalesce(s.stay_id, s.voyage_id, s.truck_visit_id, s.appointment_id, s.packing_list_item_id, s.service_order_id, s.vehicle_id, s.breakbulk_id) AS "id",
          coalesce((
            SELECT c.number
            FROM container_stays r
            JOIN containers c ON c.organization_id = r.organization_id AND c.id = r.container_id
            WHERE r.organization_id = s.organization_id AND r.id = s.stay_id
          ), (
            SELECT r.number
            FROM voyages r
            WHERE r.organization_id = s.organization_id AND r.id = s.voyage_id
          ), s.truck_visit_id::text, (
            SELECT r.number
            FROM appointments r
            WHERE r.organization_id = s.organization_id AND r.id = s.appointment_id
          ), (
            SELECT r.reference_number
            FROM packing_list_items r
            WHERE r.organization_id = s.organization_id AND r.id = s.packing_list_item_id
          ), (
            SELECT r.number
            FROM service_orders r
            WHERE r.organization_id = s.organization_id AND r.id = s.service_order_id
          ), (
            SELECT r.vin_number
            FROM vehicles r
            WHERE r.organization_id = s.organization_id AND r.id = s.vehicle_id
          ), (
            SELECT r.reference_number
            FROM breakbulks r
            WHERE r.organization_id = s.organization_id AND r.id = s.breakbulk_id
          )) AS "key"
        ) o
      )
      FROM charge_subjects s
      WHERE s.organization_id = t."organization_id" AND s.id = t."subject_id"
    ) AS "subject",
    ((
      SELECT t_charge_code."code"
      FROM charge_codes t_charge_code
      WHERE t."organization_id" = t_charge_code."organization_id" AND t."charge_code_id" = t_charge_code."id"
    )) AS "charge_code",
    t."code" AS "code",
    t."sentence" AS "sentence"
  ) f
)
FROM billing_problems t
