SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."currency" AS "currency",
    t."valid_from"::text AS "valid_from",
    t."valid_until"::text AS "valid_until",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT b.customer_type AS "customer_type",
          coalesce(b.shipping_line_id, b.consignee_id, b.agent_id, b.freight_forwarder_id, b.trucking_company_id) AS "id",
          coalesce((
            SELECT c.name
            FROM shipping_lines c
            WHERE c.organization_id = b.organization_id AND c.id = b.shipping_line_id
          ), (
            SELECT c.name
            FROM consignees c
            WHERE c.organization_id = b.organization_id AND c.id = b.consignee_id
          ), (
            SELECT c.name
            FROM agents c
            WHERE c.organization_id = b.organization_id AND c.id = b.agent_id
          ), (
            SELECT c.name
            FROM freight_forwarders c
            WHERE c.organization_id = b.organization_id AND c.id = b.freight_forwarder_id
          ), (
            SELECT c.name
            FROM trucking_companies c
            WHERE c.organization_id = b.organization_id AND c.id = b.trucking_company_id
          )) AS "name"
        ) o
      )
      FROM billing_customers b
      WHERE b.organization_id = t."organization_id" AND b.id = t."customer_id"
    ) AS "customer",
    CASE WHEN t."shipping_line_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."shipping_line_id" AS "id",
        (
          SELECT t_shipping_line."code"
          FROM shipping_lines t_shipping_line
          WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
        ) AS "code"
      ) o
    ) END AS "shipping_line",
    t."description" AS "description",
    to_char(t."published_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "published_at",
    (coalesce(nullif(concat_ws(' ', t_published_by."firstname", t_published_by."lastname"), ''), t_published_by."email")) AS "published_by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN users t_published_by ON t."organization_id" = t_published_by."organization_id" AND t."published_by_id" = t_published_by."id"
  ) f
)
FROM tariffs t
