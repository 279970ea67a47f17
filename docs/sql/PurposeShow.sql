SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."purpose_type" AS "purpose_type",
    (CASE t."cargo_type" WHEN 'container' THEN t_container."number" WHEN 'chassis' THEN t_chassis."number" ELSE t_delivery_order."number" END) AS "cargo",
    ((
      SELECT t_booking."number"
      FROM bookings t_booking
      WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id"
    )) AS "booking",
    t."bill_of_lading" AS "bill_of_lading",
    (t_delivery_order."number") AS "delivery_order",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT nullif(array_to_string(t."seals", ','), '') AS "seals",
        trim_scale(t."interchange_weight") AS "weight"
      ) o
    ) AS "interchange",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT t."cargo_type" AS "cargo_type",
        t_container."number" AS "container_number",
        (
          SELECT t_container_type."code"
          FROM container_types t_container_type
          WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
        ) AS "container_type",
        t."container_status" AS "container_status",
        t."container_usage" AS "container_usage",
        (
          SELECT t_shipping_line."code"
          FROM shipping_lines t_shipping_line
          WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
        ) AS "shipping_line",
        t."goods" AS "goods",
        trim_scale(t."weight") AS "weight",
        t_chassis."number" AS "chassis_number"
      ) o
    ) AS "cargo_details"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    LEFT
    JOIN chassis t_chassis ON t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id"
    LEFT
    JOIN delivery_orders t_delivery_order ON t."organization_id" = t_delivery_order."organization_id" AND t."delivery_order_id" = t_delivery_order."id"
  ) f
)
FROM purposes t
