SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
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
    (
      SELECT count(*)
      FROM discharge_list_items i
      WHERE i.organization_id = t."organization_id" AND i.discharge_list_id = t."id"
    ) AS "items_count",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM discharge_lists t
