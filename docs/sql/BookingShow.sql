SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t."shipping_line_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."shipping_line_id" AS "id",
        (
          SELECT t_shipping_line."code"
          FROM shipping_lines t_shipping_line
          WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
        ) AS "code"
      ) o
    ) END AS "shipping_line",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (
          SELECT t_voyage."number"
          FROM voyages t_voyage
          WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
        ) AS "number"
      ) o
    ) END AS "voyage",
    t."goods" AS "goods",
    t."quantity" AS "quantity",
    CASE WHEN t."container_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_type_id" AS "id",
        (
          SELECT t_container_type."code"
          FROM container_types t_container_type
          WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
        ) AS "code"
      ) o
    ) END AS "container_type",
    (CASE WHEN t."quantity" IS NOT NULL THEN nullif(greatest(booking_used(t."organization_id", t."id") - t."quantity", 0), 0) END) AS "exceeded_by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM bookings t
