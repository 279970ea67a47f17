SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."status" AS "status",
    t."phase" AS "phase",
    t."until"::text AS "until",
    t."interim" AS "interim",
    t."invoice" AS "invoice",
    t."recalculate_from"::text AS "recalculate_from",
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
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (
          SELECT t_voyage."number"
          FROM voyages t_voyage
          WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
        ) AS "number"
      ) o
    ) END AS "voyage",
    (
      SELECT coalesce(array_to_json(array_agg(c.code ORDER BY c.code)), '[]'::json)
      FROM charge_codes c
      WHERE c.organization_id = t."organization_id" AND c.id = ANY(t."charge_code_ids")
    ) AS "charge_codes",
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
    t."subjects" AS "subjects",
    t."subjects_done" AS "subjects_done",
    t."charges" AS "charges",
    t."adjustments" AS "adjustments",
    t."invoices" AS "invoices",
    compact_json(t."totals") AS "totals",
    t."problems" AS "problems",
    t."failure" AS "failure",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_user."id" AS "id",
          (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name"
        ) f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."finished_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "finished_at"
  ) f
)
FROM billing_runs t
