SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."tax_class" AS "tax_class",
    t."treatment" AS "treatment",
    CASE WHEN t."tax_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."tax_id" AS "id",
        (
          SELECT t_tax."code"
          FROM taxes t_tax
          WHERE t."organization_id" = t_tax."organization_id" AND t."tax_id" = t_tax."id"
        ) AS "code"
      ) o
    ) END AS "tax",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM tax_rules t
