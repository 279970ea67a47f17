SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."number" AS "number",
        t."general_ledger_id" AS "general_ledger_id",
        t."is_proforma" AS "is_proforma",
        t."paid" AS "paid",
        t."approved" AS "approved",
        (coalesce(nullif(concat_ws(' ', t_approved_by."firstname", t_approved_by."lastname"), ''), t_approved_by."email")) AS "approved_by",
        to_char(t."approved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "approved_at",
        to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
        to_char(t."invoiced_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "invoiced_at",
        t."created_during" AS "created_during",
        t."creation_method" AS "creation_method",
        t."movement_id" AS "movement_id",
        (round(t."subtotal", 2)::text) AS "subtotal",
        (round(t."taxes_and_fees", 2)::text) AS "taxes_and_fees",
        (round(t."total", 2)::text) AS "total",
        t."document_type" AS "document_type",
        to_char(t."numbered_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "numbered_at",
        t."due_on"::text AS "due_on",
        (
          SELECT coalesce(array_to_json(array_agg((
            SELECT row_to_json(f)
            FROM (
              SELECT ((
                SELECT t_taxes_tax."code"
                FROM taxes t_taxes_tax
                WHERE t_taxes."organization_id" = t_taxes_tax."organization_id" AND t_taxes."tax_id" = t_taxes_tax."id"
              )) AS "tax",
              (to_char(t_taxes."percent", 'FM999999999990.009999')) AS "percent",
              (round(t_taxes."base", 2)::text) AS "base",
              (round(t_taxes."amount", 2)::text) AS "amount"
            ) f
          ) ORDER BY t_taxes."id")), '[]'::json)
          FROM invoice_taxes t_taxes
          WHERE t_taxes."organization_id" = t."organization_id" AND t_taxes."invoice_id" = t."id"
        ) AS "taxes",
        CASE WHEN t."credits_id" IS NOT NULL THEN (
          SELECT row_to_json(o)
          FROM (
            SELECT t."credits_id" AS "id",
            (
              SELECT t_credits."number"
              FROM invoices t_credits
              WHERE t."organization_id" = t_credits."organization_id" AND t."credits_id" = t_credits."id"
            ) AS "number"
          ) o
        ) END AS "credits",
        t."reason" AS "reason",
        (
          SELECT coalesce(array_to_json(array_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT c.id AS "id",
              c.number AS "number"
            ) o
          ) ORDER BY c.id)), '[]'::json)
          FROM invoices c
          WHERE c.organization_id = t."organization_id" AND c.credits_id = t."id"
        ) AS "credited_by",
        (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT r.id AS "id",
              r.number AS "number"
            ) o
          )
          FROM billing_runs r
          WHERE r.organization_id = t."organization_id" AND r.id = t."billing_run_id"
        ) AS "billing_run",
        (
          SELECT coalesce(array_to_json(array_agg((
            SELECT row_to_json(f)
            FROM (
              SELECT t_line_items."description" AS "description",
              trim_scale(t_line_items."quantity"::numeric) AS "quantity",
              t_line_items."currency" AS "currency",
              (to_char(t_line_items."amount", 'FM999999999990.009999')) AS "amount",
              (round(t_line_items."total", 2)::text) AS "total",
              t_line_items."billed_by" AS "billed_by",
              t_line_items."billed_per" AS "billed_per",
              t_line_items."item" AS "item",
              t_line_items."tariff_general_ledger_id" AS "tariff_general_ledger_id",
              t_line_items."tariff_name" AS "tariff_name",
              ((
                SELECT t_line_items_container."number"
                FROM containers t_line_items_container
                WHERE t_line_items."organization_id" = t_line_items_container."organization_id" AND t_line_items."container_id" = t_line_items_container."id"
              )) AS "container",
              ((
                SELECT t_line_items_charge_code."code"
                FROM charge_codes t_line_items_charge_code
                WHERE t_line_items."organization_id" = t_line_items_charge_code."organization_id" AND t_line_items."charge_code_id" = t_line_items_charge_code."id"
              )) AS "charge_code",
              ((
                SELECT t_line_items_tax."code"
                FROM taxes t_line_items_tax
                WHERE t_line_items."organization_id" = t_line_items_tax."organization_id" AND t_line_items."tax_id" = t_line_items_tax."id"
              )) AS "tax",
              (to_char(t_line_items."tax_percent", 'FM999999999990.009999')) AS "tax_percent",
              t_line_items."period_from"::text AS "period_from",
              t_line_items."period_until"::text AS "period_until"
            ) f
          ) ORDER BY t_line_items."id")), '[]'::json)
          FROM invoice_lines t_line_items
          WHERE t_line_items."organization_id" = t."organization_id" AND t_line_items."invoice_id" = t."id"
        ) AS "line_items",
        (
          SELECT ('{' || coalesce(string_agg(to_json(s.number::text)::text || ':' || to_json(s.total)::text, ',' ORDER BY s.number), '') || '}')::json
          FROM (
            SELECT c.number,
            sum(l.total) AS total
            FROM invoice_lines l
            JOIN containers c ON c.organization_id = l.organization_id AND c.id = l.container_id
            WHERE l.organization_id = t."organization_id" AND l.invoice_id = t."id"
            GROUP BY c.number
          ) s
        ) AS "totals_by_container",
        coalesce((
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT c.id AS "id",
              'ShippingLine' AS "customer_type",
              CASE WHEN t."customer_kept" IS NULL THEN c.name ELSE t."customer_kept" ->> 'name' END AS "name",
              CASE WHEN t."customer_kept" IS NULL THEN c.address ELSE t."customer_kept" ->> 'address' END AS "address",
              c.general_ledger_id AS "general_ledger_id",
              c.email AS "email",
              c.contact_person AS "contact_person",
              c.phone AS "phone"
            ) o
          )
          FROM shipping_lines c
          WHERE c.organization_id = t."organization_id" AND c.id = t."shipping_line_id"
        ), (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT c.id AS "id",
              'Consignee' AS "customer_type",
              CASE WHEN t."customer_kept" IS NULL THEN c.name ELSE t."customer_kept" ->> 'name' END AS "name",
              CASE WHEN t."customer_kept" IS NULL THEN c.address ELSE t."customer_kept" ->> 'address' END AS "address",
              c.general_ledger_id AS "general_ledger_id",
              c.email AS "email",
              c.contact_person AS "contact_person",
              c.phone AS "phone"
            ) o
          )
          FROM consignees c
          WHERE c.organization_id = t."organization_id" AND c.id = t."consignee_id"
        ), (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT c.id AS "id",
              'Agent' AS "customer_type",
              CASE WHEN t."customer_kept" IS NULL THEN c.name ELSE t."customer_kept" ->> 'name' END AS "name",
              CASE WHEN t."customer_kept" IS NULL THEN c.address ELSE t."customer_kept" ->> 'address' END AS "address",
              c.general_ledger_id AS "general_ledger_id",
              c.email AS "email",
              c.contact_person AS "contact_person",
              c.phone AS "phone"
            ) o
          )
          FROM agents c
          WHERE c.organization_id = t."organization_id" AND c.id = t."agent_id"
        ), (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT c.id AS "id",
              'FreightForwarder' AS "customer_type",
              CASE WHEN t."customer_kept" IS NULL THEN c.name ELSE t."customer_kept" ->> 'name' END AS "name",
              CASE WHEN t."customer_kept" IS NULL THEN c.address ELSE t."customer_kept" ->> 'address' END AS "address",
              c.general_ledger_id AS "general_ledger_id",
              c.email AS "email",
              c.contact_person AS "contact_person",
              c.phone AS "phone"
            ) o
          )
          FROM freight_forwarders c
          WHERE c.organization_id = t."organization_id" AND c.id = t."freight_forwarder_id"
        ), (
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT c.id AS "id",
              'TruckingCompany' AS "customer_type",
              CASE WHEN t."customer_kept" IS NULL THEN c.name ELSE t."customer_kept" ->> 'name' END AS "name",
              CASE WHEN t."customer_kept" IS NULL THEN NULL::text ELSE t."customer_kept" ->> 'address' END AS "address",
              NULL::text AS "general_ledger_id",
              NULL::text AS "email",
              NULL::text AS "contact_person",
              NULL::text AS "phone"
            ) o
          )
          FROM trucking_companies c
          WHERE c.organization_id = t."organization_id" AND c.id = t."trucking_company_id"
        )) AS "customer"
        FROM (
          SELECT
        ) one
        LEFT
        JOIN users t_approved_by ON t."organization_id" = t_approved_by."organization_id" AND t."approved_by_id" = t_approved_by."id"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"voyage":' || nullif(to_json((
  SELECT (
    SELECT row_to_json(f)
    FROM (
      SELECT t_voyage."id" AS "id",
      t_voyage."number" AS "number",
      coalesce((
        SELECT (
          SELECT row_to_json(f)
          FROM (
            SELECT t_voyage_vessel."imo_number" AS "imo_number",
            t_voyage_vessel."name" AS "name",
            t_voyage_vessel."vessel_type" AS "vessel_type"
          ) f
        )
        FROM vessels t_voyage_vessel
        WHERE t_voyage."organization_id" = t_voyage_vessel."organization_id" AND t_voyage."vessel_id" = t_voyage_vessel."id"
      ), '{"imo_number":null,"name":null,"vessel_type":null}'::json) AS "vessel"
    ) f
  )
  FROM voyages t_voyage
  WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
))::text, 'null'), '"truck_visit":' || nullif(to_json((
  SELECT (
    SELECT row_to_json(f)
    FROM (
      SELECT t_truck_visit."id" AS "id",
      (
        SELECT (
          SELECT row_to_json(f)
          FROM (
            SELECT t_truck_visit_truck."id" AS "id",
            t_truck_visit_truck."license_plate" AS "license_plate",
            t_truck_visit_truck."number" AS "number",
            t_truck_visit_truck."trucking_company_id" AS "trucking_company_id",
            t_truck_visit_truck."active" AS "active",
            t_truck_visit_truck."allowed_until"::text AS "allowed_until"
          ) f
        )
        FROM trucks t_truck_visit_truck
        WHERE t_truck_visit."organization_id" = t_truck_visit_truck."organization_id" AND t_truck_visit."truck_id" = t_truck_visit_truck."id"
      ) AS "truck",
      (
        SELECT (
          SELECT row_to_json(f)
          FROM (
            SELECT t_truck_visit_truck_driver."id" AS "id",
            t_truck_visit_truck_driver."number" AS "number",
            t_truck_visit_truck_driver."license_number" AS "license_number",
            t_truck_visit_truck_driver."firstname" AS "firstname",
            t_truck_visit_truck_driver."lastname" AS "lastname",
            t_truck_visit_truck_driver."twic" AS "twic",
            t_truck_visit_truck_driver."active" AS "active",
            to_char(t_truck_visit_truck_driver."discarded_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "discarded_at"
          ) f
        )
        FROM truck_drivers t_truck_visit_truck_driver
        WHERE t_truck_visit."organization_id" = t_truck_visit_truck_driver."organization_id" AND t_truck_visit."truck_driver_id" = t_truck_visit_truck_driver."id"
      ) AS "truck_driver",
      to_char(t_truck_visit."gated_in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_in_at",
      to_char(t_truck_visit."gated_out_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_out_at"
    ) f
  )
  FROM truck_visits t_truck_visit
  WHERE t."organization_id" = t_truck_visit."organization_id" AND t."truck_visit_id" = t_truck_visit."id"
))::text, 'null'), '"bol_segment":' || nullif(to_json(CASE WHEN t."bill_of_lading_id" IS NOT NULL AND (t."is_proforma" OR coalesce((
  SELECT true
  FROM invoice_lines n
  WHERE n.organization_id = t."organization_id" AND n.invoice_id = t."id" AND n.charge_code_id IS NOT NULL
  LIMIT 1
), false)) THEN (
  SELECT row_to_json(o)
  FROM (
    SELECT t."bill_of_lading_id" AS "id",
    (
      SELECT t_bill_of_lading."number"
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    ) AS "bl_number",
    (
      SELECT coalesce(array_to_json(array_agg(c.number ORDER BY b.id)), '[]'::json)
      FROM billed_containers b
      JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
      WHERE b.organization_id = t."organization_id" AND b.invoice_id = t."id"
    ) AS "containers"
  ) o
) END)::text, 'null'), '"bill_of_lading":' || nullif(to_json(CASE WHEN t."bill_of_lading_id" IS NOT NULL AND (t."is_proforma" OR coalesce((
  SELECT true
  FROM invoice_lines n
  WHERE n.organization_id = t."organization_id" AND n.invoice_id = t."id" AND n.charge_code_id IS NOT NULL
  LIMIT 1
), false)) THEN (
  SELECT row_to_json(o)
  FROM (
    SELECT t."bill_of_lading_id" AS "id",
    (
      SELECT t_bill_of_lading."number"
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    ) AS "bl_number",
    (
      SELECT coalesce(array_to_json(array_agg(DISTINCT c.number ORDER BY c.number)), '[]'::json)
      FROM container_bills b
      JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id AND s.status <> 'cancelled'
      JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      WHERE b.organization_id = t."organization_id" AND b.bill_of_lading_id = t."bill_of_lading_id"
    ) AS "containers"
  ) o
) END)::text, 'null'), '"bl_container_ids":' || nullif(to_json((CASE WHEN t."bill_of_lading_id" IS NOT NULL AND (t."is_proforma" OR coalesce((
  SELECT true
  FROM invoice_lines n
  WHERE n.organization_id = t."organization_id" AND n.invoice_id = t."id" AND n.charge_code_id IS NOT NULL
  LIMIT 1
), false)) THEN (
  SELECT coalesce(array_to_json(array_agg(c.id ORDER BY b.id)), '[]'::json)
  FROM billed_containers b
  JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
  WHERE b.organization_id = t."organization_id" AND b.invoice_id = t."id"
) END))::text, 'null'), '"bl_container_numbers":' || nullif(to_json((CASE WHEN t."bill_of_lading_id" IS NOT NULL AND (t."is_proforma" OR coalesce((
  SELECT true
  FROM invoice_lines n
  WHERE n.organization_id = t."organization_id" AND n.invoice_id = t."id" AND n.charge_code_id IS NOT NULL
  LIMIT 1
), false)) THEN (
  SELECT coalesce(array_to_json(array_agg(c.number ORDER BY b.id)), '[]'::json)
  FROM billed_containers b
  JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
  WHERE b.organization_id = t."organization_id" AND b.invoice_id = t."id"
) END))::text, 'null')) || '}')::json
FROM invoices t
