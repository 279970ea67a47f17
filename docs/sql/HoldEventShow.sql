SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."event" AS "event",
    to_char(t."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_user."id" AS "id",
          (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name"
        ) f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until"
  ) f
)
FROM hold_events t
