SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t."charge_code_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."charge_code_id" AS "id",
        (
          SELECT t_charge_code."code"
          FROM charge_codes t_charge_code
          WHERE t."organization_id" = t_charge_code."organization_id" AND t."charge_code_id" = t_charge_code."id"
        ) AS "code"
      ) o
    ) END AS "charge_code",
    t."free_units" AS "free_units",
    t."extra_units" AS "extra_units",
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
    CASE WHEN t."consignee_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."consignee_id" AS "id",
        (
          SELECT t_consignee."name"
          FROM consignees t_consignee
          WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
        ) AS "name"
      ) o
    ) END AS "consignee",
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
    t."usages" AS "usages",
    (t."sizes") AS "sizes",
    t."valid_from"::text AS "valid_from",
    t."valid_until"::text AS "valid_until",
    t."reason" AS "reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM free_time_agreements t
