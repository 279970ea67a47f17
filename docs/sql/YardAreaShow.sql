SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
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
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM yard_areas t
