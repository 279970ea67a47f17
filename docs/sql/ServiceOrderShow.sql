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
    CASE WHEN t."vehicle_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."vehicle_id" AS "id",
        (
          SELECT t_vehicle."vin_number"
          FROM vehicles t_vehicle
          WHERE t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id"
        ) AS "vin_number"
      ) o
    ) END AS "vehicle",
    CASE WHEN t."breakbulk_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."breakbulk_id" AS "id",
        (
          SELECT t_breakbulk."reference_number"
          FROM breakbulks t_breakbulk
          WHERE t."organization_id" = t_breakbulk."organization_id" AND t."breakbulk_id" = t_breakbulk."id"
        ) AS "reference_number"
      ) o
    ) END AS "breakbulk",
    trim_scale(t."quantity"::numeric) AS "quantity",
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
      WHERE b.organization_id = t."organization_id" AND b.id = t."ordered_by_id"
    ) AS "ordered_by",
    to_char(t."requested_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "requested_at",
    t."notes" AS "notes",
    t."status" AS "status",
    to_char(t."done_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "done_at",
    to_char(t."cancelled_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "cancelled_at",
    t."cancel_reason" AS "cancel_reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM service_orders t
