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
    t."limited" AS "limited",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT x.type AS "type",
          x.id AS "id",
          x.key AS "key",
          x.name AS "name"
        ) o
      ) ORDER BY l.id)), '[]'::json)
      FROM token_parties l
      JOIN parties p ON p.organization_id = l.organization_id AND p.id = l.party_id CROSS
      JOIN LATERAL (
        SELECT 'trucking_company' AS type,
        r.id,
        r.code AS key,
        coalesce(r.name, r.code) AS name
        FROM trucking_companies r
        WHERE r.organization_id = p.organization_id AND r.id = p.trucking_company_id
        UNION ALL SELECT 'consignee' AS type,
        r.id,
        r.name AS key,
        coalesce(r.name, r.name) AS name
        FROM consignees r
        WHERE r.organization_id = p.organization_id AND r.id = p.consignee_id
        UNION ALL SELECT 'freight_forwarder' AS type,
        r.id,
        r.name AS key,
        coalesce(r.name, r.name) AS name
        FROM freight_forwarders r
        WHERE r.organization_id = p.organization_id AND r.id = p.freight_forwarder_id
        UNION ALL SELECT 'shipping_line' AS type,
        r.id,
        r.code AS key,
        coalesce(r.name, r.code) AS name
        FROM shipping_lines r
        WHERE r.organization_id = p.organization_id AND r.id = p.shipping_line_id
        UNION ALL SELECT 'agent' AS type,
        r.id,
        r.name AS key,
        coalesce(r.name, r.name) AS name
        FROM agents r
        WHERE r.organization_id = p.organization_id AND r.id = p.agent_id
      ) x
      WHERE l.organization_id = t."organization_id" AND l.token_id = t."id"
    ) AS "parties",
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
