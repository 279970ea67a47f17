SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t_stay."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t_stay."container_id" AS "id",
        (
          SELECT t_stay_container."number"
          FROM containers t_stay_container
          WHERE t_stay."organization_id" = t_stay_container."organization_id" AND t_stay."container_id" = t_stay_container."id"
        ) AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."bill_of_lading_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."bill_of_lading_id" AS "id",
        (
          SELECT t_bill_of_lading_manifest."client_identifier"
          FROM manifests t_bill_of_lading_manifest
          WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
        ) AS "manifest",
        t_bill_of_lading."number" AS "number"
      ) o
    ) END AS "bill_of_lading",
    CASE WHEN t."booking_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."booking_id" AS "id",
        (
          SELECT t_booking."number"
          FROM bookings t_booking
          WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id"
        ) AS "number"
      ) o
    ) END AS "booking",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT x.type AS "type",
          x.id AS "id",
          x.key AS "key",
          x.name AS "name"
        ) o
      )
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
      WHERE p.organization_id = t."organization_id" AND p.id = t."from_party_id"
    ) AS "from",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT x.type AS "type",
          x.id AS "id",
          x.key AS "key",
          x.name AS "name"
        ) o
      )
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
      WHERE p.organization_id = t."organization_id" AND p.id = t."to_party_id"
    ) AS "to",
    CASE WHEN t."parent_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."parent_id" AS "id",
        (
          SELECT t_parent."number"
          FROM nominations t_parent
          WHERE t."organization_id" = t_parent."organization_id" AND t."parent_id" = t_parent."id"
        ) AS "number"
      ) o
    ) END AS "parent",
    to_char(t."valid_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "valid_until",
    t."reference" AS "reference",
    t."status" AS "status",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_created_by."id" AS "id",
          t_created_by."email" AS "email",
          t_created_by."firstname" AS "firstname",
          t_created_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_created_by."firstname", t_created_by."lastname"), ''), t_created_by."email")) AS "name"
        ) f
      )
      FROM users t_created_by
      WHERE t."organization_id" = t_created_by."organization_id" AND t."created_by_id" = t_created_by."id"
    ) AS "created_by",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
    to_char(t."revoked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "revoked_at",
    t."revoke_reason" AS "revoke_reason",
    to_char(t."ended_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "ended_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN container_stays t_stay ON t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
    LEFT
    JOIN bill_of_ladings t_bill_of_lading ON t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
  ) f
)
FROM nominations t
