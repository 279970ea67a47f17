SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."issuer" AS "issuer",
    t."audience" AS "audience",
    t."client_ids" AS "client_ids",
    t."algorithms" AS "algorithms",
    t."require_at_jwt" AS "require_at_jwt",
    t."max_token_minutes" AS "max_token_minutes",
    t."email_claim" AS "email_claim",
    t."name_claims" AS "name_claims",
    t."trusts_email" AS "trusts_email",
    t."provision" AS "provision",
    t."active" AS "active",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT g.item ->> 'claim' AS "claim",
          g.item ->> 'value' AS "value",
          g.item ->> 'role' AS "role",
          CASE WHEN jsonb_typeof(g.item -> 'only') = 'array' THEN ARRAY(
            SELECT jsonb_array_elements_text(g.item -> 'only')
          ) END AS "only",
          CASE WHEN g.item ->> 'parties_claim' IS NOT NULL THEN (
            SELECT row_to_json(o)
            FROM (
              SELECT g.item ->> 'parties_claim' AS "claim"
            ) o
          ) WHEN (g.item ->> 'limited')::boolean THEN (
            SELECT coalesce(array_to_json(array_agg((
              SELECT row_to_json(o)
              FROM (
                SELECT x.type AS "type",
                x.id AS "id",
                x.key AS "key",
                x.name AS "name"
              ) o
            ) ORDER BY p.id)), '[]'::json)
            FROM parties p CROSS
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
            WHERE p.organization_id = t."organization_id" AND p.id IN (
              SELECT i.id::bigint
              FROM jsonb_array_elements_text(g.item -> 'party_ids') i(id)
            )
          ) END AS "parties"
        ) o
      ) ORDER BY g.place)), '[]'::json)
      FROM jsonb_array_elements(t."grants") WITH ORDINALITY g(item, place)
    ) AS "grants",
    to_char(t."last_fetched_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_fetched_at",
    t."last_error" AS "last_error",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT k.item ->> 'kid' AS "kid",
          k.item ->> 'kty' AS "kty",
          k.item ->> 'alg' AS "alg"
        ) o
      ) ORDER BY k.place)), '[]'::json)
      FROM jsonb_array_elements(t."keys") WITH ORDINALITY k(item, place)
    ) AS "keys",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM identity_issuers t
