SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."name" AS "name",
    t."category" AS "category",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT (to_char(t_percentages."percent", 'FM999999999990.009999')) AS "percent",
          t_percentages."valid_from"::text AS "valid_from"
        ) f
      ) ORDER BY t_percentages."valid_from")), '[]'::json)
      FROM tax_percentages t_percentages
      WHERE t_percentages."organization_id" = t."organization_id" AND t_percentages."tax_id" = t."id"
    ) AS "percentages",
    t."exemption_code" AS "exemption_code",
    t."exemption_reason" AS "exemption_reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM taxes t
