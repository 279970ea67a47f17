SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."url" AS "url",
    t."types" AS "types",
    t."description" AS "description",
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
      FROM webhook_endpoint_parties l
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
      WHERE l.organization_id = t."organization_id" AND l.webhook_endpoint_id = t."id"
    ) AS "parties",
    t."active" AS "active",
    to_char(t."failing_since" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "failing_since",
    to_char(t."previous_secret_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "previous_secret_until",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM webhook_endpoints t
