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
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
  ) f
)
FROM bill_of_lading_holds t
