SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."port_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."port_id" AS "id",
        (
          SELECT t_port."locode"
          FROM ports t_port
          WHERE t."organization_id" = t_port."organization_id" AND t."port_id" = t_port."id"
        ) AS "locode"
      ) o
    ) END AS "port",
    t."smdg_code" AS "smdg_code",
    t."bic_code" AS "bic_code",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM terminals t
