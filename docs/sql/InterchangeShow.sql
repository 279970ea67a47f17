SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."type" AS "type",
    t."completed" AS "completed",
    (
      SELECT CASE WHEN k.is_reefer THEN json_build_object('id', c.id, 'number', c.number, 'goods', CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END, 'container_type_label', coalesce(nullif(k.description, ''), k.code), 'container_status', CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END, 'operating_reefer', CASE WHEN s.id IS NULL THEN c.operating_reefer ELSE s.operating_reefer END, 'reefer_temperature', trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_temperature ELSE s.reefer_temperature END), 'reefer_set_point_temperature', trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_set_point_temperature ELSE s.reefer_set_point_temperature END), 'supply_temperature', trim_scale(CASE WHEN s.id IS NULL THEN c.supply_temperature ELSE s.supply_temperature END)) ELSE json_build_object('id', c.id, 'number', c.number, 'goods', CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END, 'container_type_label', coalesce(nullif(k.description, ''), k.code), 'container_status', CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END) END
      FROM containers c
      LEFT
      JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
      LEFT
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = t."stay_id" AND t."completed"
      WHERE c.organization_id = t."organization_id" AND c.id = t."container_id"
    ) AS "container",
    CASE WHEN t."chassis_id" IS NOT NULL THEN json_build_object('id', t."chassis_id", 'number', (
      SELECT t_chassis."number"
      FROM chassis t_chassis
      WHERE t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id"
    )) END AS "chassis",
    CASE WHEN t."genset_id" IS NOT NULL THEN json_build_object('id', t."genset_id", 'number', (
      SELECT t_genset."number"
      FROM gensets t_genset
      WHERE t."organization_id" = t_genset."organization_id" AND t."genset_id" = t_genset."id"
    )) END AS "genset",
    ((
      SELECT t_container."meets_iso_standards"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) AS "meets_iso_standards",
    t."other_terminal" AS "other_terminal",
    t."truck_visit_id" AS "truck_visit_id",
    to_char(t."completed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "completed_at",
    t."seals" AS "seals",
    trim_scale(t."weight"::numeric) AS "weight",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_purpose."purpose_type" AS "purpose_type",
          (CASE t_purpose."cargo_type" WHEN 'container' THEN t_purpose_container."number" WHEN 'chassis' THEN t_purpose_chassis."number" ELSE t_purpose_delivery_order."number" END) AS "cargo",
          ((
            SELECT t_purpose_booking."number"
            FROM bookings t_purpose_booking
            WHERE t_purpose."organization_id" = t_purpose_booking."organization_id" AND t_purpose."booking_id" = t_purpose_booking."id"
          )) AS "booking",
          t_purpose."bill_of_lading" AS "bill_of_lading",
          (t_purpose_delivery_order."number") AS "delivery_order",
          json_build_object('seals', nullif(array_to_string(t_purpose."seals", ','), ''), 'weight', trim_scale(t_purpose."interchange_weight")) AS "interchange",
          json_build_object('cargo_type', t_purpose."cargo_type", 'container_number', t_purpose_container."number", 'container_type', (
            SELECT t_purpose_container_type."code"
            FROM container_types t_purpose_container_type
            WHERE t_purpose."organization_id" = t_purpose_container_type."organization_id" AND t_purpose."container_type_id" = t_purpose_container_type."id"
          ), 'container_status', t_purpose."container_status", 'container_usage', t_purpose."container_usage", 'shipping_line', (
            SELECT t_purpose_shipping_line."code"
            FROM shipping_lines t_purpose_shipping_line
            WHERE t_purpose."organization_id" = t_purpose_shipping_line."organization_id" AND t_purpose."shipping_line_id" = t_purpose_shipping_line."id"
          ), 'goods', t_purpose."goods", 'weight', trim_scale(t_purpose."weight"), 'chassis_number', t_purpose_chassis."number") AS "cargo_details"
          FROM (
            SELECT
          ) one
          LEFT
          JOIN containers t_purpose_container ON t_purpose."organization_id" = t_purpose_container."organization_id" AND t_purpose."container_id" = t_purpose_container."id"
          LEFT
          JOIN chassis t_purpose_chassis ON t_purpose."organization_id" = t_purpose_chassis."organization_id" AND t_purpose."chassis_id" = t_purpose_chassis."id"
          LEFT
          JOIN delivery_orders t_purpose_delivery_order ON t_purpose."organization_id" = t_purpose_delivery_order."organization_id" AND t_purpose."delivery_order_id" = t_purpose_delivery_order."id"
        ) f
      )
      FROM purposes t_purpose
      WHERE t."organization_id" = t_purpose."organization_id" AND t."purpose_id" = t_purpose."id"
    ) AS "purpose",
    to_char(t."reversed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "reversed_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_reversed_by."id" AS "id",
          t_reversed_by."email" AS "email",
          t_reversed_by."firstname" AS "firstname",
          t_reversed_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_reversed_by."firstname", t_reversed_by."lastname"), ''), t_reversed_by."email")) AS "name"
        ) f
      )
      FROM users t_reversed_by
      WHERE t."organization_id" = t_reversed_by."organization_id" AND t."reversed_by_id" = t_reversed_by."id"
    ) AS "reversed_by",
    t."reverse_reason" AS "reverse_reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM interchanges t
