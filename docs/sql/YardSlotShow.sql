SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."yard_area_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."yard_area_id" AS "id",
        (
          SELECT t_yard_area."name"
          FROM yard_areas t_yard_area
          WHERE t."organization_id" = t_yard_area."organization_id" AND t."yard_area_id" = t_yard_area."id"
        ) AS "name"
      ) o
    ) END AS "yard_area",
    t."bay" AS "bay",
    t."row" AS "row",
    t."tiers" AS "tiers",
    t."teu" AS "teu",
    t."reefer_plug" AS "reefer_plug",
    trim_scale(t."maximum_weight"::numeric) AS "maximum_weight",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM yard_slots t
