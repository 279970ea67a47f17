SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
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
    t."terms" AS "terms",
    t."payment_days" AS "payment_days",
    t."treatment" AS "treatment",
    t."group_by" AS "group_by",
    t."blocked" AS "blocked",
    t."street" AS "street",
    t."city" AS "city",
    t."postal_code" AS "postal_code",
    t."country" AS "country",
    t."vat_number" AS "vat_number",
    t."registration_number" AS "registration_number",
    t."endpoint_scheme" AS "endpoint_scheme",
    t."endpoint_id" AS "endpoint_id",
    t."buyer_reference" AS "buyer_reference",
    t."email" AS "email",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM billing_accounts t
