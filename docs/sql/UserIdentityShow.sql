SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."issuer_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."issuer_id" AS "id",
        (
          SELECT t_issuer."name"
          FROM identity_issuers t_issuer
          WHERE t."organization_id" = t_issuer."organization_id" AND t."issuer_id" = t_issuer."id"
        ) AS "name"
      ) o
    ) END AS "issuer",
    t."sub" AS "sub",
    to_char(t."last_seen_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_seen_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
  ) f
)
FROM user_identities t
