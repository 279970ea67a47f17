SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((
      SELECT t_hold_type."name"
      FROM hold_types t_hold_type
      WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id"
    )) AS "hold_type",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT 'PUT' AS "method",
            :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds' || '/' || t."id" || '/lift.json' AS "url"
          ) o
        ) AS "lift",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'PUT' AS "method",
            :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds' || '/' || t."hold_type_id" || '/apply.json' AS "url"
          ) o
        ) AS "apply"
      ) o
    ) AS "actions"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
  ) f
)
FROM container_holds t
