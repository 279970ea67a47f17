SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."prefix" AS "prefix",
    t."description" AS "description",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_user."id" AS "id",
          t_user."email" AS "email",
          t_user."firstname" AS "firstname",
          t_user."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name"
        ) f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    t."role" AS "role",
    t."domains" AS "domains",
    CASE WHEN t."edi_partner_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."edi_partner_id" AS "id",
        (
          SELECT t_edi_partner."name"
          FROM edi_partners t_edi_partner
          WHERE t."organization_id" = t_edi_partner."organization_id" AND t."edi_partner_id" = t_edi_partner."id"
        ) AS "name"
      ) o
    ) END AS "edi_partner",
    (CASE WHEN t."revoked_at" IS NOT NULL THEN 'revoked' WHEN t."expires_at" <= now() THEN 'expired' WHEN NOT (
      SELECT t_user."active"
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) THEN 'user_inactive' ELSE 'valid' END) AS "state",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_created_by."id" AS "id",
          (coalesce(nullif(concat_ws(' ', t_created_by."firstname", t_created_by."lastname"), ''), t_created_by."email")) AS "name"
        ) f
      )
      FROM users t_created_by
      WHERE t."organization_id" = t_created_by."organization_id" AND t."created_by_id" = t_created_by."id"
    ) AS "created_by",
    to_char(t."expires_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expires_at",
    to_char(t."last_used_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_used_at",
    to_char(t."revoked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "revoked_at"
  ) f
)
FROM tokens t
