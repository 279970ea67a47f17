SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."advice_number" AS "advice_number",
    (t_truck."license_plate") AS "truck",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck_driver."id" AS "id",
          (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "fullname",
          t_truck_driver."license_number" AS "license_number",
          t_truck_driver."twic" AS "twic",
          t_truck_driver."number" AS "number",
          t_truck_driver."active" AS "active",
          t_truck_driver."date_of_birth"::text AS "date_of_birth",
          t_truck_driver."telephone_number" AS "telephone_number",
          t_truck_driver."email" AS "email",
          t_truck_driver."remarks" AS "remarks",
          (coalesce(nullif(t_truck_driver_trucking_company."name", ''), t_truck_driver_trucking_company."code")) AS "trucking_company",
          t_truck_driver."allowed_until"::text AS "allowed_until",
          to_char(t_truck_driver."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
          to_char(t_truck_driver."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
          FROM (
            SELECT
          ) one
          LEFT
          JOIN trucking_companies t_truck_driver_trucking_company ON t_truck_driver."organization_id" = t_truck_driver_trucking_company."organization_id" AND t_truck_driver."trucking_company_id" = t_truck_driver_trucking_company."id"
        ) f
      )
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ) AS "truck_driver",
    t."comments" AS "comments",
    to_char(t."expected_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expected_at",
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
      WHERE t_purposes."organization_id" = t."organization_id" AND t_purposes."pre_advice_id" = t."id"
    ) AS "purposes",
    t."id" AS "id",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.name AS "name",
          c.code AS "code"
        ) o
      )
      FROM trucking_companies c
      WHERE c.organization_id = t."organization_id" AND c.id = coalesce(t."trucking_company_id", t_truck."trucking_company_id", (
        SELECT t_truck_driver."trucking_company_id"
        FROM truck_drivers t_truck_driver
        WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
      ))
    ) AS "trucking_company",
    to_char(t."used_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "used_at",
    (CASE WHEN t."used_at" IS NOT NULL THEN (
      SELECT max(v.id)
      FROM truck_visits v
      WHERE v.organization_id = t."organization_id" AND v.pre_advice_id = t."id"
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
          WHERE v.organization_id = t."organization_id" AND v.pre_advice_id = t."id"
        ) END AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "truck_visit",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN trucks t_truck ON t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
  ) f
)
FROM pre_advices t
