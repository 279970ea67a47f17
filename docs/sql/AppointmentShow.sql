SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t."truck_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."truck_id" AS "id",
        t_truck."license_plate" AS "license_plate"
      ) o
    ) END AS "truck",
    CASE WHEN t."truck_driver_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."truck_driver_id" AS "id",
        t_truck_driver."license_number" AS "license_number",
        nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '') AS "fullname"
      ) o
    ) END AS "truck_driver",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.code AS "code",
          c.name AS "name"
        ) o
      )
      FROM trucking_companies c
      WHERE c.organization_id = t."organization_id" AND c.id = coalesce(t."trucking_company_id", t_truck."trucking_company_id", t_truck_driver."trucking_company_id")
    ) AS "trucking_company",
    to_char(t."expected_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expected_at",
    to_char(t."starts_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "starts_at",
    to_char(t."ends_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "ends_at",
    CASE WHEN t."terminal_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."terminal_id" AS "id",
        (
          SELECT t_terminal."name"
          FROM terminals t_terminal
          WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id"
        ) AS "name"
      ) o
    ) END AS "terminal",
    CASE WHEN t."gate_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."gate_id" AS "id",
        (
          SELECT t_gate."name"
          FROM gates t_gate
          WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id"
        ) AS "name"
      ) o
    ) END AS "gate",
    (CASE WHEN t."cancelled_at" IS NOT NULL THEN 'cancelled' WHEN t."used_at" IS NOT NULL THEN CASE WHEN EXISTS (
      SELECT
      FROM truck_visits v
      WHERE v.organization_id = t."organization_id" AND v.appointment_id = t."id" AND v.gated_out_at IS NULL
    ) THEN 'arrived' WHEN t."left_without_at" IS NOT NULL THEN 'left_without' ELSE 'completed' END WHEN t."missed_at" IS NOT NULL THEN 'missed' ELSE 'booked' END) AS "status",
    t."reschedule_reason" AS "reschedule_reason",
    t."cancel_reason" AS "cancel_reason",
    to_char(t."cancelled_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "cancelled_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_cancelled_by."id" AS "id",
          t_cancelled_by."email" AS "email",
          t_cancelled_by."firstname" AS "firstname",
          t_cancelled_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_cancelled_by."firstname", t_cancelled_by."lastname"), ''), t_cancelled_by."email")) AS "name"
        ) f
      )
      FROM users t_cancelled_by
      WHERE t."organization_id" = t_cancelled_by."organization_id" AND t."cancelled_by_id" = t_cancelled_by."id"
    ) AS "cancelled_by",
    to_char(t."used_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "used_at",
    (CASE WHEN t."used_at" IS NOT NULL THEN (
      SELECT max(v.id)
      FROM truck_visits v
      WHERE v.organization_id = t."organization_id" AND v.appointment_id = t."id"
    ) END) AS "truck_visit_id",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT CASE WHEN t."used_at" IS NOT NULL THEN (
          SELECT max(v.id)
          FROM truck_visits v
          WHERE v.organization_id = t."organization_id" AND v.appointment_id = t."id"
        ) END AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "truck_visit",
    t."comment" AS "comment",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_purposes."purpose_type" AS "purpose_type",
          (CASE t_purposes."cargo_type" WHEN 'container' THEN t_purposes_container."number" WHEN 'chassis' THEN t_purposes_chassis."number" ELSE t_purposes_delivery_order."number" END) AS "cargo",
          ((
            SELECT t_purposes_booking."number"
            FROM bookings t_purposes_booking
            WHERE t_purposes."organization_id" = t_purposes_booking."organization_id" AND t_purposes."booking_id" = t_purposes_booking."id"
          )) AS "booking",
          t_purposes."bill_of_lading" AS "bill_of_lading",
          (t_purposes_delivery_order."number") AS "delivery_order",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT nullif(array_to_string(t_purposes."seals", ','), '') AS "seals",
              trim_scale(t_purposes."interchange_weight") AS "weight"
            ) o
          ) AS "interchange",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT t_purposes."cargo_type" AS "cargo_type",
              t_purposes_container."number" AS "container_number",
              (
                SELECT t_purposes_container_type."code"
                FROM container_types t_purposes_container_type
                WHERE t_purposes."organization_id" = t_purposes_container_type."organization_id" AND t_purposes."container_type_id" = t_purposes_container_type."id"
              ) AS "container_type",
              t_purposes."container_status" AS "container_status",
              t_purposes."container_usage" AS "container_usage",
              (
                SELECT t_purposes_shipping_line."code"
                FROM shipping_lines t_purposes_shipping_line
                WHERE t_purposes."organization_id" = t_purposes_shipping_line."organization_id" AND t_purposes."shipping_line_id" = t_purposes_shipping_line."id"
              ) AS "shipping_line",
              t_purposes."goods" AS "goods",
              trim_scale(t_purposes."weight") AS "weight",
              t_purposes_chassis."number" AS "chassis_number"
            ) o
          ) AS "cargo_details"
          FROM (
            SELECT
          ) one
          LEFT
          JOIN containers t_purposes_container ON t_purposes."organization_id" = t_purposes_container."organization_id" AND t_purposes."container_id" = t_purposes_container."id"
          LEFT
          JOIN chassis t_purposes_chassis ON t_purposes."organization_id" = t_purposes_chassis."organization_id" AND t_purposes."chassis_id" = t_purposes_chassis."id"
          LEFT
          JOIN delivery_orders t_purposes_delivery_order ON t_purposes."organization_id" = t_purposes_delivery_order."organization_id" AND t_purposes."delivery_order_id" = t_purposes_delivery_order."id"
        ) f
      ) ORDER BY t_purposes."position")), '[]'::json)
      FROM purposes t_purposes
      WHERE t_purposes."organization_id" = t."organization_id" AND t_purposes."appointment_id" = t."id"
    ) AS "purposes",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN trucks t_truck ON t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    LEFT
    JOIN truck_drivers t_truck_driver ON t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
  ) f
)
FROM appointments t
