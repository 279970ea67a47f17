SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."type" AS "type",
    t."completed" AS "completed",
    (
      SELECT CASE WHEN k.is_reefer THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.number AS "number",
          CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
          coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
          CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status",
          CASE WHEN s.id IS NULL THEN c.operating_reefer ELSE s.operating_reefer END AS "operating_reefer",
          trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_temperature ELSE s.reefer_temperature END) AS "reefer_temperature",
          trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_set_point_temperature ELSE s.reefer_set_point_temperature END) AS "reefer_set_point_temperature",
          trim_scale(CASE WHEN s.id IS NULL THEN c.supply_temperature ELSE s.supply_temperature END) AS "supply_temperature"
        ) o
      ) ELSE (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.number AS "number",
          CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
          coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
          CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status"
        ) o
      ) END
      FROM containers c
      LEFT
      JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
      LEFT
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = t."stay_id" AND t."completed"
      WHERE c.organization_id = t."organization_id" AND c.id = t."container_id"
    ) AS "container",
    CASE WHEN t."chassis_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."chassis_id" AS "id",
        (
          SELECT t_chassis."number"
          FROM chassis t_chassis
          WHERE t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id"
        ) AS "number"
      ) o
    ) END AS "chassis",
    CASE WHEN t."genset_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."genset_id" AS "id",
        (
          SELECT t_genset."number"
          FROM gensets t_genset
          WHERE t."organization_id" = t_genset."organization_id" AND t."genset_id" = t_genset."id"
        ) AS "number"
      ) o
    ) END AS "genset",
    ((
      SELECT t_container."meets_iso_standards"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) AS "meets_iso_standards",
    t."other_terminal" AS "other_terminal",
    t."truck_visit_id" AS "truck_visit_id",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT t."truck_visit_id" AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "truck_visit",
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
          (
            SELECT row_to_json(o)
            FROM (
              SELECT nullif(array_to_string(t_purpose."seals", ','), '') AS "seals",
              trim_scale(t_purpose."interchange_weight") AS "weight"
            ) o
          ) AS "interchange",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT t_purpose."cargo_type" AS "cargo_type",
              t_purpose_container."number" AS "container_number",
              (
                SELECT t_purpose_container_type."code"
                FROM container_types t_purpose_container_type
                WHERE t_purpose."organization_id" = t_purpose_container_type."organization_id" AND t_purpose."container_type_id" = t_purpose_container_type."id"
              ) AS "container_type",
              t_purpose."container_status" AS "container_status",
              t_purpose."container_usage" AS "container_usage",
              (
                SELECT t_purpose_shipping_line."code"
                FROM shipping_lines t_purpose_shipping_line
                WHERE t_purpose."organization_id" = t_purpose_shipping_line."organization_id" AND t_purpose."shipping_line_id" = t_purpose_shipping_line."id"
              ) AS "shipping_line",
              t_purpose."goods" AS "goods",
              trim_scale(t_purpose."weight") AS "weight",
              t_purpose_chassis."number" AS "chassis_number"
            ) o
          ) AS "cargo_details"
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
