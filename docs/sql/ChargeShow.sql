SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."kind" AS "kind",
    ((
      SELECT t_charge_code."code"
      FROM charge_codes t_charge_code
      WHERE t."organization_id" = t_charge_code."organization_id" AND t."charge_code_id" = t_charge_code."id"
    )) AS "charge_code",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT CASE WHEN s.stay_id IS NOT NULL THEN 'container_stay' WHEN s.voyage_id IS NOT NULL THEN 'voyage' WHEN s.truck_visit_id IS NOT NULL THEN 'truck_visit' WHEN s.appointment_id IS NOT NULL THEN 'appointment' WHEN s.packing_list_item_id IS NOT NULL THEN 'packing_list_item' WHEN s.service_order_id IS NOT NULL THEN 'service_order' WHEN s.vehicle_id IS NOT NULL THEN 'vehicle' WHEN s.breakbulk_id IS NOT NULL THEN 'breakbulk' END AS "type",
          coalesce(s.stay_id, s.voyage_id, s.truck_visit_id, s.appointment_id, s.packing_list_item_id, s.service_order_id, s.vehicle_id, s.breakbulk_id) AS "id",
          coalesce((
            SELECT c.number
            FROM container_stays r
            JOIN containers c ON c.organization_id = r.organization_id AND c.id = r.container_id
            WHERE r.organization_id = s.organization_id AND r.id = s.stay_id
          ), (
            SELECT r.number
            FROM voyages r
            WHERE r.organization_id = s.organization_id AND r.id = s.voyage_id
          ), s.truck_visit_id::text, (
            SELECT r.number
            FROM appointments r
            WHERE r.organization_id = s.organization_id AND r.id = s.appointment_id
          ), (
            SELECT r.reference_number
            FROM packing_list_items r
            WHERE r.organization_id = s.organization_id AND r.id = s.packing_list_item_id
          ), (
            SELECT r.number
            FROM service_orders r
            WHERE r.organization_id = s.organization_id AND r.id = s.service_order_id
          ), (
            SELECT r.vin_number
            FROM vehicles r
            WHERE r.organization_id = s.organization_id AND r.id = s.vehicle_id
          ), (
            SELECT r.reference_number
            FROM breakbulks r
            WHERE r.organization_id = s.organization_id AND r.id = s.breakbulk_id
          )) AS "key"
        ) o
      )
      FROM charge_subjects s
      WHERE s.organization_id = t."organization_id" AND s.id = t."subject_id"
    ) AS "subject",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (
          SELECT t_container."number"
          FROM containers t_container
          WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
        ) AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."stay_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."stay_id" AS "id",
        (
          SELECT t_stay."number"
          FROM container_stays t_stay
          WHERE t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
        ) AS "number"
      ) o
    ) END AS "stay",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_bill_of_lading."id" AS "id",
          ((
            SELECT t_bill_of_lading_manifest."client_identifier"
            FROM manifests t_bill_of_lading_manifest
            WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
          )) AS "manifest",
          t_bill_of_lading."number" AS "number"
        ) f
      )
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    ) AS "bill_of_lading",
    t."event" AS "event",
    t."first_unit" AS "first_unit",
    t."last_unit" AS "last_unit",
    t."occurred_on"::text AS "occurred_on",
    t."period_from"::text AS "period_from",
    t."period_until"::text AS "period_until",
    trim_scale(t."quantity"::numeric) AS "quantity",
    t."billed_by" AS "billed_by",
    t."billed_per" AS "billed_per",
    (to_char(t."amount", 'FM999999999990.009999')) AS "amount",
    (t."total"::text) AS "total",
    t."currency" AS "currency",
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
    ((
      SELECT t_tariff."name"
      FROM tariffs t_tariff
      WHERE t."organization_id" = t_tariff."organization_id" AND t."tariff_id" = t_tariff."id"
    )) AS "tariff",
    t."rate_position" AS "rate_position",
    t."ahead" AS "ahead",
    compact_json(t."explanation") AS "explanation",
    t."reason" AS "reason",
    (CASE WHEN t."invoice_line_id" IS NOT NULL THEN (
      SELECT CASE WHEN i.paid THEN 'paid' WHEN (i.approved OR i.paid OR i.numbered_at IS NOT NULL) THEN 'invoiced' ELSE 'draft' END
      FROM invoice_lines l
      JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
      WHERE l.organization_id = t."organization_id" AND l.id = t."invoice_line_id"
    ) WHEN t."settled_with_id" IS NULL THEN 'open' WHEN (
      SELECT s.kind
      FROM charges s
      WHERE s.organization_id = t."organization_id" AND s.id = t."settled_with_id"
    ) = 'waiver' THEN 'waived' ELSE 'settled' END) AS "status",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT i.id AS "id",
          i.number AS "number"
        ) o
      )
      FROM invoice_lines l
      JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
      WHERE l.organization_id = t."organization_id" AND l.id = t."invoice_line_id"
    ) AS "invoice",
    CASE WHEN t."billing_run_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."billing_run_id" AS "id"
      ) o
    ) END AS "billing_run",
    (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "user",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN users t_user ON t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
  ) f
)
FROM charges t
