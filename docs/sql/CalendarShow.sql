SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    (t."weekend") AS "weekend",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_days."date"::text AS "date",
          t_days."name" AS "name",
          t_days."closed" AS "closed"
        ) f
      ) ORDER BY t_days."date")), '[]'::json)
      FROM calendar_days t_days
      WHERE t_days."organization_id" = t."organization_id" AND t_days."calendar_id" = t."id"
    ) AS "days",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM calendars t
