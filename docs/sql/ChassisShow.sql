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
    t."current_location_type" AS "current_location_type",
    (location_name(t."organization_id", t."current_location_type", t."current_location_id")) AS "current_location",
    CASE WHEN t."current_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."current_location_type" AS "type",
        t."current_location_id" AS "id",
        location_name(t."organization_id", t."current_location_type", t."current_location_id") AS "name"
      ) o
    ) END AS "location",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM chassis t
