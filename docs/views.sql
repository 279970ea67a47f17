-- AgentShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."address" AS "address",
    t."email" AS "email",
    t."contact_person" AS "contact_person",
    t."phone" AS "phone",
    t."general_ledger_id" AS "general_ledger_id",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM agents t

-- AppointmentClosureShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    to_char(t."from" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "from",
    to_char(t."until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "until",
    t."reason" AS "reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM appointment_closures t

-- AppointmentPlanShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."terminal_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."terminal_id" AS "id",
        (SELECT t_terminal."name" FROM terminals t_terminal WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id") AS "name"
      ) o
    ) END AS "terminal",
    CASE WHEN t."gate_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."gate_id" AS "id",
        (SELECT t_gate."name" FROM gates t_gate WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id") AS "name"
      ) o
    ) END AS "gate",
    t."weekday" AS "weekday",
    t."from" AS "from",
    t."until" AS "until",
    t."slot_minutes" AS "slot_minutes",
    t."capacity" AS "capacity",
    t."purpose" AS "purpose",
    t."valid_from"::text AS "valid_from",
    t."valid_until"::text AS "valid_until",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM appointment_plans t

-- AppointmentShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t."truck_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."truck_id" AS "id",
        (SELECT t_truck."license_plate" FROM trucks t_truck WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id") AS "license_plate"
      ) o
    ) END AS "truck",
    CASE WHEN t."truck_driver_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."truck_driver_id" AS "id",
        t_truck_driver."license_number" AS "license_number",
        nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '') AS "fullname"
      ) o
    ) END AS "truck_driver",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT c.id AS "id", c.code AS "code", c.name AS "name") o)
      FROM trucking_companies c
      WHERE c.organization_id = t."organization_id" AND c.id = coalesce(t."company_id")
    ) AS "trucking_company",
    to_char(t."expected_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expected_at",
    to_char(t."starts_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "starts_at",
    to_char(t."ends_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "ends_at",
    CASE WHEN t."terminal_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."terminal_id" AS "id",
        (SELECT t_terminal."name" FROM terminals t_terminal WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id") AS "name"
      ) o
    ) END AS "terminal",
    CASE WHEN t."gate_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."gate_id" AS "id",
        (SELECT t_gate."name" FROM gates t_gate WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id") AS "name"
      ) o
    ) END AS "gate",
    (CASE WHEN t."cancelled_at" IS NOT NULL THEN 'cancelled' WHEN t."used_at" IS NOT NULL THEN CASE WHEN EXISTS (SELECT FROM truck_visits v WHERE v.organization_id = t."organization_id" AND v.appointment_id = t."id" AND v.gated_out_at IS NULL) THEN 'arrived' WHEN t."left_without_at" IS NOT NULL THEN 'left_without' ELSE 'completed' END WHEN t."missed_at" IS NOT NULL THEN 'missed' ELSE 'booked' END) AS "status",
    t."reschedule_reason" AS "reschedule_reason",
    t."cancel_reason" AS "cancel_reason",
    to_char(t."cancelled_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "cancelled_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_cancelled_by."id" AS "id",
          t_cancelled_by."email" AS "email",
          t_cancelled_by."firstname" AS "firstname",
          t_cancelled_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_cancelled_by."firstname", t_cancelled_by."lastname"), ''), t_cancelled_by."email")) AS "name"
        ) f
      )
      FROM users t_cancelled_by
      WHERE t."organization_id" = t_cancelled_by."organization_id" AND t."cancelled_by_id" = t_cancelled_by."id"
    ) AS "cancelled_by",
    to_char(t."used_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "used_at",
    (CASE WHEN t."used_at" IS NOT NULL THEN (SELECT max(v.id) FROM truck_visits v WHERE v.organization_id = t."organization_id" AND v.appointment_id = t."id") END) AS "truck_visit_id",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o)
      FROM (
        SELECT CASE WHEN t."used_at" IS NOT NULL THEN (SELECT max(v.id) FROM truck_visits v WHERE v.organization_id = t."organization_id" AND v.appointment_id = t."id") END AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "truck_visit",
    t."comment" AS "comment",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_purposes."purpose_type" AS "purpose_type",
          (CASE t_purposes."cargo_type" WHEN 'container' THEN t_purposes_container."number" WHEN 'chassis' THEN t_purposes_chassis."number" ELSE t_purposes_delivery_order."number" END) AS "cargo",
          ((
            SELECT t_purposes_booking."number"
            FROM bookings t_purposes_booking
            WHERE t_purposes."organization_id" = t_purposes_booking."organization_id" AND t_purposes."booking_id" = t_purposes_booking."id"
          )) AS "booking",
          ((SELECT n.number FROM booking_lines n WHERE n.organization_id = t_purposes."organization_id" AND n.id = t_purposes."booking_line_id")) AS "booking_line",
          ((SELECT n.number FROM booking_releases n WHERE n.organization_id = t_purposes."organization_id" AND n.id = t_purposes."booking_release_id")) AS "release",
          ((
            SELECT t_purposes_dock_receipt."number"
            FROM dock_receipts t_purposes_dock_receipt
            WHERE t_purposes."organization_id" = t_purposes_dock_receipt."organization_id" AND t_purposes."dock_receipt_id" = t_purposes_dock_receipt."id"
          )) AS "dock_receipt",
          t_purposes."bill_of_lading" AS "bill_of_lading",
          (t_purposes_delivery_order."number") AS "delivery_order",
          (SELECT row_to_json(o) FROM (SELECT nullif(array_to_string(t_purposes."seals", ','), '') AS "seals", trim_scale(t_purposes."interchange_weight") AS "weight") o) AS "interchange",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT t_purposes."cargo_type" AS "cargo_type",
              t_purposes_container."number" AS "container_number",
              (
                SELECT t_purposes_container_type."code"
                FROM container_types t_purposes_container_type
                WHERE t_purposes."organization_id" = t_purposes_container_type."organization_id" AND t_purposes."container_type_id" = t_purposes_container_type."id"
              ) AS "container_type",
              t_purposes."container_status" AS "container_status",
              t_purposes."container_usage" AS "container_usage",
              (
                SELECT t_purposes_shipping_line."code"
                FROM shipping_lines t_purposes_shipping_line
                WHERE t_purposes."organization_id" = t_purposes_shipping_line."organization_id" AND t_purposes."shipping_line_id" = t_purposes_shipping_line."id"
              ) AS "shipping_line",
              t_purposes."goods" AS "goods",
              trim_scale(t_purposes."weight") AS "weight",
              t_purposes_chassis."number" AS "chassis_number"
            ) o
          ) AS "cargo_details"
          FROM (SELECT) one
          LEFT
          JOIN containers t_purposes_container ON t_purposes."organization_id" = t_purposes_container."organization_id" AND t_purposes."container_id" = t_purposes_container."id"
          LEFT
          JOIN chassis t_purposes_chassis ON t_purposes."organization_id" = t_purposes_chassis."organization_id" AND t_purposes."chassis_id" = t_purposes_chassis."id"
          LEFT
          JOIN delivery_orders t_purposes_delivery_order ON t_purposes."organization_id" = t_purposes_delivery_order."organization_id" AND t_purposes."delivery_order_id" = t_purposes_delivery_order."id"
        ) f
      ) ORDER BY t_purposes."position")), '[]'::json)
      FROM purposes t_purposes
      WHERE t_purposes."organization_id" = t."organization_id" AND t_purposes."appointment_id" = t."id"
    ) AS "purposes",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN truck_drivers t_truck_driver ON t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
  ) f
)
FROM appointments t

-- AuditEntryShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    CASE WHEN t."user_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."user_id" AS "id",
        (
          SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
          FROM users u
          WHERE u.organization_id = t."organization_id" AND u.id = t."user_id"
        ) AS "name"
      ) o
    ) END AS "user",
    t."token_id" AS "token_id",
    t."identity_id" AS "identity_id",
    t."client_id" AS "client_id",
    t."request_id" AS "request_id",
    t."operation" AS "operation",
    t."action" AS "action",
    t."record_type" AS "record_type",
    t."record_id" AS "record_id",
    t."record_key" AS "record_key",
    compact_json(t."before") AS "before",
    compact_json(t."after") AS "after"
  ) f
)
FROM audit_entries t

-- BayplanCellShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."cell" AS "cell",
    t."bay" AS "bay",
    (substr(t."cell", 4, 2)::integer) AS "row",
    (substr(t."cell", 6, 2)::integer) AS "tier",
    t."container_number" AS "container_number",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT c.id AS "id") o)
      FROM containers c
      WHERE c.organization_id = t."organization_id" AND c.number = t."container_number"
    ) AS "container",
    t."size_type" AS "size_type",
    t."container_status" AS "container_status",
    trim_scale(t."weight"::numeric) AS "weight",
    t."port_of_loading" AS "port_of_loading",
    t."port_of_discharge" AS "port_of_discharge",
    t."for_here" AS "for_here",
    t."shipping_line" AS "shipping_line",
    trim_scale(t."temperature"::numeric) AS "temperature",
    compact_json(t."dangerous") AS "dangerous"
  ) f
)
FROM bayplan_cells t

-- BerthAreaShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."terminal_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."terminal_id" AS "id",
        (SELECT t_terminal."name" FROM terminals t_terminal WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id") AS "name"
      ) o
    ) END AS "terminal",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM berth_areas t

-- BillConsignee
SELECT (SELECT row_to_json(f) FROM (SELECT t."name" AS "name") f)
FROM consignees t

-- BillExporter
SELECT (SELECT row_to_json(f) FROM (SELECT t."name" AS "name") f)
FROM exporters t

-- BillHoldOfContainer
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id")) AS "hold_type",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT t."bill_of_lading_id" AS "id",
        t_bill_of_lading."number" AS "number",
        (
          SELECT t_bill_of_lading_manifest."client_identifier"
          FROM manifests t_bill_of_lading_manifest
          WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
        ) AS "manifest",
        (
          SELECT t_bill_of_lading_manifest."client_identifier"
          FROM manifests t_bill_of_lading_manifest
          WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
        ) AS "manifest_client_identifier"
      ) o
    ) AS "bill_of_lading",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT 'DELETE' AS "method",
            :base || '/api/v1/manifests/' || url_encode((
              SELECT t_bill_of_lading_manifest."client_identifier"
              FROM manifests t_bill_of_lading_manifest
              WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
            )) || '/bill_of_ladings/' || url_encode(t_bill_of_lading."number") || '/holds/' || t."hold_type_id" || '.json' AS "url"
          ) o
        ) AS "lift",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'PUT' AS "method",
            :base || '/api/v1/manifests/' || url_encode((
              SELECT t_bill_of_lading_manifest."client_identifier"
              FROM manifests t_bill_of_lading_manifest
              WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
            )) || '/bill_of_ladings/' || url_encode(t_bill_of_lading."number") || '/holds/' || t."hold_type_id" || '.json' AS "url"
          ) o
        ) AS "apply"
      ) o
    ) AS "actions"
    FROM (SELECT) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
    LEFT
    JOIN bill_of_ladings t_bill_of_lading ON t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
  ) f
)
FROM bill_of_lading_holds t

-- BillHoldType
SELECT (SELECT row_to_json(f) FROM (SELECT t."id" AS "id", t."name" AS "name", t."description" AS "description") f)
FROM hold_types t

-- BillItem
SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."number" AS "number",
        t."remarks" AS "remarks",
        trim_scale(t."weight"::numeric) AS "weight",
        t."volume_in_cubic_meters" AS "volume_in_cubic_meters",
        t."goods_description" AS "goods_description",
        t."type_of_contract" AS "type_of_contract",
        t."destination_code" AS "destination_code",
        t."usage" AS "usage",
        t."consignee_address" AS "consignee_address",
        t."exporter_address" AS "exporter_address",
        t."shipping_marks" AS "shipping_marks",
        coalesce((
          SELECT (SELECT row_to_json(f) FROM (SELECT t_manifest."client_identifier" AS "client_identifier") f)
          FROM manifests t_manifest
          WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
        ), '{"client_identifier":null}'::json) AS "manifest",
        coalesce((
          SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_loading."locode" AS "locode") f)
          FROM ports t_port_of_loading
          WHERE t."organization_id" = t_port_of_loading."organization_id" AND t."port_of_loading_id" = t_port_of_loading."id"
        ), '{"locode":null}'::json) AS "port_of_loading",
        coalesce((
          SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_discharge."locode" AS "locode") f)
          FROM ports t_port_of_discharge
          WHERE t."organization_id" = t_port_of_discharge."organization_id" AND t."port_of_discharge_id" = t_port_of_discharge."id"
        ), '{"locode":null}'::json) AS "port_of_discharge",
        coalesce((
          SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_delivery."locode" AS "locode") f)
          FROM ports t_port_of_delivery
          WHERE t."organization_id" = t_port_of_delivery."organization_id" AND t."port_of_delivery_id" = t_port_of_delivery."id"
        ), '{"locode":null}'::json) AS "port_of_delivery",
        coalesce((
          SELECT (SELECT row_to_json(f) FROM (SELECT t_consignee."name" AS "name") f)
          FROM consignees t_consignee
          WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
        ), '{"name":null}'::json) AS "consignee",
        coalesce((
          SELECT (SELECT row_to_json(f) FROM (SELECT t_exporter."name" AS "name") f)
          FROM exporters t_exporter
          WHERE t."organization_id" = t_exporter."organization_id" AND t."exporter_id" = t_exporter."id"
        ), '{"name":null}'::json) AS "exporter",
        coalesce((
          SELECT (SELECT row_to_json(f) FROM (SELECT t_package_type."code" AS "code", t_package_type."description" AS "description") f)
          FROM package_types t_package_type
          WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
        ), '{"code":null,"description":null}'::json) AS "package_type",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT t_manifest."voyage_id" AS "id",
            (
              SELECT t_manifest_voyage."number"
              FROM voyages t_manifest_voyage
              WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
            ) AS "number"
          ) o
        ) AS "voyage"
        FROM (SELECT) one
        LEFT
        JOIN manifests t_manifest ON t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"containers":' || nullif(to_json((
  SELECT CASE WHEN count(*) <= 100 THEN coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT k.id AS "id", k.number AS "number") o) ORDER BY k.id)), '[]'::json) END
  FROM (
    SELECT DISTINCT c.id,
    c.number
    FROM container_bills l
    JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
    JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
    WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
    LIMIT 101
  ) k
))::text, 'null')) || '}')::json
FROM bill_of_ladings t

-- BillManifest
SELECT (SELECT row_to_json(f) FROM (SELECT t."client_identifier" AS "client_identifier") f)
FROM manifests t

-- BillOfContainer
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."bill_of_lading_id" AS "id",
    ((
      SELECT t_bill_of_lading_manifest."client_identifier"
      FROM manifests t_bill_of_lading_manifest
      WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
    )) AS "manifest",
    (t_bill_of_lading."number") AS "number"
    FROM (SELECT) one
    LEFT
    JOIN bill_of_ladings t_bill_of_lading ON t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
  ) f
)
FROM container_bills t

-- BillOfLadingHoldFields
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id")) AS "hold_type",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by"
    FROM (SELECT) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
  ) f
)
FROM bill_of_lading_holds t

-- BillOfLadingHolds
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."number" AS "number",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_manifest."client_identifier" AS "client_identifier") f)
      FROM manifests t_manifest
      WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
    ), '{"client_identifier":null}'::json) AS "manifest",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT y.id AS "id",
          y.name AS "name",
          y.description AS "description",
          h.reference_number AS "reference_number",
          h.notes AS "notes",
          to_char(h.applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
          (
            SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
            FROM users u
            WHERE u.organization_id = h.organization_id AND u.id = h.applied_by_id
          ) AS "applied_by",
          to_char(h.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
          to_char(h.lifted_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
          (
            SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
            FROM users u
            WHERE u.organization_id = h.organization_id AND u.id = h.lifted_by_id
          ) AS "lifted_by",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT (
                SELECT row_to_json(o)
                FROM (
                  SELECT 'DELETE' AS "method",
                  :base || '/api/v1/manifests/' || url_encode(t_manifest."client_identifier") || '/bill_of_ladings/' || url_encode(t."number") || '/holds/' || y.id || '.json' AS "url"
                ) o
              ) AS "lift"
            ) o
          ) AS "actions"
        ) o
      ) ORDER BY y.id)), '[]'::json)
      FROM hold_types y
      LEFT
      JOIN LATERAL (
        SELECT *
        FROM bill_of_lading_holds h
        WHERE h.organization_id = y.organization_id AND h.bill_of_lading_id = t."id" AND h.hold_type_id = y.id
        ORDER BY (lifted_at IS NULL OR lifted_until IS NOT NULL) DESC,
        h.applied_at DESC,
        h.id DESC
        LIMIT 1
      ) h ON true
      WHERE y.organization_id = t."organization_id" AND y.applies_to = 'bill_of_lading' AND (h.id IS NOT NULL AND (h.lifted_at IS NULL OR h.lifted_until <= now())) IS TRUE
    ) AS "unlifted_holds",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT y.id AS "id",
          y.name AS "name",
          y.description AS "description",
          h.reference_number AS "reference_number",
          h.notes AS "notes",
          to_char(h.applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
          (
            SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
            FROM users u
            WHERE u.organization_id = h.organization_id AND u.id = h.applied_by_id
          ) AS "applied_by",
          to_char(h.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
          to_char(h.lifted_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
          (
            SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
            FROM users u
            WHERE u.organization_id = h.organization_id AND u.id = h.lifted_by_id
          ) AS "lifted_by",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT (
                SELECT row_to_json(o)
                FROM (
                  SELECT 'PUT' AS "method",
                  :base || '/api/v1/manifests/' || url_encode(t_manifest."client_identifier") || '/bill_of_ladings/' || url_encode(t."number") || '/holds/' || y.id || '.json' AS "url"
                ) o
              ) AS "apply"
            ) o
          ) AS "actions"
        ) o
      ) ORDER BY y.id)), '[]'::json)
      FROM hold_types y
      LEFT
      JOIN LATERAL (
        SELECT *
        FROM bill_of_lading_holds h
        WHERE h.organization_id = y.organization_id AND h.bill_of_lading_id = t."id" AND h.hold_type_id = y.id
        ORDER BY (lifted_at IS NULL OR lifted_until IS NOT NULL) DESC,
        h.applied_at DESC,
        h.id DESC
        LIMIT 1
      ) h ON true
      WHERE y.organization_id = t."organization_id" AND y.applies_to = 'bill_of_lading' AND (h.id IS NOT NULL AND (h.lifted_at IS NULL OR h.lifted_until <= now())) IS NOT TRUE
    ) AS "applicable_holds"
    FROM (SELECT) one
    LEFT
    JOIN manifests t_manifest ON t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
  ) f
)
FROM bill_of_ladings t

-- BillOfLadingShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."remarks" AS "remarks",
    trim_scale(t."weight"::numeric) AS "weight",
    t."volume_in_cubic_meters" AS "volume_in_cubic_meters",
    t."goods_description" AS "goods_description",
    t."type_of_contract" AS "type_of_contract",
    t."destination_code" AS "destination_code",
    t."usage" AS "usage",
    t."consignee_address" AS "consignee_address",
    t."exporter_address" AS "exporter_address",
    t."shipping_marks" AS "shipping_marks",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_manifest."client_identifier" AS "client_identifier") f)
      FROM manifests t_manifest
      WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
    ), '{"client_identifier":null}'::json) AS "manifest",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_loading."locode" AS "locode") f)
      FROM ports t_port_of_loading
      WHERE t."organization_id" = t_port_of_loading."organization_id" AND t."port_of_loading_id" = t_port_of_loading."id"
    ), '{"locode":null}'::json) AS "port_of_loading",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_discharge."locode" AS "locode") f)
      FROM ports t_port_of_discharge
      WHERE t."organization_id" = t_port_of_discharge."organization_id" AND t."port_of_discharge_id" = t_port_of_discharge."id"
    ), '{"locode":null}'::json) AS "port_of_discharge",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_delivery."locode" AS "locode") f)
      FROM ports t_port_of_delivery
      WHERE t."organization_id" = t_port_of_delivery."organization_id" AND t."port_of_delivery_id" = t_port_of_delivery."id"
    ), '{"locode":null}'::json) AS "port_of_delivery",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_consignee."name" AS "name") f)
      FROM consignees t_consignee
      WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
    ), '{"name":null}'::json) AS "consignee",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_exporter."name" AS "name") f)
      FROM exporters t_exporter
      WHERE t."organization_id" = t_exporter."organization_id" AND t."exporter_id" = t_exporter."id"
    ), '{"name":null}'::json) AS "exporter",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_package_type."code" AS "code", t_package_type."description" AS "description") f)
      FROM package_types t_package_type
      WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
    ), '{"code":null,"description":null}'::json) AS "package_type"
  ) f
)
FROM bill_of_ladings t

-- BillPackageType
SELECT (SELECT row_to_json(f) FROM (SELECT t."code" AS "code", t."description" AS "description") f)
FROM package_types t

-- BillPort
SELECT (SELECT row_to_json(f) FROM (SELECT t."locode" AS "locode") f)
FROM ports t

-- BillReference
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    ((SELECT t_manifest."client_identifier" FROM manifests t_manifest WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id")) AS "manifest",
    t."number" AS "number"
  ) f
)
FROM bill_of_ladings t

-- BillingAccountShow
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
          coalesce((SELECT c.name FROM shipping_lines c WHERE c.organization_id = b.organization_id AND c.id = b.shipping_line_id), (SELECT c.name FROM consignees c WHERE c.organization_id = b.organization_id AND c.id = b.consignee_id), (SELECT c.name FROM agents c WHERE c.organization_id = b.organization_id AND c.id = b.agent_id), (SELECT c.name FROM freight_forwarders c WHERE c.organization_id = b.organization_id AND c.id = b.freight_forwarder_id), (SELECT c.name FROM trucking_companies c WHERE c.organization_id = b.organization_id AND c.id = b.trucking_company_id)) AS "name"
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
    (to_char(t."credit_limit", 'FM999999999990.009999')) AS "credit_limit",
    t."credit_currency" AS "credit_currency",
    t."street" AS "street",
    t."city" AS "city",
    t."postal_code" AS "postal_code",
    t."country" AS "country",
    t."vat_number" AS "vat_number",
    t."registration_number" AS "registration_number",
    t."registration_scheme" AS "registration_scheme",
    t."endpoint_scheme" AS "endpoint_scheme",
    t."endpoint_id" AS "endpoint_id",
    t."buyer_reference" AS "buyer_reference",
    t."email" AS "email",
    t."language" AS "language",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM billing_accounts t

-- BillingProblemShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
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
          ), (SELECT r.number FROM voyages r WHERE r.organization_id = s.organization_id AND r.id = s.voyage_id), s.truck_visit_id::text, (SELECT r.number FROM appointments r WHERE r.organization_id = s.organization_id AND r.id = s.appointment_id), (SELECT r.reference_number FROM packing_list_items r WHERE r.organization_id = s.organization_id AND r.id = s.packing_list_item_id), (SELECT r.number FROM service_orders r WHERE r.organization_id = s.organization_id AND r.id = s.service_order_id), (SELECT r.vin_number FROM vehicles r WHERE r.organization_id = s.organization_id AND r.id = s.vehicle_id), (SELECT r.reference_number FROM breakbulks r WHERE r.organization_id = s.organization_id AND r.id = s.breakbulk_id)) AS "key"
        ) o
      )
      FROM charge_subjects s
      WHERE s.organization_id = t."organization_id" AND s.id = t."subject_id"
    ) AS "subject",
    ((
      SELECT t_charge_code."code"
      FROM charge_codes t_charge_code
      WHERE t."organization_id" = t_charge_code."organization_id" AND t."charge_code_id" = t_charge_code."id"
    )) AS "charge_code",
    t."code" AS "code",
    t."sentence" AS "sentence",
    ((t."open" AND (t."code" <> 'tax_missing' OR EXISTS (
      SELECT
      FROM charges c
      WHERE c.organization_id = t."organization_id" AND c.subject_id = t."subject_id" AND c.charge_code_id = t."charge_code_id" AND c.invoice_line_id IS NULL AND c.settled_with_id IS NULL
    )))) AS "open",
    (
      SELECT (SELECT row_to_json(f) FROM (SELECT t_billing_run."id" AS "id", t_billing_run."number" AS "number") f)
      FROM billing_runs t_billing_run
      WHERE t."organization_id" = t_billing_run."organization_id" AND t."billing_run_id" = t_billing_run."id"
    ) AS "billing_run"
  ) f
)
FROM billing_problems t

-- BillingRunShow
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
        (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
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
          coalesce((SELECT c.name FROM shipping_lines c WHERE c.organization_id = b.organization_id AND c.id = b.shipping_line_id), (SELECT c.name FROM consignees c WHERE c.organization_id = b.organization_id AND c.id = b.consignee_id), (SELECT c.name FROM agents c WHERE c.organization_id = b.organization_id AND c.id = b.agent_id), (SELECT c.name FROM freight_forwarders c WHERE c.organization_id = b.organization_id AND c.id = b.freight_forwarder_id), (SELECT c.name FROM trucking_companies c WHERE c.organization_id = b.organization_id AND c.id = b.trucking_company_id)) AS "name"
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
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."finished_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "finished_at"
  ) f
)
FROM billing_runs t

-- BookingContainerShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."stay_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."stay_id" AS "id",
        (SELECT t_stay."status" FROM container_stays t_stay WHERE t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id") AS "status"
      ) o
    ) END AS "stay",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."edi_message_id" AS id) r WHERE r.id IS NOT NULL) AS "edi_message"
  ) f
)
FROM booking_containers t

-- BookingReleaseShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."booking_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."booking_id" AS "id",
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    t."number" AS "number",
    ((
      SELECT t_booking_line."number"
      FROM booking_lines t_booking_line
      WHERE t."organization_id" = t_booking_line."organization_id" AND t."booking_line_id" = t_booking_line."id"
    )) AS "line",
    CASE WHEN t."container_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_type_id" AS "id",
        (
          SELECT t_container_type."code"
          FROM container_types t_container_type
          WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
        ) AS "code"
      ) o
    ) END AS "container_type",
    t."quantity" AS "quantity",
    to_char(t."valid_from" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "valid_from",
    to_char(t."valid_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "valid_until",
    CASE WHEN t."trucking_company_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."trucking_company_id" AS "id", t_trucking_company."code" AS "code", t_trucking_company."name" AS "name") o) END AS "trucking_company",
    t."company_name" AS "company_name",
    t."remarks" AS "remarks",
    (CASE WHEN t."status" <> 'cancelled' AND (SELECT n.released FROM booking_release_counts(t."organization_id", t."booking_id") n WHERE n.release_id = t."id") >= t."quantity" THEN 'used' ELSE t."status" END) AS "status",
    ((SELECT n.released FROM booking_release_counts(t."organization_id", t."booking_id") n WHERE n.release_id = t."id")) AS "released",
    to_char(t."cancelled_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "cancelled_at",
    t."cancel_reason" AS "cancel_reason",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_cancelled_by."id" AS "id",
          t_cancelled_by."email" AS "email",
          t_cancelled_by."firstname" AS "firstname",
          t_cancelled_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_cancelled_by."firstname", t_cancelled_by."lastname"), ''), t_cancelled_by."email")) AS "name"
        ) f
      )
      FROM users t_cancelled_by
      WHERE t."organization_id" = t_cancelled_by."organization_id" AND t."cancelled_by_id" = t_cancelled_by."id"
    ) AS "cancelled_by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN trucking_companies t_trucking_company ON t."organization_id" = t_trucking_company."organization_id" AND t."trucking_company_id" = t_trucking_company."id"
  ) f
)
FROM booking_releases t

-- BookingShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
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
        (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
      ) o
    ) END AS "voyage",
    t."goods" AS "goods",
    t."quantity" AS "quantity",
    CASE WHEN t."container_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_type_id" AS "id",
        (
          SELECT t_container_type."code"
          FROM container_types t_container_type
          WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
        ) AS "code"
      ) o
    ) END AS "container_type",
    (booking_exceeded_by(t."organization_id", t."id")) AS "exceeded_by",
    (SELECT coalesce(sum(n.received), 0)::integer FROM booking_line_counts(t."organization_id", t."id") n) AS "received",
    (SELECT coalesce(sum(n.released), 0)::integer FROM booking_line_counts(t."organization_id", t."id") n) AS "released",
    (SELECT coalesce(sum(n.inside), 0)::integer FROM booking_line_counts(t."organization_id", t."id") n) AS "inside",
    (CASE WHEN t."quantity" IS NOT NULL THEN greatest(t."quantity" - (SELECT coalesce(sum(n.received), 0)::integer FROM booking_line_counts(t."organization_id", t."id") n), 0) END) AS "short",
    t."port_of_loading" AS "port_of_loading",
    t."port_of_discharge" AS "port_of_discharge",
    t."place_of_delivery" AS "place_of_delivery",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT l.number AS "number",
          (
            SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id", r.code AS "code") o)
            FROM container_types r
            WHERE r.organization_id = l.organization_id AND r.id = l.container_type_id
          ) AS "container_type",
          l.quantity AS "quantity",
          l.container_status AS "container_status",
          trim_scale(l.set_point) AS "set_point",
          trim_scale(l.ventilation) AS "ventilation",
          trim_scale(l.humidity) AS "humidity",
          l.operating_reefer AS "operating_reefer",
          compact_json(l.dangerous_goods) AS "dangerous_goods",
          compact_json(l.over) AS "over",
          l.goods AS "goods",
          trim_scale(l.weight) AS "weight",
          (
            SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id", r.name AS "name") o)
            FROM commodity_types r
            WHERE r.organization_id = l.organization_id AND r.id = l.commodity_type_id
          ) AS "commodity_type",
          l.remarks AS "remarks",
          n.received AS "received",
          n.released AS "released",
          n.inside AS "inside",
          n.inside_released AS "inside_released"
        ) o
      ) ORDER BY l.number)), '[]'::json)
      FROM booking_lines l
      JOIN booking_line_counts(t."organization_id", t."id") n ON n.line_id = l.id
      WHERE l.organization_id = t."organization_id" AND l.booking_id = t."id"
    ) AS "lines",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM bookings t

-- BreakbulkMovement
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."movement_type" AS "movement_type",
    t."from" AS "from",
    t."to" AS "to",
    CASE WHEN t."from_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."from_location_type" AS "type",
        t."from_location_id" AS "id",
        location_name(t."organization_id", t."from_location_type", t."from_location_id") AS "name"
      ) o
    ) END AS "from_location",
    CASE WHEN t."to_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (SELECT t."to_location_type" AS "type", t."to_location_id" AS "id", location_name(t."organization_id", t."to_location_type", t."to_location_id") AS "name") o
    ) END AS "to_location",
    to_char(t."moved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "moved_at",
    t."reason" AS "reason",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    t."quantity" AS "quantity"
  ) f
)
FROM cargo_movements t

-- BreakbulkShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference_number" AS "reference_number",
    t."quantity" AS "quantity",
    t."arrived_quantity" AS "arrived_quantity",
    t."loaded_quantity" AS "loaded_quantity",
    t."delivered_quantity" AS "delivered_quantity",
    ((t."arrived_quantity" - t."loaded_quantity" - t."delivered_quantity")) AS "quantity_at_terminal",
    t."description" AS "description",
    CASE WHEN t."package_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."package_type_id" AS "id",
        (
          SELECT t_package_type."code"
          FROM package_types t_package_type
          WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
        ) AS "code"
      ) o
    ) END AS "package_type",
    trim_scale(t."weight"::numeric) AS "weight",
    trim_scale(t."volume"::numeric) AS "volume",
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
    t."current_location_type" AS "current_location_type",
    (location_name(t."organization_id", t."current_location_type", t."current_location_id")) AS "current_location",
    CASE WHEN t."current_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."current_location_type" AS "type",
        t."current_location_id" AS "id",
        location_name(t."organization_id", t."current_location_type", t."current_location_id") AS "name"
      ) o
    ) END AS "location",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM breakbulks t

-- CalendarDayShow
SELECT (SELECT row_to_json(f) FROM (SELECT t."date"::text AS "date", t."name" AS "name", t."closed" AS "closed") f)
FROM calendar_days t

-- CalendarShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    (t."weekend") AS "weekend",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(f) FROM (SELECT t_days."date"::text AS "date", t_days."name" AS "name", t_days."closed" AS "closed") f) ORDER BY t_days."date")), '[]'::json)
      FROM calendar_days t_days
      WHERE t_days."organization_id" = t."organization_id" AND t_days."calendar_id" = t."id"
    ) AS "days",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM calendars t

-- ChargeCodeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."name" AS "name",
    t."measure" AS "measure",
    t."cargo" AS "cargo",
    t."lift_type" AS "lift_type",
    t."unit_code" AS "unit_code",
    t."tax_class" AS "tax_class",
    t."payers" AS "payers",
    t."payers_empty" AS "payers_empty",
    t."priced_at" AS "priced_at",
    t."release" AS "release",
    t."rate_required" AS "rate_required",
    t."general_ledger_id" AS "general_ledger_id",
    t."active" AS "active",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM charge_codes t

-- ChargeShow
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
          ), (SELECT r.number FROM voyages r WHERE r.organization_id = s.organization_id AND r.id = s.voyage_id), s.truck_visit_id::text, (SELECT r.number FROM appointments r WHERE r.organization_id = s.organization_id AND r.id = s.appointment_id), (SELECT r.reference_number FROM packing_list_items r WHERE r.organization_id = s.organization_id AND r.id = s.packing_list_item_id), (SELECT r.number FROM service_orders r WHERE r.organization_id = s.organization_id AND r.id = s.service_order_id), (SELECT r.vin_number FROM vehicles r WHERE r.organization_id = s.organization_id AND r.id = s.vehicle_id), (SELECT r.reference_number FROM breakbulks r WHERE r.organization_id = s.organization_id AND r.id = s.breakbulk_id)) AS "key"
        ) o
      )
      FROM charge_subjects s
      WHERE s.organization_id = t."organization_id" AND s.id = t."subject_id"
    ) AS "subject",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."stay_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."stay_id" AS "id",
        (SELECT t_stay."number" FROM container_stays t_stay WHERE t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id") AS "number"
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
    (CASE WHEN (t."billed_by" = 'day' OR t."billed_by" ~ '^\d+ h$') THEN concat_ws(' × ', CASE t."billed_per" WHEN 'teu' THEN 'TEU' WHEN 'tonne' THEN 't' WHEN 'cubic_metre' THEN 'm³' WHEN 'square_metre' THEN 'm²' WHEN 'revenue_tonne' THEN 'rev. t' WHEN 'gross_tonnage' THEN 'GT' WHEN 'metre' THEN 'm' WHEN 'piece' THEN 'pcs' END, t."billed_by") ELSE coalesce(CASE t."billed_per" WHEN 'teu' THEN 'TEU' WHEN 'tonne' THEN 't' WHEN 'cubic_metre' THEN 'm³' WHEN 'square_metre' THEN 'm²' WHEN 'revenue_tonne' THEN 'rev. t' WHEN 'gross_tonnage' THEN 'GT' WHEN 'metre' THEN 'm' WHEN 'piece' THEN 'pcs' END, t."billed_by") END) AS "unit",
    (CASE WHEN (t."billed_by" = 'day' OR t."billed_by" ~ '^\d+ h$') THEN CASE WHEN t."kind" <> 'waiver' THEN ((t."last_unit" - t."first_unit" + 1) * sign(t."quantity"))::integer END END) AS "units",
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
          coalesce((SELECT c.name FROM shipping_lines c WHERE c.organization_id = b.organization_id AND c.id = b.shipping_line_id), (SELECT c.name FROM consignees c WHERE c.organization_id = b.organization_id AND c.id = b.consignee_id), (SELECT c.name FROM agents c WHERE c.organization_id = b.organization_id AND c.id = b.agent_id), (SELECT c.name FROM freight_forwarders c WHERE c.organization_id = b.organization_id AND c.id = b.freight_forwarder_id), (SELECT c.name FROM trucking_companies c WHERE c.organization_id = b.organization_id AND c.id = b.trucking_company_id)) AS "name"
        ) o
      )
      FROM billing_customers b
      WHERE b.organization_id = t."organization_id" AND b.id = t."customer_id"
    ) AS "customer",
    ((SELECT t_tariff."name" FROM tariffs t_tariff WHERE t."organization_id" = t_tariff."organization_id" AND t."tariff_id" = t_tariff."id")) AS "tariff",
    t."rate_position" AS "rate_position",
    t."ahead" AS "ahead",
    compact_json(t."explanation") AS "explanation",
    t."reason" AS "reason",
    (CASE WHEN t."invoice_line_id" IS NOT NULL THEN (
      SELECT CASE WHEN i.paid THEN 'paid' WHEN (i.approved OR i.paid OR i.numbered_at IS NOT NULL) THEN 'invoiced' ELSE 'draft' END
      FROM invoice_lines l
      JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
      WHERE l.organization_id = t."organization_id" AND l.id = t."invoice_line_id"
    ) WHEN t."settled_with_id" IS NULL THEN 'open' WHEN (SELECT s.kind FROM charges s WHERE s.organization_id = t."organization_id" AND s.id = t."settled_with_id") = 'waiver' THEN 'waived' ELSE 'settled' END) AS "status",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT i.id AS "id", i.number AS "number") o)
      FROM invoice_lines l
      JOIN invoices i ON i.organization_id = l.organization_id AND i.id = l.invoice_id
      WHERE l.organization_id = t."organization_id" AND l.id = t."invoice_line_id"
    ) AS "invoice",
    CASE WHEN t."billing_run_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."billing_run_id" AS "id") o) END AS "billing_run",
    (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "user",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
    FROM (SELECT) one
    LEFT
    JOIN users t_user ON t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
  ) f
)
FROM charges t

-- ChassisShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
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
    t."current_location_type" AS "current_location_type",
    (location_name(t."organization_id", t."current_location_type", t."current_location_id")) AS "current_location",
    CASE WHEN t."current_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."current_location_type" AS "type",
        t."current_location_id" AS "id",
        location_name(t."organization_id", t."current_location_type", t."current_location_id") AS "name"
      ) o
    ) END AS "location",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM chassis t

-- CommodityTypeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM commodity_types t

-- CompanyOfPreAdvice
SELECT (SELECT row_to_json(f) FROM (SELECT t."id" AS "id", t."name" AS "name", t."code" AS "code") f)
FROM trucking_companies t

-- CompanyOfTruck
SELECT (SELECT row_to_json(f) FROM (SELECT t."name" AS "name", t."code" AS "code") f)
FROM trucking_companies t

-- ConsigneeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."address" AS "address",
    t."contact_person" AS "contact_person",
    t."phone" AS "phone",
    t."email" AS "email",
    t."customs_code" AS "customs_code",
    t."vat_number" AS "vat_number",
    t."general_ledger_id" AS "general_ledger_id",
    t."billing_contact_name" AS "billing_contact_name",
    t."billing_contact_email" AS "billing_contact_email"
  ) f
)
FROM consignees t

-- ContainerDamageShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (t_container."number") AS "number",
    CASE WHEN t."container_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."container_id" AS "id", t_container."number" AS "number") o) END AS "container",
    CASE WHEN t."damage_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."damage_type_id" AS "id",
        (
          SELECT t_damage_type."code"
          FROM damage_types t_damage_type
          WHERE t."organization_id" = t_damage_type."organization_id" AND t."damage_type_id" = t_damage_type."id"
        ) AS "code"
      ) o
    ) END AS "damage_type",
    CASE WHEN t."component_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."component_id" AS "id",
        (SELECT t_component."code" FROM damage_components t_component WHERE t."organization_id" = t_component."organization_id" AND t."component_id" = t_component."id") AS "code"
      ) o
    ) END AS "component",
    t."location" AS "location",
    t."severity" AS "severity",
    t."quantity" AS "quantity",
    trim_scale(t."length_cm"::numeric) AS "length_cm",
    trim_scale(t."width_cm"::numeric) AS "width_cm",
    trim_scale(t."depth_cm"::numeric) AS "depth_cm",
    t."notes" AS "notes",
    t."status" AS "status",
    to_char(t."found_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "found_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_found_by."id" AS "id", (coalesce(nullif(concat_ws(' ', t_found_by."firstname", t_found_by."lastname"), ''), t_found_by."email")) AS "name") f
      )
      FROM users t_found_by
      WHERE t."organization_id" = t_found_by."organization_id" AND t."found_by_id" = t_found_by."id"
    ) AS "found_by",
    t."found_during" AS "found_during",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."inspection_id" AS id) r WHERE r.id IS NOT NULL) AS "inspection",
    t."stay_id" AS "stay_id",
    to_char(t."repaired_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "repaired_at",
    t."repair_notes" AS "repair_notes",
    to_char(t."withdrawn_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawn_at",
    t."withdraw_reason" AS "withdraw_reason",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT (
          SELECT row_to_json(f)
          FROM (
            SELECT t_files_file."id" AS "id",
            t_files_file."name" AS "name",
            t_files_file."content_type" AS "content_type",
            t_files_file."bytes" AS "bytes",
            (
              SELECT row_to_json(o)
              FROM (
                SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/files/' || t_files_file."id" AS "url") o) AS "show",
                (SELECT row_to_json(o) FROM (SELECT 'POST' AS "method", :base || '/api/v1/files/' || t_files_file."id" || '/link' AS "url") o) AS "link"
              ) o
            ) AS "actions"
          ) f
        )
        FROM files t_files_file
        WHERE t_files."organization_id" = t_files_file."organization_id" AND t_files."file_id" = t_files_file."id"
      ) ORDER BY t_files."position")), '[]'::json)
      FROM damage_files t_files
      WHERE t_files."organization_id" = t."organization_id" AND t_files."damage_id" = t."id"
    ) AS "files",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
  ) f
)
FROM container_damages t

-- ContainerHoldFields
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id")) AS "hold_type",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by"
    FROM (SELECT) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
  ) f
)
FROM container_holds t

-- ContainerHoldItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id")) AS "hold_type",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (SELECT 'PUT' AS "method", :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds' || '/' || t."id" || '/lift.json' AS "url") o
        ) AS "lift",
        (
          SELECT row_to_json(o)
          FROM (SELECT 'PUT' AS "method", :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds' || '/' || t."hold_type_id" || '/apply.json' AS "url") o
        ) AS "apply"
      ) o
    ) AS "actions"
    FROM (SELECT) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
  ) f
)
FROM container_holds t

-- ContainerMovementItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."movement_type" AS "movement_type",
    t."from" AS "from",
    t."to" AS "to",
    CASE WHEN t."from_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."from_location_type" AS "type",
        t."from_location_id" AS "id",
        location_name(t."organization_id", t."from_location_type", t."from_location_id") AS "name"
      ) o
    ) END AS "from_location",
    CASE WHEN t."to_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (SELECT t."to_location_type" AS "type", t."to_location_id" AS "id", location_name(t."organization_id", t."to_location_type", t."to_location_id") AS "name") o
    ) END AS "to_location",
    t."from_tier" AS "from_tier",
    t."to_tier" AS "to_tier",
    to_char(t."moved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "moved_at",
    t."reason" AS "reason",
    t."truck_visit_id" AS "truck_visit_id",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."truck_visit_id" AS id) r WHERE r.id IS NOT NULL) AS "truck_visit",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
      ) o
    ) END AS "voyage",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user"
  ) f
)
FROM container_movements t

-- ContainerReleaseShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    ((SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id")) AS "hold_type",
    CASE WHEN t."container_number" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT (SELECT c.id FROM containers c WHERE c.organization_id = t."organization_id" AND c.number = t."container_number") AS "id",
        t."container_number" AS "number"
      ) o
    ) END AS "container",
    t."bill_of_lading_number" AS "bill_of_lading_number",
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
    t."document_number" AS "document_number",
    t."reference" AS "reference",
    to_char(t."valid_from" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "valid_from",
    to_char(t."valid_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "valid_until",
    CASE WHEN t."freight_forwarder_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."freight_forwarder_id" AS "id",
        (
          SELECT t_freight_forwarder."name"
          FROM freight_forwarders t_freight_forwarder
          WHERE t."organization_id" = t_freight_forwarder."organization_id" AND t."freight_forwarder_id" = t_freight_forwarder."id"
        ) AS "name"
      ) o
    ) END AS "freight_forwarder",
    CASE WHEN t."trucking_company_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."trucking_company_id" AS "id", t_trucking_company."code" AS "code", t_trucking_company."name" AS "name") o) END AS "trucking_company",
    t."party_name" AS "party_name",
    (CASE WHEN t."status" = 'cancelled' THEN 'cancelled' WHEN t."valid_until" <= now() OR t."stay_id" IS NOT NULL AND (SELECT t_stay."status" FROM container_stays t_stay WHERE t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id") NOT IN ('announced', 'here') THEN 'over' ELSE t."status" END) AS "status",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    to_char(t."cancelled_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "cancelled_at",
    t."cancel_reason" AS "cancel_reason",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_cancelled_by."id" AS "id",
          t_cancelled_by."email" AS "email",
          t_cancelled_by."firstname" AS "firstname",
          t_cancelled_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_cancelled_by."firstname", t_cancelled_by."lastname"), ''), t_cancelled_by."email")) AS "name"
        ) f
      )
      FROM users t_cancelled_by
      WHERE t."organization_id" = t_cancelled_by."organization_id" AND t."cancelled_by_id" = t_cancelled_by."id"
    ) AS "cancelled_by",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."nomination_id" AS id) r WHERE r.id IS NOT NULL) AS "nomination",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."edi_message_id" AS id) r WHERE r.id IS NOT NULL) AS "edi_message",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN trucking_companies t_trucking_company ON t."organization_id" = t_trucking_company."organization_id" AND t."trucking_company_id" = t_trucking_company."id"
  ) f
)
FROM container_releases t

-- ContainerShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."meets_iso_standards" AS "meets_iso_standards",
    CASE WHEN t."container_type_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."container_type_id" AS "id", t_container_type."code" AS "code") o) END AS "container_type",
    (t_container_type."size") AS "size",
    (t_container_type."is_high_cube") AS "is_high_cube",
    (t_container_type."is_reefer") AS "is_reefer",
    t."container_status" AS "container_status",
    t."usage" AS "usage",
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
    t."goods" AS "goods",
    trim_scale(t."weight"::numeric) AS "weight",
    t."seals" AS "seals",
    CASE WHEN t."commodity_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."commodity_type_id" AS "id",
        (
          SELECT t_commodity_type."name"
          FROM commodity_types t_commodity_type
          WHERE t."organization_id" = t_commodity_type."organization_id" AND t."commodity_type_id" = t_commodity_type."id"
        ) AS "name"
      ) o
    ) END AS "commodity_type",
    CASE WHEN t."consignee_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."consignee_id" AS "id",
        (SELECT t_consignee."name" FROM consignees t_consignee WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id") AS "name"
      ) o
    ) END AS "consignee",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_stay_bill_of_ladings."bill_of_lading_id" AS "id",
          ((
            SELECT t_stay_bill_of_ladings_bill_of_lading_manifest."client_identifier"
            FROM manifests t_stay_bill_of_ladings_bill_of_lading_manifest
            WHERE t_stay_bill_of_ladings_bill_of_lading."organization_id" = t_stay_bill_of_ladings_bill_of_lading_manifest."organization_id" AND t_stay_bill_of_ladings_bill_of_lading."manifest_id" = t_stay_bill_of_ladings_bill_of_lading_manifest."id"
          )) AS "manifest",
          (t_stay_bill_of_ladings_bill_of_lading."number") AS "number"
          FROM (SELECT) one
          LEFT
          JOIN bill_of_ladings t_stay_bill_of_ladings_bill_of_lading ON t_stay_bill_of_ladings."organization_id" = t_stay_bill_of_ladings_bill_of_lading."organization_id" AND t_stay_bill_of_ladings."bill_of_lading_id" = t_stay_bill_of_ladings_bill_of_lading."id"
        ) f
      ) ORDER BY t_stay_bill_of_ladings."id")), '[]'::json)
      FROM container_bills t_stay_bill_of_ladings
      WHERE t_stay_bill_of_ladings."organization_id" = t."organization_id" AND t_stay_bill_of_ladings."stay_id" = t."stay_id"
    ) AS "bill_of_ladings",
    CASE WHEN t."booking_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."booking_id" AS "id",
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    CASE WHEN t."arrival_voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."arrival_voyage_id" AS "id",
        (
          SELECT t_arrival_voyage."number"
          FROM voyages t_arrival_voyage
          WHERE t."organization_id" = t_arrival_voyage."organization_id" AND t."arrival_voyage_id" = t_arrival_voyage."id"
        ) AS "number"
      ) o
    ) END AS "arrival_voyage",
    CASE WHEN t."departure_voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."departure_voyage_id" AS "id",
        (
          SELECT t_departure_voyage."number"
          FROM voyages t_departure_voyage
          WHERE t."organization_id" = t_departure_voyage."organization_id" AND t."departure_voyage_id" = t_departure_voyage."id"
        ) AS "number"
      ) o
    ) END AS "departure_voyage",
    t."current_location_type" AS "current_location_type",
    (location_name(t."organization_id", t."current_location_type", t."current_location_id")) AS "current_location",
    CASE WHEN t."current_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."current_location_type" AS "type",
        t."current_location_id" AS "id",
        location_name(t."organization_id", t."current_location_type", t."current_location_id") AS "name"
      ) o
    ) END AS "location",
    t."current_location_id" AS "current_location_id",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT n.id AS "id", n.name AS "name") o)
      FROM yard_areas n
      WHERE n.organization_id = t."organization_id" AND n.id = CASE t."current_location_type" WHEN 'YardArea' THEN t."current_location_id" WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = t."organization_id" AND s.id = t."current_location_id") END
    ) AS "yard_area",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT n.id AS "id", n.name AS "name") o)
      FROM terminals n
      WHERE n.organization_id = t."organization_id" AND n.id = CASE t."current_location_type" WHEN 'Terminal' THEN t."current_location_id" WHEN 'Gate' THEN (SELECT p.terminal_id FROM gates p WHERE p.organization_id = t."organization_id" AND p.id = t."current_location_id") WHEN 'BerthArea' THEN (SELECT p.terminal_id FROM berth_areas p WHERE p.organization_id = t."organization_id" AND p.id = t."current_location_id") WHEN 'YardArea' THEN (SELECT p.terminal_id FROM yard_areas p WHERE p.organization_id = t."organization_id" AND p.id = t."current_location_id") WHEN 'YardSlot' THEN (
        SELECT p.terminal_id
        FROM yard_areas p
        WHERE p.organization_id = t."organization_id" AND p.id = (CASE t."current_location_type" WHEN 'YardArea' THEN t."current_location_id" WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = t."organization_id" AND s.id = t."current_location_id") END)
      ) END
    ) AS "terminal",
    t."tier" AS "tier",
    t."operating_reefer" AS "operating_reefer",
    trim_scale(t."reefer_temperature"::numeric) AS "reefer_temperature",
    trim_scale(t."reefer_set_point_temperature"::numeric) AS "reefer_set_point_temperature",
    trim_scale(t."supply_temperature"::numeric) AS "supply_temperature",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (SELECT p.plug_action AS "plug_action", to_char(p.plug_action_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "plug_action_at") o
      ) ORDER BY p.plug_action_at, p.id)), '[]'::json)
      FROM reefer_plug_movements p
      WHERE p.organization_id = t."organization_id" AND p.container_id = t."id" AND p.stay_id IS NOT DISTINCT
      FROM t."stay_id"
    ) AS "reefer_plug_movements",
    t."stay_id" AS "stay_id",
    to_char((t_stay."in_at") AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "in_at",
    t."open_damages" AS "open_damages",
    (CASE WHEN t."open_damages" > 0 THEN 'damaged' ELSE t_stay."condition" END) AS "condition",
    (coalesce(t_stay."dangerous_goods" <> '[]', false)) AS "is_dangerous",
    (imdg_classes_of(coalesce(t_stay."dangerous_goods", '[]'))) AS "imdg_classes",
    (((
      SELECT count(*)
      FROM container_holds h
      WHERE h.organization_id = t."organization_id" AND h.container_id = t."id" AND (h.stay_id = t."stay_id" OR h.stay_id IS NULL) AND (h.lifted_at IS NULL OR h.lifted_until <= now())
    ) + (
      SELECT count(*)
      FROM (
        SELECT b.bill_of_lading_id
        FROM container_bills b
        WHERE b.organization_id = t."organization_id" AND b.stay_id = t."stay_id"
        UNION (
          SELECT i.bill_of_lading_id
          FROM packing_list_items i
          WHERE i.organization_id = t."organization_id" AND i.container_id = t."id" AND NOT i.has_been_stripped AND i.stay_id IS NOT DISTINCT
          FROM t."stay_id"
          UNION ALL SELECT l.bill_of_lading_id
          FROM vehicles v
          JOIN vehicle_bills l ON l.organization_id = v.organization_id AND l.vehicle_id = v.id
          WHERE v.organization_id = t."organization_id" AND v.current_location_id = t."id" AND v.current_location_type = 'Container'
          UNION ALL SELECT k.bill_of_lading_id
          FROM breakbulks k
          WHERE k.organization_id = t."organization_id" AND k.current_location_id = t."id" AND k.current_location_type = 'Container'
        )
      ) b
      JOIN bill_of_lading_holds h ON h.organization_id = t."organization_id" AND h.bill_of_lading_id = b.bill_of_lading_id AND (h.lifted_at IS NULL OR h.lifted_until <= now())
    ) + CASE WHEN t."current_location_type" = 'Container' THEN outer_holds(t."organization_id", t."id") ELSE 0 END)) AS "unlifted_holds",
    ((
      SELECT coalesce(array_to_json(array_agg(DISTINCT y.name)), '[]'::json)
      FROM (
        SELECT h.hold_type_id
        FROM container_holds h
        WHERE h.organization_id = t."organization_id" AND h.container_id = t."id" AND (h.stay_id = t."stay_id" OR h.stay_id IS NULL) AND (h.lifted_at IS NULL OR h.lifted_until <= now())
        UNION ALL SELECT h.hold_type_id
        FROM (
          SELECT b.bill_of_lading_id
          FROM container_bills b
          WHERE b.organization_id = t."organization_id" AND b.stay_id = t."stay_id"
          UNION (
            SELECT i.bill_of_lading_id
            FROM packing_list_items i
            WHERE i.organization_id = t."organization_id" AND i.container_id = t."id" AND NOT i.has_been_stripped AND i.stay_id IS NOT DISTINCT
            FROM t."stay_id"
            UNION ALL SELECT l.bill_of_lading_id
            FROM vehicles v
            JOIN vehicle_bills l ON l.organization_id = v.organization_id AND l.vehicle_id = v.id
            WHERE v.organization_id = t."organization_id" AND v.current_location_id = t."id" AND v.current_location_type = 'Container'
            UNION ALL SELECT k.bill_of_lading_id
            FROM breakbulks k
            WHERE k.organization_id = t."organization_id" AND k.current_location_id = t."id" AND k.current_location_type = 'Container'
          )
        ) b
        JOIN bill_of_lading_holds h ON h.organization_id = t."organization_id" AND h.bill_of_lading_id = b.bill_of_lading_id AND (h.lifted_at IS NULL OR h.lifted_until <= now())
      ) h
      JOIN hold_types y ON y.organization_id = t."organization_id" AND y.id = h.hold_type_id
    )) AS "hold_types",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN container_types t_container_type ON t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
    LEFT
    JOIN container_stays t_stay ON t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
  ) f
)
FROM containers t

-- ContainerStayShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t."container_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."container_id" AS "id", t_container."number" AS "number") o) END AS "container",
    t."status" AS "status",
    t."usage" AS "usage",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT t."arrived_by" AS "type",
        CASE WHEN t."arrived_by_voyage_id" IS NOT NULL THEN (
          SELECT row_to_json(o)
          FROM (
            SELECT t."arrived_by_voyage_id" AS "id",
            (
              SELECT t_arrived_by_voyage."number"
              FROM voyages t_arrived_by_voyage
              WHERE t."organization_id" = t_arrived_by_voyage."organization_id" AND t."arrived_by_voyage_id" = t_arrived_by_voyage."id"
            ) AS "number"
          ) o
        ) END AS "voyage",
        CASE t."arrived_by" WHEN 'truck' THEN (
          SELECT (SELECT row_to_json(o) FROM (SELECT m.truck_visit_id AS "id") o)
          FROM container_movements m
          WHERE m.organization_id = t."organization_id" AND m.stay_id = t."id" AND m.movement_type = 'gate_in' AND m.truck_visit_id IS NOT NULL
          ORDER BY m.id DESC
          LIMIT 1
        ) END AS "truck_visit"
      ) o
    ) AS "arrived_by",
    to_char(t."in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "in_at",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT t."departed_by" AS "type",
        CASE WHEN t."departed_by_voyage_id" IS NOT NULL THEN (
          SELECT row_to_json(o)
          FROM (
            SELECT t."departed_by_voyage_id" AS "id",
            (
              SELECT t_departed_by_voyage."number"
              FROM voyages t_departed_by_voyage
              WHERE t."organization_id" = t_departed_by_voyage."organization_id" AND t."departed_by_voyage_id" = t_departed_by_voyage."id"
            ) AS "number"
          ) o
        ) END AS "voyage",
        CASE t."departed_by" WHEN 'truck' THEN (
          SELECT (SELECT row_to_json(o) FROM (SELECT m.truck_visit_id AS "id") o)
          FROM container_movements m
          WHERE m.organization_id = t."organization_id" AND m.stay_id = t."id" AND m.movement_type = 'gate_out' AND m.truck_visit_id IS NOT NULL
          ORDER BY m.id DESC
          LIMIT 1
        ) END AS "truck_visit"
      ) o
    ) AS "departed_by",
    to_char(t."out_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "out_at",
    (CASE WHEN t."in_at" IS NOT NULL THEN greatest(0, floor(extract(epoch FROM coalesce(t."out_at", date_trunc('milliseconds', now())) - t."in_at")))::bigint END) AS "dwell_seconds",
    t."arrival_status" AS "arrival_status",
    t."departure_status" AS "departure_status",
    t."container_status" AS "container_status",
    to_char(t."emptied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "emptied_at",
    t."arrival_goods" AS "arrival_goods",
    trim_scale(t."arrival_weight"::numeric) AS "arrival_weight",
    CASE WHEN t."arrival_commodity_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."arrival_commodity_type_id" AS "id",
        (
          SELECT t_arrival_commodity_type."name"
          FROM commodity_types t_arrival_commodity_type
          WHERE t."organization_id" = t_arrival_commodity_type."organization_id" AND t."arrival_commodity_type_id" = t_arrival_commodity_type."id"
        ) AS "name"
      ) o
    ) END AS "arrival_commodity_type",
    t."delivered" AS "delivered",
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
    ((
      SELECT t_container_container_type."code"
      FROM container_types t_container_container_type
      WHERE t_container."organization_id" = t_container_container_type."organization_id" AND t_container."container_type_id" = t_container_container_type."id"
    )) AS "container_type",
    ((
      SELECT t_container_container_type."size"
      FROM container_types t_container_container_type
      WHERE t_container."organization_id" = t_container_container_type."organization_id" AND t_container."container_type_id" = t_container_container_type."id"
    )) AS "size",
    ((
      SELECT t_container_container_type."is_reefer"
      FROM container_types t_container_container_type
      WHERE t_container."organization_id" = t_container_container_type."organization_id" AND t_container."container_type_id" = t_container_container_type."id"
    )) AS "is_reefer",
    ((SELECT w.current_location_type FROM containers w WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id")) AS "current_location_type",
    ((SELECT w.current_location_id FROM containers w WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id")) AS "current_location_id",
    ((
      SELECT location_name(w.organization_id, w.current_location_type, w.current_location_id)
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    )) AS "current_location",
    (
      SELECT CASE WHEN w.current_location_type IS NOT NULL THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT w.current_location_type AS "type",
          w.current_location_id AS "id",
          location_name(w.organization_id, w.current_location_type, w.current_location_id) AS "name"
        ) o
      ) END
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    ) AS "location",
    (
      SELECT (
        SELECT (SELECT row_to_json(o) FROM (SELECT n.id AS "id", n.name AS "name") o)
        FROM yard_areas n
        WHERE n.organization_id = w.organization_id AND n.id = CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END
      )
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    ) AS "yard_area",
    (
      SELECT (
        SELECT (SELECT row_to_json(o) FROM (SELECT n.id AS "id", n.name AS "name") o)
        FROM terminals n
        WHERE n.organization_id = w.organization_id AND n.id = CASE w.current_location_type WHEN 'Terminal' THEN w.current_location_id WHEN 'Gate' THEN (SELECT p.terminal_id FROM gates p WHERE p.organization_id = w.organization_id AND p.id = w.current_location_id) WHEN 'BerthArea' THEN (SELECT p.terminal_id FROM berth_areas p WHERE p.organization_id = w.organization_id AND p.id = w.current_location_id) WHEN 'YardArea' THEN (SELECT p.terminal_id FROM yard_areas p WHERE p.organization_id = w.organization_id AND p.id = w.current_location_id) WHEN 'YardSlot' THEN (
          SELECT p.terminal_id
          FROM yard_areas p
          WHERE p.organization_id = w.organization_id AND p.id = (CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END)
        ) END
      )
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    ) AS "terminal",
    (coalesce((
      SELECT ((
        SELECT count(*)
        FROM container_holds h
        WHERE h.organization_id = w.organization_id AND h.container_id = w.id AND (h.stay_id = w.stay_id OR h.stay_id IS NULL) AND (h.lifted_at IS NULL OR h.lifted_until <= now())
      ) + (
        SELECT count(*)
        FROM (
          SELECT b.bill_of_lading_id
          FROM container_bills b
          WHERE b.organization_id = w.organization_id AND b.stay_id = w.stay_id
          UNION (
            SELECT i.bill_of_lading_id
            FROM packing_list_items i
            WHERE i.organization_id = w.organization_id AND i.container_id = w.id AND NOT i.has_been_stripped AND i.stay_id IS NOT DISTINCT
            FROM w.stay_id
            UNION ALL SELECT l.bill_of_lading_id
            FROM vehicles v
            JOIN vehicle_bills l ON l.organization_id = v.organization_id AND l.vehicle_id = v.id
            WHERE v.organization_id = w.organization_id AND v.current_location_id = w.id AND v.current_location_type = 'Container'
            UNION ALL SELECT k.bill_of_lading_id
            FROM breakbulks k
            WHERE k.organization_id = w.organization_id AND k.current_location_id = w.id AND k.current_location_type = 'Container'
          )
        ) b
        JOIN bill_of_lading_holds h ON h.organization_id = w.organization_id AND h.bill_of_lading_id = b.bill_of_lading_id AND (h.lifted_at IS NULL OR h.lifted_until <= now())
      ) + CASE WHEN w.current_location_type = 'Container' THEN outer_holds(w.organization_id, w.id) ELSE 0 END)
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    ), 0)) AS "unlifted_holds",
    (coalesce((
      SELECT (
        SELECT coalesce(array_to_json(array_agg(DISTINCT y.name)), '[]'::json)
        FROM (
          SELECT h.hold_type_id
          FROM container_holds h
          WHERE h.organization_id = w.organization_id AND h.container_id = w.id AND (h.stay_id = w.stay_id OR h.stay_id IS NULL) AND (h.lifted_at IS NULL OR h.lifted_until <= now())
          UNION ALL SELECT h.hold_type_id
          FROM (
            SELECT b.bill_of_lading_id
            FROM container_bills b
            WHERE b.organization_id = w.organization_id AND b.stay_id = w.stay_id
            UNION (
              SELECT i.bill_of_lading_id
              FROM packing_list_items i
              WHERE i.organization_id = w.organization_id AND i.container_id = w.id AND NOT i.has_been_stripped AND i.stay_id IS NOT DISTINCT
              FROM w.stay_id
              UNION ALL SELECT l.bill_of_lading_id
              FROM vehicles v
              JOIN vehicle_bills l ON l.organization_id = v.organization_id AND l.vehicle_id = v.id
              WHERE v.organization_id = w.organization_id AND v.current_location_id = w.id AND v.current_location_type = 'Container'
              UNION ALL SELECT k.bill_of_lading_id
              FROM breakbulks k
              WHERE k.organization_id = w.organization_id AND k.current_location_id = w.id AND k.current_location_type = 'Container'
            )
          ) b
          JOIN bill_of_lading_holds h ON h.organization_id = w.organization_id AND h.bill_of_lading_id = b.bill_of_lading_id AND (h.lifted_at IS NULL OR h.lifted_until <= now())
        ) h
        JOIN hold_types y ON y.organization_id = w.organization_id AND y.id = h.hold_type_id
      )
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    ), '[]'::json)) AS "hold_types",
    t."goods" AS "goods",
    trim_scale(t."weight"::numeric) AS "weight",
    t."seals" AS "seals",
    CASE WHEN t."commodity_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."commodity_type_id" AS "id",
        (
          SELECT t_commodity_type."name"
          FROM commodity_types t_commodity_type
          WHERE t."organization_id" = t_commodity_type."organization_id" AND t."commodity_type_id" = t_commodity_type."id"
        ) AS "name"
      ) o
    ) END AS "commodity_type",
    CASE WHEN t."consignee_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."consignee_id" AS "id",
        (SELECT t_consignee."name" FROM consignees t_consignee WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id") AS "name"
      ) o
    ) END AS "consignee",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_bill_of_ladings."bill_of_lading_id" AS "id",
          ((
            SELECT t_bill_of_ladings_bill_of_lading_manifest."client_identifier"
            FROM manifests t_bill_of_ladings_bill_of_lading_manifest
            WHERE t_bill_of_ladings_bill_of_lading."organization_id" = t_bill_of_ladings_bill_of_lading_manifest."organization_id" AND t_bill_of_ladings_bill_of_lading."manifest_id" = t_bill_of_ladings_bill_of_lading_manifest."id"
          )) AS "manifest",
          (t_bill_of_ladings_bill_of_lading."number") AS "number"
          FROM (SELECT) one
          LEFT
          JOIN bill_of_ladings t_bill_of_ladings_bill_of_lading ON t_bill_of_ladings."organization_id" = t_bill_of_ladings_bill_of_lading."organization_id" AND t_bill_of_ladings."bill_of_lading_id" = t_bill_of_ladings_bill_of_lading."id"
        ) f
      ) ORDER BY t_bill_of_ladings."id")), '[]'::json)
      FROM container_bills t_bill_of_ladings
      WHERE t_bill_of_ladings."organization_id" = t."organization_id" AND t_bill_of_ladings."stay_id" = t."id"
    ) AS "bill_of_ladings",
    CASE WHEN t."booking_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."booking_id" AS "id",
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    ((SELECT n.number FROM booking_lines n WHERE n.organization_id = t."organization_id" AND n.id = t."booking_line_id")) AS "booking_line",
    compact_json(t."dangerous_goods") AS "dangerous_goods",
    compact_json(t."over") AS "over",
    trim_scale(t."vgm"::numeric) AS "vgm",
    t."vgm_method" AS "vgm_method",
    t."vgm_responsible" AS "vgm_responsible",
    to_char(t."vgm_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "vgm_at",
    t."vgm_reference" AS "vgm_reference",
    t."vgm_source" AS "vgm_source",
    t."vgm_differs" AS "vgm_differs",
    CASE WHEN t."arrival_voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."arrival_voyage_id" AS "id",
        (
          SELECT t_arrival_voyage."number"
          FROM voyages t_arrival_voyage
          WHERE t."organization_id" = t_arrival_voyage."organization_id" AND t."arrival_voyage_id" = t_arrival_voyage."id"
        ) AS "number"
      ) o
    ) END AS "arrival_voyage",
    CASE WHEN t."departure_voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."departure_voyage_id" AS "id",
        (
          SELECT t_departure_voyage."number"
          FROM voyages t_departure_voyage
          WHERE t."organization_id" = t_departure_voyage."organization_id" AND t."departure_voyage_id" = t_departure_voyage."id"
        ) AS "number"
      ) o
    ) END AS "departure_voyage",
    t."operating_reefer" AS "operating_reefer",
    trim_scale(t."reefer_temperature"::numeric) AS "reefer_temperature",
    trim_scale(t."reefer_set_point_temperature"::numeric) AS "reefer_set_point_temperature",
    trim_scale(t."supply_temperature"::numeric) AS "supply_temperature",
    t."reason" AS "reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
  ) f
)
FROM container_stays t

-- ContainerTypeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."iso_type_code" AS "iso_type_code",
    t."description" AS "description",
    t."size" AS "size",
    t."is_high_cube" AS "is_high_cube",
    t."is_reefer" AS "is_reefer",
    trim_scale(t."tare_weight"::numeric) AS "tare_weight",
    trim_scale(t."maximum_gross_weight"::numeric) AS "maximum_gross_weight",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM container_types t

-- DamageComponentShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."name" AS "name",
    t."active" AS "active",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM damage_components t

-- DamageTypeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."name" AS "name",
    t."active" AS "active",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM damage_types t

-- DangerousContainer
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    t."container_status" AS "container_status",
    (
      SELECT CASE WHEN w.current_location_type IS NOT NULL THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT w.current_location_type AS "type",
          w.current_location_id AS "id",
          location_name(w.organization_id, w.current_location_type, w.current_location_id) AS "name"
        ) o
      ) END
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    ) AS "location",
    (
      SELECT (
        SELECT (SELECT row_to_json(o) FROM (SELECT n.id AS "id", n.name AS "name") o)
        FROM yard_areas n
        WHERE n.organization_id = w.organization_id AND n.id = CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END
      )
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    ) AS "yard_area",
    (
      SELECT (
        SELECT (SELECT row_to_json(o) FROM (SELECT n.id AS "id", n.name AS "name") o)
        FROM terminals n
        WHERE n.organization_id = w.organization_id AND n.id = CASE w.current_location_type WHEN 'Terminal' THEN w.current_location_id WHEN 'Gate' THEN (SELECT p.terminal_id FROM gates p WHERE p.organization_id = w.organization_id AND p.id = w.current_location_id) WHEN 'BerthArea' THEN (SELECT p.terminal_id FROM berth_areas p WHERE p.organization_id = w.organization_id AND p.id = w.current_location_id) WHEN 'YardArea' THEN (SELECT p.terminal_id FROM yard_areas p WHERE p.organization_id = w.organization_id AND p.id = w.current_location_id) WHEN 'YardSlot' THEN (
          SELECT p.terminal_id
          FROM yard_areas p
          WHERE p.organization_id = w.organization_id AND p.id = (CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END)
        ) END
      )
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    ) AS "terminal",
    (imdg_classes_of(t."dangerous_goods")) AS "imdg_classes",
    compact_json(t."dangerous_goods") AS "dangerous_goods",
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
    CASE WHEN t."arrival_voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."arrival_voyage_id" AS "id",
        (
          SELECT t_arrival_voyage."number"
          FROM voyages t_arrival_voyage
          WHERE t."organization_id" = t_arrival_voyage."organization_id" AND t."arrival_voyage_id" = t_arrival_voyage."id"
        ) AS "number"
      ) o
    ) END AS "arrival_voyage",
    CASE WHEN t."departure_voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."departure_voyage_id" AS "id",
        (
          SELECT t_departure_voyage."number"
          FROM voyages t_departure_voyage
          WHERE t."organization_id" = t_departure_voyage."organization_id" AND t."departure_voyage_id" = t_departure_voyage."id"
        ) AS "number"
      ) o
    ) END AS "departure_voyage",
    to_char(t."in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "in_at",
    to_char(((
      SELECT coalesce((
        SELECT max(m.moved_at)
        FROM container_movements m
        WHERE m.organization_id = w.organization_id AND m.container_id = w.id AND m.stay_id = w.stay_id AND (CASE m.to_location_type WHEN 'YardArea' THEN m.to_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = m.organization_id AND s.id = m.to_location_id) END) = (CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END) AND (CASE m.from_location_type WHEN 'YardArea' THEN m.from_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = m.organization_id AND s.id = m.from_location_id) END) IS DISTINCT
        FROM (CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END)
      ), t."in_at")
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id" AND (CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END) IS NOT NULL
    )) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "in_area_since",
    to_char(((
      SELECT (
        SELECT coalesce((
          SELECT max(m.moved_at)
          FROM container_movements m
          WHERE m.organization_id = w.organization_id AND m.container_id = w.id AND m.stay_id = w.stay_id AND (CASE m.to_location_type WHEN 'YardArea' THEN m.to_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = m.organization_id AND s.id = m.to_location_id) END) = (CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END) AND (CASE m.from_location_type WHEN 'YardArea' THEN m.from_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = m.organization_id AND s.id = m.from_location_id) END) IS DISTINCT
          FROM (CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END)
        ), t."in_at")
        FROM containers w
        WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id" AND (CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END) IS NOT NULL
      ) + make_interval(hours => a.imdg_hours)
      FROM yard_areas a
      WHERE a.organization_id = t."organization_id" AND a.imdg_hours IS NOT NULL AND a.id = (
        SELECT CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id) END
        FROM containers w
        WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
      )
    )) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "overdue_at",
    '[]'::json AS "conflicts"
  ) f
)
FROM container_stays t

-- DeliveryOrderShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
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
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM delivery_orders t

-- DischargeListItemShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."container_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."container_id" AS "id", t_container."number" AS "number") o) END AS "container",
    CASE WHEN t_container."container_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t_container."container_type_id" AS "id",
        (
          SELECT t_container_container_type."code"
          FROM container_types t_container_container_type
          WHERE t_container."organization_id" = t_container_container_type."organization_id" AND t_container."container_type_id" = t_container_container_type."id"
        ) AS "code"
      ) o
    ) END AS "container_type",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT s.id AS "id", s.code AS "code") o)
      FROM shipping_lines s
      WHERE s.organization_id = t."organization_id" AND s.id = CASE WHEN t."stay_id" IS NULL THEN t_container."shipping_line_id" ELSE t_stay."shipping_line_id" END
    ) AS "shipping_line",
    t."container_status" AS "container_status",
    (CASE WHEN t."stay_id" IS NULL THEN t_container."usage" ELSE t_stay."usage" END) AS "usage",
    (CASE WHEN t."stay_id" IS NULL THEN t_container."goods" ELSE t_stay."goods" END) AS "goods",
    trim_scale((CASE WHEN t."stay_id" IS NULL THEN t_container."weight" ELSE t_stay."weight" END)::numeric) AS "weight",
    (CASE WHEN t."stay_id" IS NULL THEN t_container."seals" ELSE t_stay."seals" END) AS "seals",
    (CASE WHEN t."stay_id" IS NULL THEN t_container."operating_reefer" ELSE t_stay."operating_reefer" END) AS "operating_reefer",
    trim_scale((CASE WHEN t."stay_id" IS NULL THEN t_container."reefer_set_point_temperature" ELSE t_stay."reefer_set_point_temperature" END)::numeric) AS "reefer_set_point_temperature",
    t."bill_of_lading_number" AS "bill_of_lading_number",
    CASE WHEN t."port_of_loading_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."port_of_loading_id" AS "id",
        (
          SELECT t_port_of_loading."locode"
          FROM ports t_port_of_loading
          WHERE t."organization_id" = t_port_of_loading."organization_id" AND t."port_of_loading_id" = t_port_of_loading."id"
        ) AS "locode"
      ) o
    ) END AS "port_of_loading",
    CASE WHEN t."port_of_discharge_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."port_of_discharge_id" AS "id",
        (
          SELECT t_port_of_discharge."locode"
          FROM ports t_port_of_discharge
          WHERE t."organization_id" = t_port_of_discharge."organization_id" AND t."port_of_discharge_id" = t_port_of_discharge."id"
        ) AS "locode"
      ) o
    ) END AS "port_of_discharge",
    t."cell" AS "cell",
    compact_json(t."dangerous") AS "dangerous",
    CASE WHEN t."stay_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."stay_id" AS "id", t_stay."status" AS "status") o) END AS "stay",
    (t."discharged_at" IS NOT NULL) AS "discharged",
    to_char(t."discharged_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "discharged_at",
    t."over" AS "over",
    t."from_bayplan" AS "from_bayplan",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    LEFT
    JOIN container_stays t_stay ON t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
  ) f
)
FROM discharge_list_items t

-- DischargeListShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
      ) o
    ) END AS "voyage",
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
    (SELECT count(*) FROM discharge_list_items i WHERE i.organization_id = t."organization_id" AND i.discharge_list_id = t."id") AS "items_count",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM discharge_lists t

-- DockReceiptShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t."booking_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."booking_id" AS "id",
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM dock_receipts t

-- DriverOfRefusal
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (nullif(trim(concat_ws(' ', t."firstname", t."lastname")), '')) AS "fullname",
    t."license_number" AS "license_number",
    (nullif(trim(concat_ws(' ', t."firstname", t."lastname")), '')) AS "name"
  ) f
)
FROM truck_drivers t

-- DriverOfTruck
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (nullif(trim(concat_ws(' ', t."firstname", t."lastname")), '')) AS "fullname",
    t."license_number" AS "license_number",
    t."number" AS "number"
  ) f
)
FROM truck_drivers t

-- EdiChannelShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."partner_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."partner_id" AS "id",
        (SELECT t_partner."name" FROM edi_partners t_partner WHERE t."organization_id" = t_partner."organization_id" AND t."partner_id" = t_partner."id") AS "name"
      ) o
    ) END AS "partner",
    t."direction" AS "direction",
    t."kind" AS "kind",
    t."description" AS "description",
    t."active" AS "active",
    t."host" AS "host",
    t."port" AS "port",
    t."username" AS "username",
    t."host_key" AS "host_key",
    t."in_folder" AS "in_folder",
    t."out_folder" AS "out_folder",
    t."done_folder" AS "done_folder",
    t."poll_seconds" AS "poll_seconds",
    t."file_name" AS "file_name",
    t."legacy_algorithms" AS "legacy_algorithms",
    t."public_key" AS "public_key",
    t."previous_public_key" AS "previous_public_key",
    to_char((SELECT s.failing_since FROM edi_channel_states s WHERE s.organization_id = t."organization_id" AND s.edi_channel_id = t."id") AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "failing_since",
    (SELECT s.last_error FROM edi_channel_states s WHERE s.organization_id = t."organization_id" AND s.edi_channel_id = t."id") AS "last_error",
    to_char((SELECT s.last_worked_at FROM edi_channel_states s WHERE s.organization_id = t."organization_id" AND s.edi_channel_id = t."id") AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_worked_at",
    (coalesce((SELECT s.left_files FROM edi_channel_states s WHERE s.organization_id = t."organization_id" AND s.edi_channel_id = t."id"), '{}')) AS "left_files",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_channels t

-- EdiCodeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."partner_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."partner_id" AS "id",
        (SELECT t_partner."name" FROM edi_partners t_partner WHERE t."organization_id" = t_partner."organization_id" AND t."partner_id" = t_partner."id") AS "name"
      ) o
    ) END AS "partner",
    t."list" AS "list",
    t."theirs" AS "theirs",
    (coalesce((
      SELECT t_shipping_line."code"
      FROM shipping_lines t_shipping_line
      WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
    ), (
      SELECT t_container_type."code"
      FROM container_types t_container_type
      WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
    ), (SELECT t_port."locode" FROM ports t_port WHERE t."organization_id" = t_port."organization_id" AND t."port_id" = t_port."id"), (SELECT t_terminal."name" FROM terminals t_terminal WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id"), (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"), (
      SELECT t_trucking_company."code"
      FROM trucking_companies t_trucking_company
      WHERE t."organization_id" = t_trucking_company."organization_id" AND t."trucking_company_id" = t_trucking_company."id"
    ), (
      SELECT t_freight_forwarder."name"
      FROM freight_forwarders t_freight_forwarder
      WHERE t."organization_id" = t_freight_forwarder."organization_id" AND t."freight_forwarder_id" = t_freight_forwarder."id"
    ), (
      SELECT t_damage_type."code"
      FROM damage_types t_damage_type
      WHERE t."organization_id" = t_damage_type."organization_id" AND t."damage_type_id" = t_damage_type."id"
    ), (
      SELECT t_damage_component."code"
      FROM damage_components t_damage_component
      WHERE t."organization_id" = t_damage_component."organization_id" AND t."damage_component_id" = t_damage_component."id"
    ))) AS "ours",
    t."preferred" AS "preferred",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_codes t

-- EdiFlowShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."partner_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."partner_id" AS "id",
        (SELECT t_partner."name" FROM edi_partners t_partner WHERE t."organization_id" = t_partner."organization_id" AND t."partner_id" = t_partner."id") AS "name"
      ) o
    ) END AS "partner",
    t."direction" AS "direction",
    t."message" AS "message",
    t."directory" AS "directory",
    t."association" AS "association",
    (
      SELECT coalesce(array_to_json(array_agg(l.code ORDER BY f.id)), '[]'::json)
      FROM edi_flow_lines f
      JOIN shipping_lines l ON l.organization_id = f.organization_id AND l.id = f.shipping_line_id
      WHERE f.organization_id = t."organization_id" AND f.edi_flow_id = t."id"
    ) AS "shipping_lines",
    t."all_lines" AS "all_lines",
    t."active" AS "active",
    t."apply" AS "apply",
    t."original_replaces" AS "original_replaces",
    CASE WHEN t."hold_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."hold_type_id" AS "id",
        (SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id") AS "name"
      ) o
    ) END AS "hold_type",
    t."every_minutes" AS "every_minutes",
    t."per_message" AS "per_message",
    t."at_tally_close" AS "at_tally_close",
    t."document_prefix" AS "document_prefix",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_flows t

-- EdiInterchangeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."direction" AS "direction",
    CASE WHEN t."partner_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."partner_id" AS "id",
        (SELECT t_partner."name" FROM edi_partners t_partner WHERE t."organization_id" = t_partner."organization_id" AND t."partner_id" = t_partner."id") AS "name"
      ) o
    ) END AS "partner",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."channel_id" AS id) r WHERE r.id IS NOT NULL) AS "channel",
    t."file_name" AS "file_name",
    t."control_reference" AS "control_reference",
    t."sender" AS "sender",
    t."recipient" AS "recipient",
    to_char(t."prepared_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "prepared_at",
    t."character_set" AS "character_set",
    (CASE WHEN t."syntax_version" ~ '^[0-9]{1,4}$' THEN t."syntax_version"::integer END) AS "syntax_version",
    t."test" AS "test",
    t."status" AS "status",
    t."size" AS "size",
    t."sha256" AS "sha256",
    compact_json(t."errors") AS "errors",
    compact_json(t."warnings") AS "warnings",
    t."messages_count" AS "messages_count",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."duplicate_of_id" AS id) r WHERE r.id IS NOT NULL) AS "duplicate_of",
    CASE WHEN t."acknowledgement_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."acknowledgement_id" AS "id",
        (
          SELECT t_acknowledgement."status"
          FROM edi_interchanges t_acknowledgement
          WHERE t."organization_id" = t_acknowledgement."organization_id" AND t."acknowledgement_id" = t_acknowledgement."id"
        ) AS "status",
        to_char(t."acknowledged_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at"
      ) o
    ) END AS "acknowledgement",
    t."overdue" AS "overdue",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."read_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "read_at",
    to_char(t."sent_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "sent_at",
    t."tries" AS "tries",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/edi_interchanges/' || t."id" AS "url") o) AS "show",
        (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/edi_interchanges/' || t."id" || '/raw' AS "url") o) AS "raw",
        (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/edi_messages?edi_interchange=' || t."id" AS "url") o) AS "messages"
      ) o
    ) AS "actions",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_interchanges t

-- EdiItemShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."edi_flow_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."edi_flow_id" AS "id",
        (SELECT t_edi_flow."name" FROM edi_flows t_edi_flow WHERE t."organization_id" = t_edi_flow."organization_id" AND t."edi_flow_id" = t_edi_flow."id") AS "name"
      ) o
    ) END AS "edi_flow",
    t."status" AS "status",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    t."container_number" AS "container_number",
    t."code" AS "code",
    t."function" AS "function",
    t."short" AS "short",
    t."held" AS "held",
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
        (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
      ) o
    ) END AS "voyage",
    t."event_id" AS "event_id",
    CASE WHEN t."edi_message_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."edi_message_id" AS "id",
        (
          SELECT t_edi_message."document_number"
          FROM edi_messages t_edi_message
          WHERE t."organization_id" = t_edi_message."organization_id" AND t."edi_message_id" = t_edi_message."id"
        ) AS "document_number"
      ) o
    ) END AS "edi_message",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_items t

-- EdiMessageRecordShow
SELECT (SELECT row_to_json(f) FROM (SELECT t."segment" AS "segment", t."type" AS "type", t."record_id" AS "id", t."key" AS "key", t."did" AS "did") f)
FROM edi_message_records t

-- EdiMessageShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."edi_interchange_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."edi_interchange_id" AS "id",
        (
          SELECT t_edi_interchange."control_reference"
          FROM edi_interchanges t_edi_interchange
          WHERE t."organization_id" = t_edi_interchange."organization_id" AND t."edi_interchange_id" = t_edi_interchange."id"
        ) AS "control_reference"
      ) o
    ) END AS "edi_interchange",
    t."direction" AS "direction",
    CASE WHEN t."partner_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."partner_id" AS "id",
        (SELECT t_partner."name" FROM edi_partners t_partner WHERE t."organization_id" = t_partner."organization_id" AND t."partner_id" = t_partner."id") AS "name"
      ) o
    ) END AS "partner",
    CASE WHEN t."flow_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."flow_id" AS "id",
        (SELECT t_flow."name" FROM edi_flows t_flow WHERE t."organization_id" = t_flow."organization_id" AND t."flow_id" = t_flow."id") AS "name"
      ) o
    ) END AS "flow",
    t."message" AS "message",
    t."directory" AS "directory",
    t."association" AS "association",
    t."reference" AS "reference",
    t."document_number" AS "document_number",
    t."function" AS "function",
    to_char(t."document_date" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "document_date",
    t."subject" AS "subject",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
      ) o
    ) END AS "voyage",
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
    t."status" AS "status",
    t."containers_count" AS "containers_count",
    compact_json(t."errors") AS "errors",
    t."errors_count" AS "errors_count",
    compact_json(t."warnings") AS "warnings",
    t."warnings_count" AS "warnings_count",
    compact_json(t."changes") AS "changes",
    to_char(t."previewed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "previewed_at",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_applied_by."id" AS "id", (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "name") f
      )
      FROM users t_applied_by
      WHERE t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    ) AS "applied_by",
    t."dismiss_reason" AS "dismiss_reason",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."replaces_id" AS id) r WHERE r.id IS NOT NULL) AS "replaces",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."replaced_by_id" AS id) r WHERE r.id IS NOT NULL) AS "replaced_by",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/edi_messages/' || t."id" AS "url") o) AS "show",
        (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/edi_messages/' || t."id" || '/records' AS "url") o) AS "records",
        (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/edi_interchanges/' || t."edi_interchange_id" AS "url") o) AS "edi_interchange"
      ) o
    ) AS "actions",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_messages t

-- EdiPartnerOfLine
SELECT (SELECT row_to_json(f) FROM (SELECT t."id" AS "id", t."name" AS "name", (nullif(t."edi_id", '')) AS "edi_id") f)
FROM edi_partners t

-- EdiPartnerShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    (nullif(t."edi_id", '')) AS "edi_id",
    t."edi_qualifier" AS "edi_qualifier",
    t."own_edi_id" AS "own_edi_id",
    t."own_qualifier" AS "own_qualifier",
    t."character_set" AS "character_set",
    t."syntax_version" AS "syntax_version",
    t."service_advice" AS "service_advice",
    t."line_breaks" AS "line_breaks",
    t."time_zone" AS "time_zone",
    t."test" AS "test",
    t."answers" AS "answers",
    t."answers_rules" AS "answers_rules",
    t."acknowledges" AS "acknowledges",
    t."acknowledge_minutes" AS "acknowledge_minutes",
    t."duplicates" AS "duplicates",
    t."active" AS "active",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_partners t

-- EdiSettingsShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (
      SELECT (SELECT row_to_json(f) FROM (SELECT t_edi_partner."id" AS "id", t_edi_partner."name" AS "name", (nullif(t_edi_partner."edi_id", '')) AS "edi_id") f)
      FROM edi_partners t_edi_partner
      WHERE t."organization_id" = t_edi_partner."organization_id" AND t."edi_partner_id" = t_edi_partner."id"
    ) AS "edi_partner",
    t."name" AS "name",
    t."entity_edi_id" AS "entity_edi_id",
    t."communication_mode" AS "communication_mode",
    t."time_zone" AS "time_zone",
    t."default_sender_id" AS "default_sender_id",
    t."sender_edi_id" AS "sender_edi_id",
    t."edi_carrier_id" AS "edi_carrier_id",
    t."edi_standard" AS "edi_standard"
  ) f
)
FROM edi_settings t

-- ExporterShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."address" AS "address",
    t."email" AS "email",
    t."contact_person" AS "contact_person",
    t."phone" AS "phone",
    t."general_ledger_id" AS "general_ledger_id",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM exporters t

-- FileItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."content_type" AS "content_type",
    t."bytes" AS "bytes",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/files/' || t."id" AS "url") o) AS "show",
        (SELECT row_to_json(o) FROM (SELECT 'POST' AS "method", :base || '/api/v1/files/' || t."id" || '/link' AS "url") o) AS "link"
      ) o
    ) AS "actions"
  ) f
)
FROM files t

-- FileShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."content_type" AS "content_type",
    t."bytes" AS "bytes",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/files/' || t."id" AS "url") o) AS "show",
        (SELECT row_to_json(o) FROM (SELECT 'POST' AS "method", :base || '/api/v1/files/' || t."id" || '/link' AS "url") o) AS "link"
      ) o
    ) AS "actions",
    t."sha256" AS "sha256",
    t."original_sha256" AS "original_sha256",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
  ) f
)
FROM files t

-- FlexFieldDefinitionShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."record_type" AS "record_type",
    t."canonical_name" AS "canonical_name",
    t."label" AS "label",
    t."value_type" AS "value_type",
    t."position" AS "position",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM flex_field_definitions t

-- FreeTimeAgreementShow
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
          coalesce((SELECT c.name FROM shipping_lines c WHERE c.organization_id = b.organization_id AND c.id = b.shipping_line_id), (SELECT c.name FROM consignees c WHERE c.organization_id = b.organization_id AND c.id = b.consignee_id), (SELECT c.name FROM agents c WHERE c.organization_id = b.organization_id AND c.id = b.agent_id), (SELECT c.name FROM freight_forwarders c WHERE c.organization_id = b.organization_id AND c.id = b.freight_forwarder_id), (SELECT c.name FROM trucking_companies c WHERE c.organization_id = b.organization_id AND c.id = b.trucking_company_id)) AS "name"
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
        (SELECT t_consignee."name" FROM consignees t_consignee WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id") AS "name"
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
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
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

-- FreightForwarderShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."email" AS "email",
    t."address" AS "address",
    t."vat_number" AS "vat_number",
    t."general_ledger_id" AS "general_ledger_id",
    t."contact_person" AS "contact_person",
    t."phone" AS "phone",
    t."active" AS "active",
    t."listed" AS "listed",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM freight_forwarders t

-- GateRefusalShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    to_char(t."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at",
    t."action" AS "action",
    CASE WHEN coalesce((SELECT t_gate."name" FROM gates t_gate WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id"), t."gate_named") IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."gate_id" AS "id",
        coalesce((SELECT t_gate."name" FROM gates t_gate WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id"), t."gate_named") AS "name"
      ) o
    ) END AS "gate",
    CASE WHEN coalesce((SELECT t_truck."license_plate" FROM trucks t_truck WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"), t."truck_named") IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."truck_id" AS "id",
        coalesce((SELECT t_truck."license_plate" FROM trucks t_truck WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"), t."truck_named") AS "license_plate"
      ) o
    ) END AS "truck",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck_driver."id" AS "id",
          (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "fullname",
          t_truck_driver."license_number" AS "license_number",
          (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "name"
        ) f
      )
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ) AS "truck_driver",
    CASE WHEN t."pre_advice" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT (SELECT a.id FROM pre_advices a WHERE a.organization_id = t."organization_id" AND a.advice_number = t."pre_advice") AS "id",
        t."pre_advice" AS "advice_number"
      ) o
    ) END AS "pre_advice",
    CASE WHEN t."appointment" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (SELECT (SELECT a.id FROM appointments a WHERE a.organization_id = t."organization_id" AND a.number = t."appointment") AS "id", t."appointment" AS "number") o
    ) END AS "appointment",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT r.reason ->> 'code' AS "code",
          r.reason ->> 'sentence' AS "sentence",
          compact_json(coalesce(r.reason -> 'params', '{}')) AS "params",
          compact_json(nullif(r.reason -> 'container', 'null')) AS "container",
          r.reason ->> 'since' AS "since",
          r.reason ->> 'until' AS "until",
          compact_json(nullif(r.reason -> 'source', 'null')) AS "source",
          CASE WHEN r.reason -> 'action' ->> 'url' IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT r.reason -> 'action' ->> 'method' AS "method", :base || (r.reason -> 'action' ->> 'url') AS "url") o) END AS "action"
        ) o
      ) ORDER BY r.at)), '[]'::json)
      FROM jsonb_array_elements(t."reasons") WITH ORDINALITY r(reason, at)
    ) AS "reasons",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user"
  ) f
)
FROM gate_refusals t

-- GateShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."client_identifier" AS "client_identifier",
    t."direction" AS "direction",
    CASE WHEN t."terminal_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."terminal_id" AS "id",
        (SELECT t_terminal."name" FROM terminals t_terminal WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id") AS "name"
      ) o
    ) END AS "terminal",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM gates t

-- GensetShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."seal" AS "seal",
    ((SELECT t_chassis."number" FROM chassis t_chassis WHERE t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id")) AS "chassis",
    t."has_battery" AS "has_battery",
    (coalesce(nullif(concat_ws(' ', t_created_by."firstname", t_created_by."lastname"), ''), t_created_by."email")) AS "created_by",
    (coalesce(nullif(concat_ws(' ', t_updated_by."firstname", t_updated_by."lastname"), ''), t_updated_by."email")) AS "updated_by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
    t."equipment_condition" AS "equipment_condition",
    (to_char(t."fuel_level", 'FM999999999990.099999')) AS "fuel_level",
    ((SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id")) AS "container",
    (location_label(t."organization_id", t."current_location_type", t."current_location_id")) AS "current_location",
    (coalesce(nullif(t_shipping_line."name", ''), t_shipping_line."code")) AS "shipping_line",
    t."active" AS "active",
    (to_char(t."hours", 'FM999999999990.099999')) AS "hours",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT d.label AS "label", t."flex_fields" -> d.canonical_name AS "value") o) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'genset'
    ) AS "flex_fields"
    FROM (SELECT) one
    LEFT
    JOIN users t_created_by ON t."organization_id" = t_created_by."organization_id" AND t."created_by_id" = t_created_by."id"
    LEFT
    JOIN users t_updated_by ON t."organization_id" = t_updated_by."organization_id" AND t."updated_by_id" = t_updated_by."id"
    LEFT
    JOIN shipping_lines t_shipping_line ON t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
  ) f
)
FROM gensets t

-- HoldEventShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."event" AS "event",
    to_char(t."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until"
  ) f
)
FROM hold_events t

-- HoldOfOuterContainer
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id")) AS "hold_type",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (SELECT 'PUT' AS "method", :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds' || '/' || t."id" || '/lift.json' AS "url") o
        ) AS "lift",
        (
          SELECT row_to_json(o)
          FROM (SELECT 'PUT' AS "method", :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds' || '/' || t."hold_type_id" || '/apply.json' AS "url") o
        ) AS "apply"
      ) o
    ) AS "actions",
    (SELECT row_to_json(o) FROM (SELECT t."container_id" AS "id", t_container."number" AS "number") o) AS "container"
    FROM (SELECT) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
  ) f
)
FROM container_holds t

-- HoldTypeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."description" AS "description",
    t."keeps_stripping" AS "keeps_stripping",
    t."applies_to" AS "applies_to",
    t."applied_to" AS "applied_to",
    t."open_to_parties" AS "open_to_parties",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM hold_types t

-- IdentityIssuerShow
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
          CASE WHEN jsonb_typeof(g.item -> 'only') = 'array' THEN ARRAY(SELECT jsonb_array_elements_text(g.item -> 'only')) END AS "only",
          CASE WHEN g.item ->> 'parties_claim' IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT g.item ->> 'parties_claim' AS "claim") o) WHEN (g.item ->> 'limited')::boolean THEN (
            SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT x.type AS "type", x.id AS "id", x.key AS "key", x.name AS "name") o) ORDER BY p.id)), '[]'::json)
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
            WHERE p.organization_id = t."organization_id" AND p.id IN (SELECT i.id::bigint FROM jsonb_array_elements_text(g.item -> 'party_ids') i(id))
          ) END AS "parties"
        ) o
      ) ORDER BY g.place)), '[]'::json)
      FROM jsonb_array_elements(t."grants") WITH ORDINALITY g(item, place)
    ) AS "grants",
    to_char(t."last_fetched_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_fetched_at",
    t."last_error" AS "last_error",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT k.item ->> 'kid' AS "kid", k.item ->> 'kty' AS "kty", k.item ->> 'alg' AS "alg") o) ORDER BY k.place)), '[]'::json)
      FROM jsonb_array_elements(t."keys") WITH ORDINALITY k(item, place)
    ) AS "keys",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM identity_issuers t

-- ImportItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."kind" AS "kind",
    t."format" AS "format",
    t."file_name" AS "file_name",
    t."dry_run" AS "dry_run",
    t."strict" AS "strict",
    t."status" AS "status",
    t."size" AS "size",
    t."bytes_read" AS "bytes_read",
    t."lines" AS "lines",
    t."created" AS "created",
    t."updated" AS "updated",
    t."unchanged" AS "unchanged",
    t."warnings" AS "warnings",
    t."failure" AS "failure",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."started_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "started_at",
    to_char(t."finished_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "finished_at",
    (SELECT row_to_json(o) FROM (SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/imports/' || t."id" AS "url") o) AS "show") o) AS "actions"
  ) f
)
FROM imports t

-- ImportShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."kind" AS "kind",
    t."format" AS "format",
    t."file_name" AS "file_name",
    t."dry_run" AS "dry_run",
    t."strict" AS "strict",
    t."status" AS "status",
    t."size" AS "size",
    t."bytes_read" AS "bytes_read",
    t."lines" AS "lines",
    t."created" AS "created",
    t."updated" AS "updated",
    t."unchanged" AS "unchanged",
    t."warnings" AS "warnings",
    t."failure" AS "failure",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."started_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "started_at",
    to_char(t."finished_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "finished_at",
    (SELECT row_to_json(o) FROM (SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/imports/' || t."id" AS "url") o) AS "show") o) AS "actions",
    compact_json(t."findings") AS "findings",
    t."more_findings" AS "more_findings"
  ) f
)
FROM imports t

-- InspectionShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."interchange_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT 'interchange' AS "type", t."interchange_id" AS "id") o) WHEN t."tally_move_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT 'tally_move' AS "type", t."tally_move_id" AS "id") o) ELSE (SELECT row_to_json(o) FROM (SELECT 'none' AS "type", NULL::bigint AS "id") o) END AS "of",
    t."stay_id" AS "stay_id",
    t."condition" AS "condition",
    t."is_clean" AS "is_clean",
    t."seals_as_announced" AS "seals_as_announced",
    t."notes" AS "notes",
    to_char(t."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at",
    (
      SELECT (SELECT row_to_json(f) FROM (SELECT t_by."id" AS "id", (coalesce(nullif(concat_ws(' ', t_by."firstname", t_by."lastname"), ''), t_by."email")) AS "name") f)
      FROM users t_by
      WHERE t."organization_id" = t_by."organization_id" AND t."by_id" = t_by."id"
    ) AS "by",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_damages."id" AS "id",
          (t_damages_container."number") AS "number",
          CASE WHEN t_damages."container_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t_damages."container_id" AS "id", t_damages_container."number" AS "number") o) END AS "container",
          CASE WHEN t_damages."damage_type_id" IS NOT NULL THEN (
            SELECT row_to_json(o)
            FROM (
              SELECT t_damages."damage_type_id" AS "id",
              (
                SELECT t_damages_damage_type."code"
                FROM damage_types t_damages_damage_type
                WHERE t_damages."organization_id" = t_damages_damage_type."organization_id" AND t_damages."damage_type_id" = t_damages_damage_type."id"
              ) AS "code"
            ) o
          ) END AS "damage_type",
          CASE WHEN t_damages."component_id" IS NOT NULL THEN (
            SELECT row_to_json(o)
            FROM (
              SELECT t_damages."component_id" AS "id",
              (
                SELECT t_damages_component."code"
                FROM damage_components t_damages_component
                WHERE t_damages."organization_id" = t_damages_component."organization_id" AND t_damages."component_id" = t_damages_component."id"
              ) AS "code"
            ) o
          ) END AS "component",
          t_damages."location" AS "location",
          t_damages."severity" AS "severity",
          t_damages."quantity" AS "quantity",
          trim_scale(t_damages."length_cm"::numeric) AS "length_cm",
          trim_scale(t_damages."width_cm"::numeric) AS "width_cm",
          trim_scale(t_damages."depth_cm"::numeric) AS "depth_cm",
          t_damages."notes" AS "notes",
          t_damages."status" AS "status",
          to_char(t_damages."found_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "found_at",
          (
            SELECT (
              SELECT row_to_json(f)
              FROM (
                SELECT t_damages_found_by."id" AS "id",
                (coalesce(nullif(concat_ws(' ', t_damages_found_by."firstname", t_damages_found_by."lastname"), ''), t_damages_found_by."email")) AS "name"
              ) f
            )
            FROM users t_damages_found_by
            WHERE t_damages."organization_id" = t_damages_found_by."organization_id" AND t_damages."found_by_id" = t_damages_found_by."id"
          ) AS "found_by",
          t_damages."found_during" AS "found_during",
          (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t_damages."inspection_id" AS id) r WHERE r.id IS NOT NULL) AS "inspection",
          t_damages."stay_id" AS "stay_id",
          to_char(t_damages."repaired_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "repaired_at",
          t_damages."repair_notes" AS "repair_notes",
          to_char(t_damages."withdrawn_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "withdrawn_at",
          t_damages."withdraw_reason" AS "withdraw_reason",
          (
            SELECT coalesce(array_to_json(array_agg((
              SELECT (
                SELECT row_to_json(f)
                FROM (
                  SELECT t_damages_files_file."id" AS "id",
                  t_damages_files_file."name" AS "name",
                  t_damages_files_file."content_type" AS "content_type",
                  t_damages_files_file."bytes" AS "bytes",
                  (
                    SELECT row_to_json(o)
                    FROM (
                      SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/files/' || t_damages_files_file."id" AS "url") o) AS "show",
                      (SELECT row_to_json(o) FROM (SELECT 'POST' AS "method", :base || '/api/v1/files/' || t_damages_files_file."id" || '/link' AS "url") o) AS "link"
                    ) o
                  ) AS "actions"
                ) f
              )
              FROM files t_damages_files_file
              WHERE t_damages_files."organization_id" = t_damages_files_file."organization_id" AND t_damages_files."file_id" = t_damages_files_file."id"
            ) ORDER BY t_damages_files."position")), '[]'::json)
            FROM damage_files t_damages_files
            WHERE t_damages_files."organization_id" = t_damages."organization_id" AND t_damages_files."damage_id" = t_damages."id"
          ) AS "files",
          to_char(t_damages."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
          to_char(t_damages."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
          FROM (SELECT) one
          LEFT
          JOIN containers t_damages_container ON t_damages."organization_id" = t_damages_container."organization_id" AND t_damages."container_id" = t_damages_container."id"
        ) f
      ) ORDER BY t_damages."id")), '[]'::json)
      FROM container_damages t_damages
      WHERE t_damages."organization_id" = t."organization_id" AND t_damages."inspection_id" = t."id"
    ) AS "damages",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (SELECT d.id AS "id", y.code AS "damage_type", p.code AS "component", d.location AS "location", d.severity AS "severity", d.status AS "status") o
      ) ORDER BY d.sequence)), '[]'::json)
      FROM container_damages d
      JOIN damage_types y ON y.organization_id = d.organization_id AND y.id = d.damage_type_id
      JOIN damage_components p ON p.organization_id = d.organization_id AND p.id = d.component_id
      WHERE d.organization_id = t."organization_id" AND d.container_id = t."container_id" AND t."known" @> to_jsonb(d.sequence)
    ) AS "known",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT (
          SELECT row_to_json(f)
          FROM (
            SELECT t_files_file."id" AS "id",
            t_files_file."name" AS "name",
            t_files_file."content_type" AS "content_type",
            t_files_file."bytes" AS "bytes",
            (
              SELECT row_to_json(o)
              FROM (
                SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/files/' || t_files_file."id" AS "url") o) AS "show",
                (SELECT row_to_json(o) FROM (SELECT 'POST' AS "method", :base || '/api/v1/files/' || t_files_file."id" || '/link' AS "url") o) AS "link"
              ) o
            ) AS "actions"
          ) f
        )
        FROM files t_files_file
        WHERE t_files."organization_id" = t_files_file."organization_id" AND t_files."file_id" = t_files_file."id"
      ) ORDER BY t_files."position")), '[]'::json)
      FROM inspection_files t_files
      WHERE t_files."organization_id" = t."organization_id" AND t_files."inspection_id" = t."id"
    ) AS "files",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM inspections t

-- InterchangeOfRegister
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."type" AS "type",
    t."completed" AS "completed",
    (
      SELECT CASE WHEN k.is_reefer THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.number AS "number",
          CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
          coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
          CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status",
          CASE WHEN s.id IS NULL THEN c.operating_reefer ELSE s.operating_reefer END AS "operating_reefer",
          trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_temperature ELSE s.reefer_temperature END) AS "reefer_temperature",
          trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_set_point_temperature ELSE s.reefer_set_point_temperature END) AS "reefer_set_point_temperature",
          trim_scale(CASE WHEN s.id IS NULL THEN c.supply_temperature ELSE s.supply_temperature END) AS "supply_temperature"
        ) o
      ) ELSE (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.number AS "number",
          CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
          coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
          CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status"
        ) o
      ) END
      FROM containers c
      LEFT
      JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
      LEFT
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = t."stay_id" AND t."completed"
      WHERE c.organization_id = t."organization_id" AND c.id = t."container_id"
    ) AS "container",
    CASE WHEN t."chassis_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."chassis_id" AS "id",
        (SELECT t_chassis."number" FROM chassis t_chassis WHERE t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id") AS "number"
      ) o
    ) END AS "chassis",
    CASE WHEN t."genset_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."genset_id" AS "id",
        (SELECT t_genset."number" FROM gensets t_genset WHERE t."organization_id" = t_genset."organization_id" AND t."genset_id" = t_genset."id") AS "number"
      ) o
    ) END AS "genset",
    ((
      SELECT t_container."meets_iso_standards"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) AS "meets_iso_standards",
    t."other_terminal" AS "other_terminal",
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
    CASE WHEN t."booking_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."booking_id" AS "id",
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    to_char(t."completed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "completed_at",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."truck_visit_id" AS id) r WHERE r.id IS NOT NULL) AS "truck_visit"
  ) f
)
FROM interchanges t

-- InterchangeOfVisit
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."type" AS "type",
    t."completed" AS "completed",
    (
      SELECT CASE WHEN k.is_reefer THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.number AS "number",
          CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
          coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
          CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status",
          CASE WHEN s.id IS NULL THEN c.operating_reefer ELSE s.operating_reefer END AS "operating_reefer",
          trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_temperature ELSE s.reefer_temperature END) AS "reefer_temperature",
          trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_set_point_temperature ELSE s.reefer_set_point_temperature END) AS "reefer_set_point_temperature",
          trim_scale(CASE WHEN s.id IS NULL THEN c.supply_temperature ELSE s.supply_temperature END) AS "supply_temperature"
        ) o
      ) ELSE (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.number AS "number",
          CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
          coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
          CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status"
        ) o
      ) END
      FROM containers c
      LEFT
      JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
      LEFT
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = t."stay_id" AND t."completed"
      WHERE c.organization_id = t."organization_id" AND c.id = t."container_id"
    ) AS "container",
    CASE WHEN t."chassis_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."chassis_id" AS "id",
        (SELECT t_chassis."number" FROM chassis t_chassis WHERE t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id") AS "number"
      ) o
    ) END AS "chassis",
    CASE WHEN t."genset_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."genset_id" AS "id",
        (SELECT t_genset."number" FROM gensets t_genset WHERE t."organization_id" = t_genset."organization_id" AND t."genset_id" = t_genset."id") AS "number"
      ) o
    ) END AS "genset",
    ((
      SELECT t_container."meets_iso_standards"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) AS "meets_iso_standards",
    t."other_terminal" AS "other_terminal"
  ) f
)
FROM interchanges t

-- InterchangeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."type" AS "type",
    t."completed" AS "completed",
    (
      SELECT CASE WHEN k.is_reefer THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.number AS "number",
          CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
          coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
          CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status",
          CASE WHEN s.id IS NULL THEN c.operating_reefer ELSE s.operating_reefer END AS "operating_reefer",
          trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_temperature ELSE s.reefer_temperature END) AS "reefer_temperature",
          trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_set_point_temperature ELSE s.reefer_set_point_temperature END) AS "reefer_set_point_temperature",
          trim_scale(CASE WHEN s.id IS NULL THEN c.supply_temperature ELSE s.supply_temperature END) AS "supply_temperature"
        ) o
      ) ELSE (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id",
          c.number AS "number",
          CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
          coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
          CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status"
        ) o
      ) END
      FROM containers c
      LEFT
      JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
      LEFT
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = t."stay_id" AND t."completed"
      WHERE c.organization_id = t."organization_id" AND c.id = t."container_id"
    ) AS "container",
    CASE WHEN t."chassis_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."chassis_id" AS "id",
        (SELECT t_chassis."number" FROM chassis t_chassis WHERE t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id") AS "number"
      ) o
    ) END AS "chassis",
    CASE WHEN t."genset_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."genset_id" AS "id",
        (SELECT t_genset."number" FROM gensets t_genset WHERE t."organization_id" = t_genset."organization_id" AND t."genset_id" = t_genset."id") AS "number"
      ) o
    ) END AS "genset",
    ((
      SELECT t_container."meets_iso_standards"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) AS "meets_iso_standards",
    t."other_terminal" AS "other_terminal",
    t."truck_visit_id" AS "truck_visit_id",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."truck_visit_id" AS id) r WHERE r.id IS NOT NULL) AS "truck_visit",
    to_char(t."completed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "completed_at",
    t."seals" AS "seals",
    trim_scale(t."weight"::numeric) AS "weight",
    ((SELECT n.number FROM booking_lines n WHERE n.organization_id = t."organization_id" AND n.id = t."booking_line_id")) AS "booking_line",
    ((SELECT n.number FROM booking_releases n WHERE n.organization_id = t."organization_id" AND n.id = t."booking_release_id")) AS "release",
    CASE WHEN t."dock_receipt_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."dock_receipt_id" AS "id",
        (
          SELECT t_dock_receipt."number"
          FROM dock_receipts t_dock_receipt
          WHERE t."organization_id" = t_dock_receipt."organization_id" AND t."dock_receipt_id" = t_dock_receipt."id"
        ) AS "number"
      ) o
    ) END AS "dock_receipt",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_purpose."purpose_type" AS "purpose_type",
          (CASE t_purpose."cargo_type" WHEN 'container' THEN t_purpose_container."number" WHEN 'chassis' THEN t_purpose_chassis."number" ELSE t_purpose_delivery_order."number" END) AS "cargo",
          ((
            SELECT t_purpose_booking."number"
            FROM bookings t_purpose_booking
            WHERE t_purpose."organization_id" = t_purpose_booking."organization_id" AND t_purpose."booking_id" = t_purpose_booking."id"
          )) AS "booking",
          ((SELECT n.number FROM booking_lines n WHERE n.organization_id = t_purpose."organization_id" AND n.id = t_purpose."booking_line_id")) AS "booking_line",
          ((SELECT n.number FROM booking_releases n WHERE n.organization_id = t_purpose."organization_id" AND n.id = t_purpose."booking_release_id")) AS "release",
          ((
            SELECT t_purpose_dock_receipt."number"
            FROM dock_receipts t_purpose_dock_receipt
            WHERE t_purpose."organization_id" = t_purpose_dock_receipt."organization_id" AND t_purpose."dock_receipt_id" = t_purpose_dock_receipt."id"
          )) AS "dock_receipt",
          t_purpose."bill_of_lading" AS "bill_of_lading",
          (t_purpose_delivery_order."number") AS "delivery_order",
          (SELECT row_to_json(o) FROM (SELECT nullif(array_to_string(t_purpose."seals", ','), '') AS "seals", trim_scale(t_purpose."interchange_weight") AS "weight") o) AS "interchange",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT t_purpose."cargo_type" AS "cargo_type",
              t_purpose_container."number" AS "container_number",
              (
                SELECT t_purpose_container_type."code"
                FROM container_types t_purpose_container_type
                WHERE t_purpose."organization_id" = t_purpose_container_type."organization_id" AND t_purpose."container_type_id" = t_purpose_container_type."id"
              ) AS "container_type",
              t_purpose."container_status" AS "container_status",
              t_purpose."container_usage" AS "container_usage",
              (
                SELECT t_purpose_shipping_line."code"
                FROM shipping_lines t_purpose_shipping_line
                WHERE t_purpose."organization_id" = t_purpose_shipping_line."organization_id" AND t_purpose."shipping_line_id" = t_purpose_shipping_line."id"
              ) AS "shipping_line",
              t_purpose."goods" AS "goods",
              trim_scale(t_purpose."weight") AS "weight",
              t_purpose_chassis."number" AS "chassis_number"
            ) o
          ) AS "cargo_details"
          FROM (SELECT) one
          LEFT
          JOIN containers t_purpose_container ON t_purpose."organization_id" = t_purpose_container."organization_id" AND t_purpose."container_id" = t_purpose_container."id"
          LEFT
          JOIN chassis t_purpose_chassis ON t_purpose."organization_id" = t_purpose_chassis."organization_id" AND t_purpose."chassis_id" = t_purpose_chassis."id"
          LEFT
          JOIN delivery_orders t_purpose_delivery_order ON t_purpose."organization_id" = t_purpose_delivery_order."organization_id" AND t_purpose."delivery_order_id" = t_purpose_delivery_order."id"
        ) f
      )
      FROM purposes t_purpose
      WHERE t."organization_id" = t_purpose."organization_id" AND t."purpose_id" = t_purpose."id"
    ) AS "purpose",
    to_char(t."reversed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "reversed_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_reversed_by."id" AS "id",
          t_reversed_by."email" AS "email",
          t_reversed_by."firstname" AS "firstname",
          t_reversed_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_reversed_by."firstname", t_reversed_by."lastname"), ''), t_reversed_by."email")) AS "name"
        ) f
      )
      FROM users t_reversed_by
      WHERE t."organization_id" = t_reversed_by."organization_id" AND t."reversed_by_id" = t_reversed_by."id"
    ) AS "reversed_by",
    t."reverse_reason" AS "reverse_reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM interchanges t

-- InvoiceCustomer
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."address" AS "address",
    t."general_ledger_id" AS "general_ledger_id",
    t."email" AS "email",
    t."contact_person" AS "contact_person",
    t."phone" AS "phone"
  ) f
)
FROM shipping_lines t

-- InvoiceItem
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
        (CASE WHEN t."paid" THEN 'paid' WHEN t."approved" THEN 'approved' ELSE 'draft' END) AS "status",
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
        (round(t."amount_paid", 2)::text) AS "amount_paid",
        (round(t."amount_credited", 2)::text) AS "amount_credited",
        (round(t."amount_open", 2)::text) AS "amount_open",
        to_char(t."paid_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "paid_at",
        (
          SELECT coalesce(array_to_json(array_agg((
            SELECT row_to_json(o)
            FROM (
              SELECT p.id AS "id",
              p.number AS "number",
              p.way AS "way",
              a.amount::text AS "amount",
              to_char(p.paid_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "paid_at"
            ) o
          ) ORDER BY a.id)), '[]'::json)
          FROM payment_allocations a
          JOIN payments p ON p.organization_id = a.organization_id AND p.id = a.payment_id
          WHERE a.organization_id = t."organization_id" AND a.invoice_id = t."id" AND a.deallocated_at IS NULL
        ) AS "payments",
        t."document_type" AS "document_type",
        to_char(t."numbered_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "numbered_at",
        t."due_on"::text AS "due_on",
        (
          SELECT coalesce(array_to_json(array_agg((
            SELECT row_to_json(f)
            FROM (
              SELECT ((SELECT t_taxes_tax."code" FROM taxes t_taxes_tax WHERE t_taxes."organization_id" = t_taxes_tax."organization_id" AND t_taxes."tax_id" = t_taxes_tax."id")) AS "tax",
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
            (SELECT t_credits."number" FROM invoices t_credits WHERE t."organization_id" = t_credits."organization_id" AND t."credits_id" = t_credits."id") AS "number"
          ) o
        ) END AS "credits",
        t."reason" AS "reason",
        (
          SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT c.id AS "id", c.number AS "number") o) ORDER BY c.id)), '[]'::json)
          FROM invoices c
          WHERE c.organization_id = t."organization_id" AND c.credits_id = t."id"
        ) AS "credited_by",
        (
          SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id", r.number AS "number") o)
          FROM billing_runs r
          WHERE r.organization_id = t."organization_id" AND r.id = t."billing_run_id"
        ) AS "billing_run",
        (
          SELECT coalesce(array_to_json(array_agg((
            SELECT row_to_json(f)
            FROM (
              SELECT t_line_items."description" AS "description",
              trim_scale(t_line_items."quantity"::numeric) AS "quantity",
              (CASE WHEN (t_line_items."billed_by" = 'day' OR t_line_items."billed_by" ~ '^\d+ h$') THEN concat_ws(' × ', CASE t_line_items."billed_per" WHEN 'teu' THEN 'TEU' WHEN 'tonne' THEN 't' WHEN 'cubic_metre' THEN 'm³' WHEN 'square_metre' THEN 'm²' WHEN 'revenue_tonne' THEN 'rev. t' WHEN 'gross_tonnage' THEN 'GT' WHEN 'metre' THEN 'm' WHEN 'piece' THEN 'pcs' END, t_line_items."billed_by") ELSE coalesce(CASE t_line_items."billed_per" WHEN 'teu' THEN 'TEU' WHEN 'tonne' THEN 't' WHEN 'cubic_metre' THEN 'm³' WHEN 'square_metre' THEN 'm²' WHEN 'revenue_tonne' THEN 'rev. t' WHEN 'gross_tonnage' THEN 'GT' WHEN 'metre' THEN 'm' WHEN 'piece' THEN 'pcs' END, t_line_items."billed_by") END) AS "unit",
              (CASE WHEN (t_line_items."billed_by" = 'day' OR t_line_items."billed_by" ~ '^\d+ h$') THEN (
                SELECT CASE WHEN NOT bool_or(c.kind = 'waiver') THEN sum((c.last_unit - c.first_unit + 1) * sign(c.quantity))::integer END
                FROM charges c
                WHERE c.organization_id = t_line_items."organization_id" AND c.invoice_line_id = t_line_items."id"
              ) END) AS "units",
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
        FROM (SELECT) one
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
          FROM (SELECT t_voyage_vessel."imo_number" AS "imo_number", t_voyage_vessel."name" AS "name", t_voyage_vessel."vessel_type" AS "vessel_type") f
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
))::text, 'null'), '"bol_segment":' || nullif(to_json(CASE WHEN t."bill_of_lading_id" IS NOT NULL AND (t."is_proforma" OR coalesce((SELECT true FROM invoice_lines n WHERE n.organization_id = t."organization_id" AND n.invoice_id = t."id" AND n.charge_code_id IS NOT NULL LIMIT 1), false)) THEN (
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
) END)::text, 'null'), '"bill_of_lading":' || nullif(to_json(CASE WHEN t."bill_of_lading_id" IS NOT NULL AND (t."is_proforma" OR coalesce((SELECT true FROM invoice_lines n WHERE n.organization_id = t."organization_id" AND n.invoice_id = t."id" AND n.charge_code_id IS NOT NULL LIMIT 1), false)) THEN (
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
) END)::text, 'null'), '"bl_container_ids":' || nullif(to_json((CASE WHEN t."bill_of_lading_id" IS NOT NULL AND (t."is_proforma" OR coalesce((SELECT true FROM invoice_lines n WHERE n.organization_id = t."organization_id" AND n.invoice_id = t."id" AND n.charge_code_id IS NOT NULL LIMIT 1), false)) THEN (
  SELECT coalesce(array_to_json(array_agg(c.id ORDER BY b.id)), '[]'::json)
  FROM billed_containers b
  JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
  WHERE b.organization_id = t."organization_id" AND b.invoice_id = t."id"
) END))::text, 'null'), '"bl_container_numbers":' || nullif(to_json((CASE WHEN t."bill_of_lading_id" IS NOT NULL AND (t."is_proforma" OR coalesce((SELECT true FROM invoice_lines n WHERE n.organization_id = t."organization_id" AND n.invoice_id = t."id" AND n.charge_code_id IS NOT NULL LIMIT 1), false)) THEN (
  SELECT coalesce(array_to_json(array_agg(c.number ORDER BY b.id)), '[]'::json)
  FROM billed_containers b
  JOIN containers c ON c.organization_id = b.organization_id AND c.id = b.container_id
  WHERE b.organization_id = t."organization_id" AND b.invoice_id = t."id"
) END))::text, 'null')) || '}')::json
FROM invoices t

-- InvoiceLineItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."description" AS "description",
    trim_scale(t."quantity"::numeric) AS "quantity",
    (CASE WHEN (t."billed_by" = 'day' OR t."billed_by" ~ '^\d+ h$') THEN concat_ws(' × ', CASE t."billed_per" WHEN 'teu' THEN 'TEU' WHEN 'tonne' THEN 't' WHEN 'cubic_metre' THEN 'm³' WHEN 'square_metre' THEN 'm²' WHEN 'revenue_tonne' THEN 'rev. t' WHEN 'gross_tonnage' THEN 'GT' WHEN 'metre' THEN 'm' WHEN 'piece' THEN 'pcs' END, t."billed_by") ELSE coalesce(CASE t."billed_per" WHEN 'teu' THEN 'TEU' WHEN 'tonne' THEN 't' WHEN 'cubic_metre' THEN 'm³' WHEN 'square_metre' THEN 'm²' WHEN 'revenue_tonne' THEN 'rev. t' WHEN 'gross_tonnage' THEN 'GT' WHEN 'metre' THEN 'm' WHEN 'piece' THEN 'pcs' END, t."billed_by") END) AS "unit",
    (CASE WHEN (t."billed_by" = 'day' OR t."billed_by" ~ '^\d+ h$') THEN (
      SELECT CASE WHEN NOT bool_or(c.kind = 'waiver') THEN sum((c.last_unit - c.first_unit + 1) * sign(c.quantity))::integer END
      FROM charges c
      WHERE c.organization_id = t."organization_id" AND c.invoice_line_id = t."id"
    ) END) AS "units",
    t."currency" AS "currency",
    (to_char(t."amount", 'FM999999999990.009999')) AS "amount",
    (round(t."total", 2)::text) AS "total",
    t."billed_by" AS "billed_by",
    t."billed_per" AS "billed_per",
    t."item" AS "item",
    t."tariff_general_ledger_id" AS "tariff_general_ledger_id",
    t."tariff_name" AS "tariff_name",
    ((SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id")) AS "container",
    ((
      SELECT t_charge_code."code"
      FROM charge_codes t_charge_code
      WHERE t."organization_id" = t_charge_code."organization_id" AND t."charge_code_id" = t_charge_code."id"
    )) AS "charge_code",
    ((SELECT t_tax."code" FROM taxes t_tax WHERE t."organization_id" = t_tax."organization_id" AND t."tax_id" = t_tax."id")) AS "tax",
    (to_char(t."tax_percent", 'FM999999999990.009999')) AS "tax_percent",
    t."period_from"::text AS "period_from",
    t."period_until"::text AS "period_until"
  ) f
)
FROM invoice_lines t

-- LiftedContainerHold
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id")) AS "hold_type",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (SELECT 'PUT' AS "method", :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds' || '/' || t."id" || '/lift.json' AS "url") o
        ) AS "lift",
        (
          SELECT row_to_json(o)
          FROM (SELECT 'PUT' AS "method", :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds' || '/' || t."hold_type_id" || '/apply.json' AS "url") o
        ) AS "apply",
        (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds' || '.json' AS "url") o) AS "index"
      ) o
    ) AS "actions"
    FROM (SELECT) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
  ) f
)
FROM container_holds t

-- ListedHoldFields
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id")) AS "hold_type",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by"
    FROM (SELECT) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
  ) f
)
FROM all_holds t

-- ListedHoldShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."hold_id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((SELECT t_hold_type."name" FROM hold_types t_hold_type WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id")) AS "hold_type",
    t."reference_number" AS "reference_number",
    t."notes" AS "notes",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', t_lifted_by."firstname", t_lifted_by."lastname"), ''), t_lifted_by."email")) AS "lifted_by",
    CASE WHEN t."container_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT 'container' AS "type", t."container_id" AS "id", t_container."number" AS "key") o) ELSE (SELECT row_to_json(o) FROM (SELECT 'bill_of_lading' AS "type", t."bill_of_lading_id" AS "id", t_bill_of_lading."number" AS "key") o) END AS "subject",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (SELECT 'PUT' AS "method", :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds/' || t."hold_id" || '/lift.json' AS "url") o
        ) AS "lift",
        (
          SELECT row_to_json(o)
          FROM (SELECT 'PUT' AS "method", :base || '/api/v1/containers/' || url_encode(t_container."number") || '/holds/' || t."hold_type_id" || '/apply.json' AS "url") o
        ) AS "apply"
      ) o
    ) ELSE (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT 'DELETE' AS "method",
            :base || '/api/v1/manifests/' || url_encode((
              SELECT t_bill_of_lading_manifest."client_identifier"
              FROM manifests t_bill_of_lading_manifest
              WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
            )) || '/bill_of_ladings/' || url_encode(t_bill_of_lading."number") || '/holds/' || t."hold_type_id" || '.json' AS "url"
          ) o
        ) AS "lift",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'PUT' AS "method",
            :base || '/api/v1/manifests/' || url_encode((
              SELECT t_bill_of_lading_manifest."client_identifier"
              FROM manifests t_bill_of_lading_manifest
              WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
            )) || '/bill_of_ladings/' || url_encode(t_bill_of_lading."number") || '/holds/' || t."hold_type_id" || '.json' AS "url"
          ) o
        ) AS "apply"
      ) o
    ) END AS "actions"
    FROM (SELECT) one
    LEFT
    JOIN users t_applied_by ON t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    LEFT
    JOIN users t_lifted_by ON t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    LEFT
    JOIN bill_of_ladings t_bill_of_lading ON t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
  ) f
)
FROM all_holds t

-- LoadListItemShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT s.id AS "id", s.name AS "name", s.code AS "code") o)
      FROM shipping_lines s
      WHERE s.organization_id = t."organization_id" AND s.id = coalesce(CASE WHEN t."stay_id" IS NULL THEN t_container."shipping_line_id" ELSE (SELECT t_stay."shipping_line_id" FROM container_stays t_stay WHERE t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id") END, t_vehicle."shipping_line_id", t."shipping_line_id")
    ) AS "shipping_line",
    (coalesce((
      SELECT t_container_container_type."code"
      FROM container_types t_container_container_type
      WHERE t_container."organization_id" = t_container_container_type."organization_id" AND t_container."container_type_id" = t_container_container_type."id"
    ), (
      SELECT t_container_type."code"
      FROM container_types t_container_type
      WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
    ))) AS "container_type",
    (CASE t."load_list_item_type" WHEN 'full' THEN 'full' WHEN 'empty' THEN 'empty' WHEN 'empties' THEN 'empty' END) AS "container_status",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        'container' AS "cargo_type",
        (
          SELECT t_container_container_type."code"
          FROM container_types t_container_container_type
          WHERE t_container."organization_id" = t_container_container_type."organization_id" AND t_container."container_type_id" = t_container_container_type."id"
        ) AS "container_type",
        t_container."number" AS "number",
        t_container."number" AS "display_name"
      ) o
    ) WHEN t."breakbulk_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."breakbulk_id" AS "id",
        'breakbulk' AS "cargo_type",
        NULL::text AS "container_type",
        t_breakbulk."reference_number" AS "number",
        t_breakbulk."reference_number" AS "display_name"
      ) o
    ) WHEN t."vehicle_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."vehicle_id" AS "id",
        'vehicle' AS "cargo_type",
        NULL::text AS "container_type",
        t_vehicle."vin_number" AS "number",
        t_vehicle."vin_number" AS "display_name"
      ) o
    ) END AS "container",
    CASE WHEN t."port_of_loading_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."port_of_loading_id" AS "id",
        (
          SELECT t_port_of_loading."locode"
          FROM ports t_port_of_loading
          WHERE t."organization_id" = t_port_of_loading."organization_id" AND t."port_of_loading_id" = t_port_of_loading."id"
        ) AS "locode"
      ) o
    ) END AS "port_of_loading",
    CASE WHEN t."port_of_discharge_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."port_of_discharge_id" AS "id",
        (
          SELECT t_port_of_discharge."locode"
          FROM ports t_port_of_discharge
          WHERE t."organization_id" = t_port_of_discharge."organization_id" AND t."port_of_discharge_id" = t_port_of_discharge."id"
        ) AS "locode"
      ) o
    ) END AS "port_of_discharge",
    t."cell" AS "cell",
    compact_json(t."dangerous") AS "dangerous",
    (t."loaded_at" IS NOT NULL) AS "loaded",
    to_char(t."loaded_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "loaded_at",
    t."overshipped" AS "overshipped",
    t."notes" AS "notes",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
    FROM (SELECT) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    LEFT
    JOIN vehicles t_vehicle ON t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id"
    LEFT
    JOIN breakbulks t_breakbulk ON t."organization_id" = t_breakbulk."organization_id" AND t."breakbulk_id" = t_breakbulk."id"
  ) f
)
FROM load_list_items t

-- LoadListShow
SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."name" AS "name",
        CASE WHEN t."voyage_id" IS NOT NULL THEN (
          SELECT row_to_json(o)
          FROM (
            SELECT t."voyage_id" AS "id",
            (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
          ) o
        ) END AS "voyage",
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
        (SELECT count(*) FROM load_list_items i WHERE i.organization_id = t."organization_id" AND i.load_list_id = t."id") AS "items_count",
        (
          SELECT count(*)
          FROM load_list_items i
          JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id
          WHERE i.organization_id = t."organization_id" AND i.load_list_id = t."id" AND i.loaded_at IS NULL AND (s.container_status = 'full' AND s.vgm IS NULL)
        ) AS "vgm_missing"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"items":' || nullif(to_json(CASE WHEN NOT EXISTS (SELECT FROM load_list_items t_items WHERE t_items."organization_id" = t."organization_id" AND t_items."load_list_id" = t."id" OFFSET 1000) THEN (
  SELECT coalesce(array_to_json(array_agg((
    SELECT row_to_json(f)
    FROM (
      SELECT t_items."id" AS "id",
      (
        SELECT (SELECT row_to_json(o) FROM (SELECT s.id AS "id", s.name AS "name", s.code AS "code") o)
        FROM shipping_lines s
        WHERE s.organization_id = t_items."organization_id" AND s.id = coalesce(CASE WHEN t_items."stay_id" IS NULL THEN t_items_container."shipping_line_id" ELSE (
          SELECT t_items_stay."shipping_line_id"
          FROM container_stays t_items_stay
          WHERE t_items."organization_id" = t_items_stay."organization_id" AND t_items."stay_id" = t_items_stay."id"
        ) END, t_items_vehicle."shipping_line_id", t_items."shipping_line_id")
      ) AS "shipping_line",
      (coalesce((
        SELECT t_items_container_container_type."code"
        FROM container_types t_items_container_container_type
        WHERE t_items_container."organization_id" = t_items_container_container_type."organization_id" AND t_items_container."container_type_id" = t_items_container_container_type."id"
      ), (
        SELECT t_items_container_type."code"
        FROM container_types t_items_container_type
        WHERE t_items."organization_id" = t_items_container_type."organization_id" AND t_items."container_type_id" = t_items_container_type."id"
      ))) AS "container_type",
      (CASE t_items."load_list_item_type" WHEN 'full' THEN 'full' WHEN 'empty' THEN 'empty' WHEN 'empties' THEN 'empty' END) AS "container_status",
      CASE WHEN t_items."container_id" IS NOT NULL THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT t_items."container_id" AS "id",
          'container' AS "cargo_type",
          (
            SELECT t_items_container_container_type."code"
            FROM container_types t_items_container_container_type
            WHERE t_items_container."organization_id" = t_items_container_container_type."organization_id" AND t_items_container."container_type_id" = t_items_container_container_type."id"
          ) AS "container_type",
          t_items_container."number" AS "number",
          t_items_container."number" AS "display_name"
        ) o
      ) WHEN t_items."breakbulk_id" IS NOT NULL THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT t_items."breakbulk_id" AS "id",
          'breakbulk' AS "cargo_type",
          NULL::text AS "container_type",
          t_items_breakbulk."reference_number" AS "number",
          t_items_breakbulk."reference_number" AS "display_name"
        ) o
      ) WHEN t_items."vehicle_id" IS NOT NULL THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT t_items."vehicle_id" AS "id",
          'vehicle' AS "cargo_type",
          NULL::text AS "container_type",
          t_items_vehicle."vin_number" AS "number",
          t_items_vehicle."vin_number" AS "display_name"
        ) o
      ) END AS "container",
      CASE WHEN t_items."port_of_loading_id" IS NOT NULL THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT t_items."port_of_loading_id" AS "id",
          (
            SELECT t_items_port_of_loading."locode"
            FROM ports t_items_port_of_loading
            WHERE t_items."organization_id" = t_items_port_of_loading."organization_id" AND t_items."port_of_loading_id" = t_items_port_of_loading."id"
          ) AS "locode"
        ) o
      ) END AS "port_of_loading",
      CASE WHEN t_items."port_of_discharge_id" IS NOT NULL THEN (
        SELECT row_to_json(o)
        FROM (
          SELECT t_items."port_of_discharge_id" AS "id",
          (
            SELECT t_items_port_of_discharge."locode"
            FROM ports t_items_port_of_discharge
            WHERE t_items."organization_id" = t_items_port_of_discharge."organization_id" AND t_items."port_of_discharge_id" = t_items_port_of_discharge."id"
          ) AS "locode"
        ) o
      ) END AS "port_of_discharge",
      t_items."cell" AS "cell",
      compact_json(t_items."dangerous") AS "dangerous",
      (t_items."loaded_at" IS NOT NULL) AS "loaded",
      to_char(t_items."loaded_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "loaded_at",
      t_items."overshipped" AS "overshipped",
      t_items."notes" AS "notes",
      to_char(t_items."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
      FROM (SELECT) one
      LEFT
      JOIN containers t_items_container ON t_items."organization_id" = t_items_container."organization_id" AND t_items."container_id" = t_items_container."id"
      LEFT
      JOIN vehicles t_items_vehicle ON t_items."organization_id" = t_items_vehicle."organization_id" AND t_items."vehicle_id" = t_items_vehicle."id"
      LEFT
      JOIN breakbulks t_items_breakbulk ON t_items."organization_id" = t_items_breakbulk."organization_id" AND t_items."breakbulk_id" = t_items_breakbulk."id"
    ) f
  ) ORDER BY t_items."id")), '[]'::json)
  FROM load_list_items t_items
  WHERE t_items."organization_id" = t."organization_id" AND t_items."load_list_id" = t."id"
) END)::text, 'null'), (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
        to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
)) || '}')::json
FROM load_lists t

-- MailShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."kind" AS "kind",
    t."status" AS "status",
    t."to" AS "to",
    t."accepted" AS "accepted",
    t."refused" AS "refused",
    t."subject" AS "subject",
    t."language" AS "language",
    (SELECT row_to_json(o) FROM (SELECT t."record_type" AS "type", t."record_id" AS "id", t."record_key" AS "key") o) AS "record",
    t."message_id" AS "message_id",
    t."attempts" AS "attempts",
    to_char((CASE WHEN t."status" = 'queued' THEN t."send_after" END) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "send_after",
    t."last_error" AS "last_error",
    t."attachments" AS "attachments",
    t."resent_of" AS "resent_of",
    to_char(t."sent_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "sent_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM mails t

-- ManifestAgent
SELECT (SELECT row_to_json(f) FROM (SELECT t."name" AS "name") f)
FROM agents t

-- ManifestItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."client_identifier" AS "client_identifier",
    (t_voyage."number") AS "voyage_number",
    t."shipping_line_voyage_number" AS "shipping_line_voyage_number",
    t."sailing_date"::text AS "sailing_date",
    ((coalesce(t_voyage."actual_time_of_berth", t_voyage."et_of_berth", t_voyage."estimated_time_of_anchorage") AT TIME ZONE t_organization."time_zone")::date)::text AS "arrival_date",
    ((coalesce(t_voyage."actual_time_of_departure", t_voyage."estimated_time_of_departure") AT TIME ZONE t_organization."time_zone")::date)::text AS "departure_date",
    t."remarks" AS "remarks",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_shipping_line."code" AS "code",
          t_shipping_line."name" AS "name",
          t_shipping_line."synonyms" AS "synonyms",
          t_shipping_line."carrier_type" AS "carrier_type",
          coalesce((
            SELECT (SELECT row_to_json(f) FROM (SELECT t_shipping_line_agent."name" AS "name") f)
            FROM agents t_shipping_line_agent
            WHERE t_shipping_line."organization_id" = t_shipping_line_agent."organization_id" AND t_shipping_line."agent_id" = t_shipping_line_agent."id"
          ), '{"name":null}'::json) AS "agent"
        ) f
      )
      FROM shipping_lines t_shipping_line
      WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
    ), '{"code":null,"name":null,"synonyms":null,"carrier_type":null,"agent":{"name":null}}'::json) AS "shipping_line",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_voyage."number" AS "number") f)
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ), '{"number":null}'::json) AS "voyage"
    FROM (SELECT) one
    LEFT
    JOIN voyages t_voyage ON t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    LEFT
    JOIN organizations t_organization ON t."organization_id" = t_organization."id"
  ) f
)
FROM manifests t

-- ManifestOfHolds
SELECT (SELECT row_to_json(f) FROM (SELECT t."client_identifier" AS "client_identifier") f)
FROM manifests t

-- ManifestShippingLine
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."code" AS "code",
    t."name" AS "name",
    t."synonyms" AS "synonyms",
    t."carrier_type" AS "carrier_type",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_agent."name" AS "name") f)
      FROM agents t_agent
      WHERE t."organization_id" = t_agent."organization_id" AND t."agent_id" = t_agent."id"
    ), '{"name":null}'::json) AS "agent"
  ) f
)
FROM shipping_lines t

-- ManifestVoyage
SELECT (SELECT row_to_json(f) FROM (SELECT t."number" AS "number") f)
FROM voyages t

-- MovementShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."movement_type" AS "movement_type",
    t."from" AS "from",
    t."to" AS "to",
    CASE WHEN t."from_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."from_location_type" AS "type",
        t."from_location_id" AS "id",
        location_name(t."organization_id", t."from_location_type", t."from_location_id") AS "name"
      ) o
    ) END AS "from_location",
    CASE WHEN t."to_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (SELECT t."to_location_type" AS "type", t."to_location_id" AS "id", location_name(t."organization_id", t."to_location_type", t."to_location_id") AS "name") o
    ) END AS "to_location",
    t."from_tier" AS "from_tier",
    t."to_tier" AS "to_tier",
    to_char(t."moved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "moved_at",
    t."reason" AS "reason",
    t."truck_visit_id" AS "truck_visit_id",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."truck_visit_id" AS id) r WHERE r.id IS NOT NULL) AS "truck_visit",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
      ) o
    ) END AS "voyage",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."stay_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."stay_id" AS "id", t_stay."number" AS "number", t_stay."status" AS "status") o) END AS "stay"
    FROM (SELECT) one
    LEFT
    JOIN container_stays t_stay ON t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
  ) f
)
FROM container_movements t

-- NominationShow
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
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT x.type AS "type", x.id AS "id", x.key AS "key", x.name AS "name") o)
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
      SELECT (SELECT row_to_json(o) FROM (SELECT x.type AS "type", x.id AS "id", x.key AS "key", x.name AS "name") o)
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
        (SELECT t_parent."number" FROM nominations t_parent WHERE t."organization_id" = t_parent."organization_id" AND t."parent_id" = t_parent."id") AS "number"
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
    FROM (SELECT) one
    LEFT
    JOIN container_stays t_stay ON t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
    LEFT
    JOIN bill_of_ladings t_bill_of_lading ON t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
  ) f
)
FROM nominations t

-- NumberSeriesShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."document_type" AS "document_type",
    t."prefix" AS "prefix",
    t."digits" AS "digits",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM number_series t

-- PackageTypeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."description" AS "description",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM package_types t

-- PackingListItemBill
SELECT (SELECT row_to_json(f) FROM (SELECT t."number" AS "number") f)
FROM bill_of_ladings t

-- PackingListItemContainer
SELECT (SELECT row_to_json(f) FROM (SELECT t."number" AS "number") f)
FROM containers t

-- PackingListItemOfBill
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference_number" AS "reference_number",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_bill_of_lading."number" AS "number") f)
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    ), '{"number":null}'::json) AS "bill_of_lading",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_container."number" AS "number") f)
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    ), '{"number":null}'::json) AS "container",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_consignee."name" AS "name") f)
      FROM consignees t_consignee
      WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
    ), '{"name":null}'::json) AS "consignee",
    t."quantity" AS "quantity",
    trim_scale(t."weight"::numeric) AS "weight",
    trim_scale(t."volume"::numeric) AS "volume",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_package_type."code" AS "code", t_package_type."description" AS "description") f)
      FROM package_types t_package_type
      WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
    ), '{"code":null,"description":null}'::json) AS "package_type",
    t."description" AS "description",
    t."consignee_address" AS "consignee_address",
    t."shipping_marks" AS "shipping_marks",
    ((
      SELECT t_dock_receipt."number"
      FROM dock_receipts t_dock_receipt
      WHERE t."organization_id" = t_dock_receipt."organization_id" AND t."dock_receipt_id" = t_dock_receipt."id"
    )) AS "dock_receipt_number",
    t."has_been_stripped" AS "has_been_stripped",
    t."has_been_delivered" AS "has_been_delivered",
    t."stripped_quantity" AS "stripped_quantity",
    t."delivered_quantity" AS "delivered_quantity",
    to_char(t."stripped_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "stripped_at"
  ) f
)
FROM packing_list_items t

-- PackingListItemShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference_number" AS "reference_number",
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
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."consignee_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."consignee_id" AS "id",
        (SELECT t_consignee."name" FROM consignees t_consignee WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id") AS "name"
      ) o
    ) END AS "consignee",
    t."quantity" AS "quantity",
    trim_scale(t."weight"::numeric) AS "weight",
    trim_scale(t."volume"::numeric) AS "volume",
    CASE WHEN t."package_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."package_type_id" AS "id",
        (
          SELECT t_package_type."code"
          FROM package_types t_package_type
          WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
        ) AS "code"
      ) o
    ) END AS "package_type",
    t."description" AS "description",
    t."consignee_address" AS "consignee_address",
    t."shipping_marks" AS "shipping_marks",
    CASE WHEN t."dock_receipt_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."dock_receipt_id" AS "id",
        (
          SELECT t_dock_receipt."number"
          FROM dock_receipts t_dock_receipt
          WHERE t."organization_id" = t_dock_receipt."organization_id" AND t."dock_receipt_id" = t_dock_receipt."id"
        ) AS "number"
      ) o
    ) END AS "dock_receipt",
    t."stripped_quantity" AS "stripped_quantity",
    t."delivered_quantity" AS "delivered_quantity",
    t."has_been_stripped" AS "has_been_stripped",
    t."has_been_delivered" AS "has_been_delivered",
    to_char(t."stripped_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "stripped_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM packing_list_items t

-- ParentLine
SELECT (SELECT row_to_json(f) FROM (SELECT t."id" AS "id", t."code" AS "code", t."name" AS "name", t."synonyms" AS "synonyms", t."carrier_type" AS "carrier_type") f)
FROM shipping_lines t

-- PayerNominationShow
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
          coalesce((SELECT c.name FROM shipping_lines c WHERE c.organization_id = b.organization_id AND c.id = b.shipping_line_id), (SELECT c.name FROM consignees c WHERE c.organization_id = b.organization_id AND c.id = b.consignee_id), (SELECT c.name FROM agents c WHERE c.organization_id = b.organization_id AND c.id = b.agent_id), (SELECT c.name FROM freight_forwarders c WHERE c.organization_id = b.organization_id AND c.id = b.freight_forwarder_id), (SELECT c.name FROM trucking_companies c WHERE c.organization_id = b.organization_id AND c.id = b.trucking_company_id)) AS "name"
        ) o
      )
      FROM billing_customers b
      WHERE b.organization_id = t."organization_id" AND b.id = t."customer_id"
    ) AS "customer",
    ((
      SELECT coalesce(array_to_json(array_agg(c.code ORDER BY l.id)), '[]'::json)
      FROM nomination_codes l
      JOIN charge_codes c ON c.organization_id = l.organization_id AND c.id = l.charge_code_id
      WHERE l.organization_id = t."organization_id" AND l.nomination_id = t."id"
    )) AS "charge_codes",
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
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    t."from"::text AS "from",
    t."until"::text AS "until",
    t."reference" AS "reference",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM payer_nominations t

-- PaymentShow
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
          coalesce((SELECT c.name FROM shipping_lines c WHERE c.organization_id = b.organization_id AND c.id = b.shipping_line_id), (SELECT c.name FROM consignees c WHERE c.organization_id = b.organization_id AND c.id = b.consignee_id), (SELECT c.name FROM agents c WHERE c.organization_id = b.organization_id AND c.id = b.agent_id), (SELECT c.name FROM freight_forwarders c WHERE c.organization_id = b.organization_id AND c.id = b.freight_forwarder_id), (SELECT c.name FROM trucking_companies c WHERE c.organization_id = b.organization_id AND c.id = b.trucking_company_id)) AS "name"
        ) o
      )
      FROM billing_customers b
      WHERE b.organization_id = t."organization_id" AND b.id = t."customer_id"
    ) AS "customer",
    t."currency" AS "currency",
    (t."amount"::text) AS "amount",
    t."direction" AS "direction",
    t."way" AS "way",
    t."reference" AS "reference",
    to_char(t."paid_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "paid_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_received_by."id" AS "id",
          t_received_by."email" AS "email",
          t_received_by."firstname" AS "firstname",
          t_received_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_received_by."firstname", t_received_by."lastname"), ''), t_received_by."email")) AS "name"
        ) f
      )
      FROM users t_received_by
      WHERE t."organization_id" = t_received_by."organization_id" AND t."received_by_id" = t_received_by."id"
    ) AS "received_by",
    CASE WHEN t."till_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."till_id" AS "id",
        (SELECT t_till."name" FROM tills t_till WHERE t."organization_id" = t_till."organization_id" AND t."till_id" = t_till."id") AS "name"
      ) o
    ) END AS "till",
    CASE WHEN t."till_closing_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."till_closing_id" AS "id",
        (
          SELECT t_till_closing."number"
          FROM till_closings t_till_closing
          WHERE t."organization_id" = t_till_closing."organization_id" AND t."till_closing_id" = t_till_closing."id"
        ) AS "number"
      ) o
    ) END AS "till_closing",
    CASE WHEN t."refunds_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."refunds_id" AS "id",
        (SELECT t_refunds."number" FROM invoices t_refunds WHERE t."organization_id" = t_refunds."organization_id" AND t."refunds_id" = t_refunds."id") AS "number"
      ) o
    ) END AS "refunds",
    t."status" AS "status",
    to_char(t."reversed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "reversed_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_reversed_by."id" AS "id",
          t_reversed_by."email" AS "email",
          t_reversed_by."firstname" AS "firstname",
          t_reversed_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_reversed_by."firstname", t_reversed_by."lastname"), ''), t_reversed_by."email")) AS "name"
        ) f
      )
      FROM users t_reversed_by
      WHERE t."organization_id" = t_reversed_by."organization_id" AND t."reversed_by_id" = t_reversed_by."id"
    ) AS "reversed_by",
    t."reverse_reason" AS "reverse_reason",
    (t."allocated"::text) AS "allocated",
    (t."unallocated"::text) AS "unallocated",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT (SELECT row_to_json(o) FROM (SELECT i.id AS "id", i.number AS "number") o) AS "invoice",
          a.amount::text AS "amount",
          (
            SELECT (SELECT row_to_json(o) FROM (SELECT c.id AS "id", c.number AS "number") o)
            FROM containers c
            WHERE c.organization_id = a.organization_id AND c.id = a.container_id
          ) AS "container"
        ) o
      ) ORDER BY a.id)), '[]'::json)
      FROM payment_allocations a
      JOIN invoices i ON i.organization_id = a.organization_id AND i.id = a.invoice_id
      WHERE a.organization_id = t."organization_id" AND a.payment_id = t."id" AND a.deallocated_at IS NULL
    ) AS "allocations",
    t."notes" AS "notes",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM payments t

-- PilotShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM pilots t

-- PortOfCall
SELECT (SELECT row_to_json(f) FROM (SELECT t."name" AS "name", t."locode" AS "locode") f)
FROM ports t

-- PortShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."locode" AS "locode",
    t."name" AS "name",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM ports t

-- PreAdviceShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."advice_number" AS "advice_number",
    ((SELECT t_truck."license_plate" FROM trucks t_truck WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id")) AS "truck",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck_driver."id" AS "id",
          (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "fullname",
          t_truck_driver."license_number" AS "license_number",
          t_truck_driver."twic" AS "twic",
          t_truck_driver."number" AS "number",
          t_truck_driver."active" AS "active",
          t_truck_driver."date_of_birth"::text AS "date_of_birth",
          t_truck_driver."telephone_number" AS "telephone_number",
          t_truck_driver."email" AS "email",
          t_truck_driver."remarks" AS "remarks",
          (coalesce(nullif(t_truck_driver_trucking_company."name", ''), t_truck_driver_trucking_company."code")) AS "trucking_company",
          t_truck_driver."allowed_until"::text AS "allowed_until",
          to_char(t_truck_driver."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
          to_char(t_truck_driver."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
          FROM (SELECT) one
          LEFT
          JOIN trucking_companies t_truck_driver_trucking_company ON t_truck_driver."organization_id" = t_truck_driver_trucking_company."organization_id" AND t_truck_driver."trucking_company_id" = t_truck_driver_trucking_company."id"
        ) f
      )
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ) AS "truck_driver",
    t."comments" AS "comments",
    to_char(t."expected_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expected_at",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_purposes."purpose_type" AS "purpose_type",
          (CASE t_purposes."cargo_type" WHEN 'container' THEN t_purposes_container."number" WHEN 'chassis' THEN t_purposes_chassis."number" ELSE t_purposes_delivery_order."number" END) AS "cargo",
          ((
            SELECT t_purposes_booking."number"
            FROM bookings t_purposes_booking
            WHERE t_purposes."organization_id" = t_purposes_booking."organization_id" AND t_purposes."booking_id" = t_purposes_booking."id"
          )) AS "booking",
          ((SELECT n.number FROM booking_lines n WHERE n.organization_id = t_purposes."organization_id" AND n.id = t_purposes."booking_line_id")) AS "booking_line",
          ((SELECT n.number FROM booking_releases n WHERE n.organization_id = t_purposes."organization_id" AND n.id = t_purposes."booking_release_id")) AS "release",
          ((
            SELECT t_purposes_dock_receipt."number"
            FROM dock_receipts t_purposes_dock_receipt
            WHERE t_purposes."organization_id" = t_purposes_dock_receipt."organization_id" AND t_purposes."dock_receipt_id" = t_purposes_dock_receipt."id"
          )) AS "dock_receipt",
          t_purposes."bill_of_lading" AS "bill_of_lading",
          (t_purposes_delivery_order."number") AS "delivery_order",
          (SELECT row_to_json(o) FROM (SELECT nullif(array_to_string(t_purposes."seals", ','), '') AS "seals", trim_scale(t_purposes."interchange_weight") AS "weight") o) AS "interchange",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT t_purposes."cargo_type" AS "cargo_type",
              t_purposes_container."number" AS "container_number",
              (
                SELECT t_purposes_container_type."code"
                FROM container_types t_purposes_container_type
                WHERE t_purposes."organization_id" = t_purposes_container_type."organization_id" AND t_purposes."container_type_id" = t_purposes_container_type."id"
              ) AS "container_type",
              t_purposes."container_status" AS "container_status",
              t_purposes."container_usage" AS "container_usage",
              (
                SELECT t_purposes_shipping_line."code"
                FROM shipping_lines t_purposes_shipping_line
                WHERE t_purposes."organization_id" = t_purposes_shipping_line."organization_id" AND t_purposes."shipping_line_id" = t_purposes_shipping_line."id"
              ) AS "shipping_line",
              t_purposes."goods" AS "goods",
              trim_scale(t_purposes."weight") AS "weight",
              t_purposes_chassis."number" AS "chassis_number"
            ) o
          ) AS "cargo_details"
          FROM (SELECT) one
          LEFT
          JOIN containers t_purposes_container ON t_purposes."organization_id" = t_purposes_container."organization_id" AND t_purposes."container_id" = t_purposes_container."id"
          LEFT
          JOIN chassis t_purposes_chassis ON t_purposes."organization_id" = t_purposes_chassis."organization_id" AND t_purposes."chassis_id" = t_purposes_chassis."id"
          LEFT
          JOIN delivery_orders t_purposes_delivery_order ON t_purposes."organization_id" = t_purposes_delivery_order."organization_id" AND t_purposes."delivery_order_id" = t_purposes_delivery_order."id"
        ) f
      ) ORDER BY t_purposes."position")), '[]'::json)
      FROM purposes t_purposes
      WHERE t_purposes."organization_id" = t."organization_id" AND t_purposes."pre_advice_id" = t."id"
    ) AS "purposes",
    t."id" AS "id",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT c.id AS "id", c.name AS "name", c.code AS "code") o)
      FROM trucking_companies c
      WHERE c.organization_id = t."organization_id" AND c.id = coalesce(t."company_id")
    ) AS "trucking_company",
    to_char(t."used_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "used_at",
    (CASE WHEN t."used_at" IS NOT NULL THEN (SELECT max(v.id) FROM truck_visits v WHERE v.organization_id = t."organization_id" AND v.pre_advice_id = t."id") END) AS "truck_visit_id",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o)
      FROM (
        SELECT CASE WHEN t."used_at" IS NOT NULL THEN (SELECT max(v.id) FROM truck_visits v WHERE v.organization_id = t."organization_id" AND v.pre_advice_id = t."id") END AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "truck_visit",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM pre_advices t

-- PurposeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."purpose_type" AS "purpose_type",
    (CASE t."cargo_type" WHEN 'container' THEN t_container."number" WHEN 'chassis' THEN t_chassis."number" ELSE t_delivery_order."number" END) AS "cargo",
    ((SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id")) AS "booking",
    ((SELECT n.number FROM booking_lines n WHERE n.organization_id = t."organization_id" AND n.id = t."booking_line_id")) AS "booking_line",
    ((SELECT n.number FROM booking_releases n WHERE n.organization_id = t."organization_id" AND n.id = t."booking_release_id")) AS "release",
    ((
      SELECT t_dock_receipt."number"
      FROM dock_receipts t_dock_receipt
      WHERE t."organization_id" = t_dock_receipt."organization_id" AND t."dock_receipt_id" = t_dock_receipt."id"
    )) AS "dock_receipt",
    t."bill_of_lading" AS "bill_of_lading",
    (t_delivery_order."number") AS "delivery_order",
    (SELECT row_to_json(o) FROM (SELECT nullif(array_to_string(t."seals", ','), '') AS "seals", trim_scale(t."interchange_weight") AS "weight") o) AS "interchange",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT t."cargo_type" AS "cargo_type",
        t_container."number" AS "container_number",
        (
          SELECT t_container_type."code"
          FROM container_types t_container_type
          WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
        ) AS "container_type",
        t."container_status" AS "container_status",
        t."container_usage" AS "container_usage",
        (
          SELECT t_shipping_line."code"
          FROM shipping_lines t_shipping_line
          WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
        ) AS "shipping_line",
        t."goods" AS "goods",
        trim_scale(t."weight") AS "weight",
        t_chassis."number" AS "chassis_number"
      ) o
    ) AS "cargo_details"
    FROM (SELECT) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    LEFT
    JOIN chassis t_chassis ON t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id"
    LEFT
    JOIN delivery_orders t_delivery_order ON t."organization_id" = t_delivery_order."organization_id" AND t."delivery_order_id" = t_delivery_order."id"
  ) f
)
FROM purposes t

-- ReceiptShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."issue" AS "issue",
    t."status" AS "status",
    to_char(t."issued_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "issued_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_issued_by."id" AS "id",
          t_issued_by."email" AS "email",
          t_issued_by."firstname" AS "firstname",
          t_issued_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_issued_by."firstname", t_issued_by."lastname"), ''), t_issued_by."email")) AS "name"
        ) f
      )
      FROM users t_issued_by
      WHERE t."organization_id" = t_issued_by."organization_id" AND t."issued_by_id" = t_issued_by."id"
    ) AS "issued_by",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."truck_visit_id" AS id) r WHERE r.id IS NOT NULL) AS "truck_visit",
    t."interchange_id" AS "interchange_id",
    t."type" AS "type",
    t."driver_name" AS "driver_name",
    t."driver_license" AS "driver_license",
    t."signature_file_id" AS "signature_file_id",
    compact_json(t."document") AS "document",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM receipts t

-- ReeferPlugMovementShow
SELECT (
  SELECT row_to_json(f)
  FROM (SELECT t."plug_action" AS "plug_action", to_char(t."plug_action_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "plug_action_at") f
)
FROM reefer_plug_movements t

-- ReeferReadingShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    t."stay_id" AS "stay_id",
    to_char(t."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at",
    trim_scale(t."set_point"::numeric) AS "set_point",
    trim_scale(t."supply"::numeric) AS "supply",
    trim_scale(t."return"::numeric) AS "return",
    trim_scale(t."ambient"::numeric) AS "ambient",
    trim_scale(t."humidity"::numeric) AS "humidity",
    t."alarm" AS "alarm",
    t."is_plugged" AS "is_plugged",
    t."by" AS "by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM reefer_readings t

-- ReeferShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."container_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."container_id" AS "id", t_container."number" AS "number") o) END AS "container",
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
    CASE WHEN t_container."current_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t_container."current_location_type" AS "type",
        t_container."current_location_id" AS "id",
        location_name(t_container."organization_id", t_container."current_location_type", t_container."current_location_id") AS "name"
      ) o
    ) END AS "location",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT n.id AS "id", n.name AS "name") o)
      FROM yard_areas n
      WHERE n.organization_id = t_container."organization_id" AND n.id = CASE t_container."current_location_type" WHEN 'YardArea' THEN t_container."current_location_id" WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = t_container."organization_id" AND s.id = t_container."current_location_id") END
    ) AS "yard_area",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT n.id AS "id", n.name AS "name") o)
      FROM terminals n
      WHERE n.organization_id = t_container."organization_id" AND n.id = CASE t_container."current_location_type" WHEN 'Terminal' THEN t_container."current_location_id" WHEN 'Gate' THEN (SELECT p.terminal_id FROM gates p WHERE p.organization_id = t_container."organization_id" AND p.id = t_container."current_location_id") WHEN 'BerthArea' THEN (SELECT p.terminal_id FROM berth_areas p WHERE p.organization_id = t_container."organization_id" AND p.id = t_container."current_location_id") WHEN 'YardArea' THEN (SELECT p.terminal_id FROM yard_areas p WHERE p.organization_id = t_container."organization_id" AND p.id = t_container."current_location_id") WHEN 'YardSlot' THEN (
        SELECT p.terminal_id
        FROM yard_areas p
        WHERE p.organization_id = t_container."organization_id" AND p.id = (CASE t_container."current_location_type" WHEN 'YardArea' THEN t_container."current_location_id" WHEN 'YardSlot' THEN (SELECT s.yard_area_id FROM yard_slots s WHERE s.organization_id = t_container."organization_id" AND s.id = t_container."current_location_id") END)
      ) END
    ) AS "terminal",
    to_char(t."in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "in_at",
    to_char(((
      SELECT CASE WHEN p.plug_action = 'plug_in' THEN p.plug_action_at END
      FROM reefer_plug_movements p
      WHERE p.organization_id = t."organization_id" AND p.container_id = t."container_id" AND p.stay_id = t."id"
      ORDER BY p.plug_action_at DESC,
      p.id DESC
      LIMIT 1
    )) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "plugged_since",
    trim_scale(t."reefer_set_point_temperature"::numeric) AS "reefer_set_point_temperature",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT to_char(r.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at",
          r.set_point AS "set_point",
          r.supply AS "supply",
          r.return AS "return",
          r.ambient AS "ambient",
          r.humidity AS "humidity",
          r.alarm AS "alarm",
          r.is_plugged AS "is_plugged",
          r.by AS "by"
        ) o
      )
      FROM reefer_watches w
      JOIN reefer_readings r ON r.organization_id = w.organization_id AND r.container_id = t."container_id" AND r.at = w.read_at CROSS
      JOIN (SELECT t."reefer_set_point_temperature" AS reefer_set_point_temperature) s
      WHERE w.organization_id = t."organization_id" AND w.stay_id = t."id"
    ) AS "last_reading",
    ((
      SELECT floor(extract(epoch FROM now() - r.at) / 60)::integer
      FROM reefer_watches w
      JOIN reefer_readings r ON r.organization_id = w.organization_id AND r.container_id = t."container_id" AND r.at = w.read_at CROSS
      JOIN (SELECT t."reefer_set_point_temperature" AS reefer_set_point_temperature) s
      WHERE w.organization_id = t."organization_id" AND w.stay_id = t."id"
    )) AS "minutes_since_reading",
    trim_scale(((
      SELECT (CASE WHEN coalesce(r.set_point, s.reefer_set_point_temperature) < -10 THEN r.return ELSE r.supply END) - coalesce(r.set_point, s.reefer_set_point_temperature)
      FROM reefer_watches w
      JOIN reefer_readings r ON r.organization_id = w.organization_id AND r.container_id = t."container_id" AND r.at = w.read_at CROSS
      JOIN (SELECT t."reefer_set_point_temperature" AS reefer_set_point_temperature) s
      WHERE w.organization_id = t."organization_id" AND w.stay_id = t."id"
    ))::numeric) AS "deviation",
    to_char(((SELECT w.deviating_since FROM reefer_watches w WHERE w.organization_id = t."organization_id" AND w.stay_id = t."id")) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "deviating_since",
    to_char(((SELECT w.unread_since FROM reefer_watches w WHERE w.organization_id = t."organization_id" AND w.stay_id = t."id")) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "unread_since",
    to_char(((SELECT w.unplugged_since FROM reefer_watches w WHERE w.organization_id = t."organization_id" AND w.stay_id = t."id")) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "unplugged_since"
    FROM (SELECT) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
  ) f
)
FROM container_stays t

-- ReeferWatchShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    ((
      SELECT t_stay_container."number"
      FROM containers t_stay_container
      WHERE t_stay."organization_id" = t_stay_container."organization_id" AND t_stay."container_id" = t_stay_container."id"
    )) AS "number",
    t."stay_id" AS "stay_id",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT to_char(r.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at",
          r.set_point AS "set_point",
          r.supply AS "supply",
          r.return AS "return",
          r.ambient AS "ambient",
          r.humidity AS "humidity",
          r.alarm AS "alarm",
          r.is_plugged AS "is_plugged",
          r.by AS "by"
        ) o
      )
      FROM reefer_readings r
      WHERE r.organization_id = t."organization_id" AND r.container_id = t_stay."container_id" AND r.at = t."read_at"
    ) AS "last_reading",
    to_char(t."deviating_since" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "deviating_since",
    to_char(t."unread_since" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "unread_since",
    to_char(t."unplugged_since" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "unplugged_since"
    FROM (SELECT) one
    LEFT
    JOIN container_stays t_stay ON t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
  ) f
)
FROM reefer_watches t

-- RunNamed
SELECT (SELECT row_to_json(f) FROM (SELECT t."id" AS "id", t."number" AS "number") f)
FROM billing_runs t

-- SegregationRuleShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."class_a" AS "class_a",
    t."class_b" AS "class_b",
    t."value" AS "value",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM segregation_rules t

-- ServiceBoatShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM service_boats t

-- ServiceOrderShow
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
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
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
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
      ) o
    ) END AS "voyage",
    CASE WHEN t."vehicle_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."vehicle_id" AS "id",
        (SELECT t_vehicle."vin_number" FROM vehicles t_vehicle WHERE t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id") AS "vin_number"
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
          coalesce((SELECT c.name FROM shipping_lines c WHERE c.organization_id = b.organization_id AND c.id = b.shipping_line_id), (SELECT c.name FROM consignees c WHERE c.organization_id = b.organization_id AND c.id = b.consignee_id), (SELECT c.name FROM agents c WHERE c.organization_id = b.organization_id AND c.id = b.agent_id), (SELECT c.name FROM freight_forwarders c WHERE c.organization_id = b.organization_id AND c.id = b.freight_forwarder_id), (SELECT c.name FROM trucking_companies c WHERE c.organization_id = b.organization_id AND c.id = b.trucking_company_id)) AS "name"
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

-- ShippingLineCreated
SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."code" AS "code",
        t."name" AS "name",
        t."synonyms" AS "synonyms",
        t."carrier_type" AS "carrier_type",
        t."address" AS "address",
        t."empty_container_storage_teu_quota" AS "empty_container_storage_teu_quota",
        t."email" AS "email",
        t."contact_person" AS "contact_person",
        t."phone" AS "phone",
        t."receive_email_alerts_on_container_damages" AS "receive_email_alerts_on_container_damages",
        t."vat_number" AS "vat_number",
        t."general_ledger_id" AS "general_ledger_id",
        t."dock_receipt_email" AS "dock_receipt_email"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"parent":' || nullif(to_json((
  SELECT (
    SELECT row_to_json(f)
    FROM (
      SELECT t_parent."id" AS "id",
      t_parent."code" AS "code",
      t_parent."name" AS "name",
      t_parent."synonyms" AS "synonyms",
      t_parent."carrier_type" AS "carrier_type"
    ) f
  )
  FROM shipping_lines t_parent
  WHERE t."organization_id" = t_parent."organization_id" AND t."parent_id" = t_parent."id"
))::text, 'null')) || '}')::json
FROM shipping_lines t

-- ShippingLineShow
SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."code" AS "code",
        t."name" AS "name",
        t."synonyms" AS "synonyms",
        t."carrier_type" AS "carrier_type",
        t."address" AS "address",
        t."empty_container_storage_teu_quota" AS "empty_container_storage_teu_quota",
        t."email" AS "email",
        t."contact_person" AS "contact_person",
        t."phone" AS "phone",
        t."receive_email_alerts_on_container_damages" AS "receive_email_alerts_on_container_damages",
        t."vat_number" AS "vat_number",
        t."general_ledger_id" AS "general_ledger_id",
        t."dock_receipt_email" AS "dock_receipt_email"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"parent":' || nullif(to_json((
  SELECT (
    SELECT row_to_json(f)
    FROM (
      SELECT t_parent."id" AS "id",
      t_parent."code" AS "code",
      t_parent."name" AS "name",
      t_parent."synonyms" AS "synonyms",
      t_parent."carrier_type" AS "carrier_type"
    ) f
  )
  FROM shipping_lines t_parent
  WHERE t."organization_id" = t_parent."organization_id" AND t."parent_id" = t_parent."id"
))::text, 'null'), (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT (
          SELECT (
            SELECT row_to_json(f)
            FROM (
              SELECT t_edi_settings."id" AS "id",
              (
                SELECT (
                  SELECT row_to_json(f)
                  FROM (SELECT t_edi_settings_edi_partner."id" AS "id", t_edi_settings_edi_partner."name" AS "name", (nullif(t_edi_settings_edi_partner."edi_id", '')) AS "edi_id") f
                )
                FROM edi_partners t_edi_settings_edi_partner
                WHERE t_edi_settings."organization_id" = t_edi_settings_edi_partner."organization_id" AND t_edi_settings."edi_partner_id" = t_edi_settings_edi_partner."id"
              ) AS "edi_partner",
              t_edi_settings."name" AS "name",
              t_edi_settings."entity_edi_id" AS "entity_edi_id",
              t_edi_settings."communication_mode" AS "communication_mode",
              t_edi_settings."time_zone" AS "time_zone",
              t_edi_settings."default_sender_id" AS "default_sender_id",
              t_edi_settings."sender_edi_id" AS "sender_edi_id",
              t_edi_settings."edi_carrier_id" AS "edi_carrier_id",
              t_edi_settings."edi_standard" AS "edi_standard"
            ) f
          )
          FROM edi_settings t_edi_settings
          WHERE t_edi_settings."organization_id" = t."organization_id" AND t_edi_settings."shipping_line_id" = t."id"
        ) AS "edi_settings"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
)) || '}')::json
FROM shipping_lines t

-- StevedoringCompanyShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM stevedoring_companies t

-- StevedoringSupervisorShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM stevedoring_supervisors t

-- SupervisorOfVoyage
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT ((
      SELECT t_supervisor."name"
      FROM stevedoring_supervisors t_supervisor
      WHERE t."organization_id" = t_supervisor."organization_id" AND t."supervisor_id" = t_supervisor."id"
    )) AS "name"
  ) f
)
FROM voyage_supervisors t

-- TallyCreated
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (initcap(t."tally_type") || ' ' || (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id")) AS "name",
    t."tally_type" AS "tally_type",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_voyage."number" AS "number") f)
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ), '{"number":null}'::json) AS "voyage",
    (SELECT row_to_json(o) FROM (SELECT coalesce(nullif(concat_ws(' ', t_created_by."firstname", t_created_by."lastname"), ''), t_created_by."email") AS "name") o) AS "created_by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
    FROM (SELECT) one
    LEFT
    JOIN users t_created_by ON t."organization_id" = t_created_by."organization_id" AND t."created_by_id" = t_created_by."id"
  ) f
)
FROM tallies t

-- TallyItemShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (CASE WHEN t."beyond" THEN 'over' WHEN t."done_quantity" >= t."quantity" THEN 'done' WHEN (SELECT t_tally."closed_at" FROM tallies t_tally WHERE t."organization_id" = t_tally."organization_id" AND t."tally_id" = t_tally."id") IS NULL THEN 'open' ELSE 'short' END) AS "status",
    t."cargo_type" AS "cargo_type",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."vehicle_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."vehicle_id" AS "id",
        (SELECT t_vehicle."vin_number" FROM vehicles t_vehicle WHERE t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id") AS "vin_number"
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
    CASE WHEN t."container_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_type_id" AS "id",
        (
          SELECT t_container_type."code"
          FROM container_types t_container_type
          WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
        ) AS "code"
      ) o
    ) END AS "container_type",
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
    t."quantity" AS "quantity",
    t."done_quantity" AS "done_quantity",
    (SELECT (SELECT row_to_json(o) FROM (SELECT r.id AS "id") o) FROM (SELECT t."load_list_item_id" AS id) r WHERE r.id IS NOT NULL) AS "load_list_item"
  ) f
)
FROM tally_items t

-- TallyMoveShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference" AS "reference",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (SELECT t_voyage."number" FROM voyages t_voyage WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id") AS "number"
      ) o
    ) END AS "voyage",
    t."tally_type" AS "tally_type",
    t."crane" AS "crane",
    t."kind" AS "kind",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (SELECT t_container."number" FROM containers t_container WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id") AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."vehicle_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."vehicle_id" AS "id",
        (SELECT t_vehicle."vin_number" FROM vehicles t_vehicle WHERE t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id") AS "vin_number"
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
    t."quantity" AS "quantity",
    t."over" AS "over",
    t."restow" AS "restow",
    t."delivery_type" AS "delivery_type",
    t."arrival_type" AS "arrival_type",
    t."status" AS "status",
    t."lift_type" AS "lift_type",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    t."containers" AS "containers",
    to_char(t."undone_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "undone_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_undone_by."id" AS "id",
          t_undone_by."email" AS "email",
          t_undone_by."firstname" AS "firstname",
          t_undone_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_undone_by."firstname", t_undone_by."lastname"), ''), t_undone_by."email")) AS "name"
        ) f
      )
      FROM users t_undone_by
      WHERE t."organization_id" = t_undone_by."organization_id" AND t."undone_by_id" = t_undone_by."id"
    ) AS "undone_by",
    t."reason" AS "reason",
    t."reason" AS "undo_reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM tally_moves t

-- TallySheet
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_voyage."number" AS "number") f)
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ), '{"number":null}'::json) AS "voyage",
    t."tally_type" AS "tally_type",
    t."handsets" AS "handsets",
    (coalesce(nullif(concat_ws(' ', t_closed_by."firstname", t_closed_by."lastname"), ''), t_closed_by."email")) AS "closed_by",
    to_char(t."closed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "closed_at",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT w.crane AS "crane", w.tally AS "tally", w.shifted_cargo AS "shifted_cargo", w.special_lifts AS "special_lifts") o) ORDER BY w.first)), '[]'::json)
      FROM (
        SELECT m.crane,
        coalesce(array_to_json(array_agg((
          SELECT row_to_json(o)
          FROM (
            SELECT c.number AS "number",
            coalesce(m.status, s.container_status) AS "status",
            s.usage AS "usage",
            m.delivery_type AS "delivery_type",
            m.arrival_type AS "arrival_type",
            y.size AS "size",
            y.is_high_cube AS "is_high_cube",
            y.is_reefer AS "is_reefer",
            (SELECT row_to_json(o) FROM (SELECT y.code AS "code", y.description AS "description", y.iso_type_code AS "iso_type_code") o) AS "container_type"
          ) o
        ) ORDER BY m.id) FILTER (WHERE m.kind = 'tally')), '[]'::json) AS tally,
        coalesce(array_to_json(array_agg((
          SELECT row_to_json(o)
          FROM (
            SELECT c.number AS "number",
            m.restow AS "restow",
            y.size AS "size",
            y.is_high_cube AS "is_high_cube",
            y.is_reefer AS "is_reefer",
            (SELECT row_to_json(o) FROM (SELECT y.code AS "code", y.description AS "description", y.iso_type_code AS "iso_type_code") o) AS "container_type"
          ) o
        ) ORDER BY m.id) FILTER (WHERE m.kind = 'shift')), '[]'::json) AS shifted_cargo,
        coalesce(array_to_json(array_agg(CASE WHEN m.lift_type = 'multiple' THEN (
          SELECT row_to_json(o)
          FROM (SELECT m.lift_type AS "lift_type", to_char(m.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at", m.containers AS "containers") o
        ) ELSE (SELECT row_to_json(o) FROM (SELECT m.lift_type AS "lift_type", to_char(m.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at") o) END ORDER BY m.id) FILTER (WHERE m.kind = 'special_lift')), '[]'::json) AS special_lifts,
        min(m.id) AS first
        FROM tally_moves m
        LEFT
        JOIN containers c ON c.organization_id = m.organization_id AND c.id = m.container_id
        LEFT
        JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
        LEFT
        JOIN container_stays s ON s.organization_id = m.organization_id AND s.id = m.stay_id
        WHERE m.organization_id = t."organization_id" AND m.voyage_id = t."voyage_id" AND m.tally_type = t."tally_type" AND m.undone_at IS NULL AND (m.kind = 'special_lift' OR m.container_id IS NOT NULL)
        GROUP BY m.crane
      ) w
    ) AS "cranes"
    FROM (SELECT) one
    LEFT
    JOIN users t_closed_by ON t."organization_id" = t_closed_by."organization_id" AND t."closed_by_id" = t_closed_by."id"
  ) f
)
FROM tallies t

-- TallyShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (initcap(t."tally_type") || ' ' || t_voyage."number") AS "name",
    t."tally_type" AS "tally_type",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."voyage_id" AS "id", t_voyage."number" AS "number") o) END AS "voyage",
    (SELECT row_to_json(o) FROM (SELECT coalesce(nullif(concat_ws(' ', t_created_by."firstname", t_created_by."lastname"), ''), t_created_by."email") AS "name") o) AS "created_by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    t."handsets" AS "handsets",
    (coalesce(nullif(concat_ws(' ', t_closed_by."firstname", t_closed_by."lastname"), ''), t_closed_by."email")) AS "closed_by",
    to_char(t."closed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "closed_at",
    t."short" AS "short",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN voyages t_voyage ON t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    LEFT
    JOIN users t_created_by ON t."organization_id" = t_created_by."organization_id" AND t."created_by_id" = t_created_by."id"
    LEFT
    JOIN users t_closed_by ON t."organization_id" = t_closed_by."organization_id" AND t."closed_by_id" = t_closed_by."id"
  ) f
)
FROM tallies t

-- TariffRateShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."tariff_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."tariff_id" AS "id",
        (SELECT t_tariff."name" FROM tariffs t_tariff WHERE t."organization_id" = t_tariff."organization_id" AND t."tariff_id" = t_tariff."id") AS "name"
      ) o
    ) END AS "tariff",
    t."position" AS "position",
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
    t."container_statuses" AS "container_statuses",
    t."usages" AS "usages",
    (t."sizes") AS "sizes",
    ((
      SELECT coalesce(array_to_json(array_agg(o.code ORDER BY l.id)), '[]'::json)
      FROM rate_container_types l
      JOIN container_types o ON o.organization_id = l.organization_id AND o.id = l.container_type_id
      WHERE l.organization_id = t."organization_id" AND l.rate_id = t."id"
    )) AS "container_types",
    t."is_reefer" AS "is_reefer",
    t."operating_reefer" AS "operating_reefer",
    ((
      SELECT coalesce(array_to_json(array_agg(o.code ORDER BY l.id)), '[]'::json)
      FROM rate_shipping_lines l
      JOIN shipping_lines o ON o.organization_id = l.organization_id AND o.id = l.shipping_line_id
      WHERE l.organization_id = t."organization_id" AND l.rate_id = t."id"
    )) AS "shipping_lines",
    ((
      SELECT coalesce(array_to_json(array_agg(o.name ORDER BY l.id)), '[]'::json)
      FROM rate_consignees l
      JOIN consignees o ON o.organization_id = l.organization_id AND o.id = l.consignee_id
      WHERE l.organization_id = t."organization_id" AND l.rate_id = t."id"
    )) AS "consignees",
    ((
      SELECT coalesce(array_to_json(array_agg(o.name ORDER BY l.id)), '[]'::json)
      FROM rate_commodity_types l
      JOIN commodity_types o ON o.organization_id = l.organization_id AND o.id = l.commodity_type_id
      WHERE l.organization_id = t."organization_id" AND l.rate_id = t."id"
    )) AS "commodity_types",
    t."arrived_by" AS "arrived_by",
    t."departed_by" AS "departed_by",
    t."transshipment" AS "transshipment",
    t."working_day" AS "working_day",
    t."event" AS "event",
    compact_json(('{"from": null, "until": null}'::jsonb || t."band")) AS "band",
    t."per" AS "per",
    (to_char(t."amount", 'FM999999999990.009999')) AS "amount",
    compact_json(t."tiers") AS "tiers",
    (to_char(t."minimum", 'FM999999999990.009999')) AS "minimum",
    (to_char(t."maximum", 'FM999999999990.009999')) AS "maximum",
    trim_scale(t."quantity_step"::numeric) AS "quantity_step",
    t."note" AS "note",
    t."counting" AS "counting",
    (CASE WHEN t."counting" IS NOT NULL THEN coalesce(t."period_hours", 24) END) AS "period_hours",
    (CASE WHEN t."counting" IS NOT NULL THEN coalesce(t."first_day", 'arrival') END) AS "first_day",
    (CASE WHEN t."counting" IS NOT NULL THEN coalesce(t."last_day", 'included') END) AS "last_day",
    (CASE WHEN t."counting" IS NOT NULL THEN coalesce(t."day_starts_at", '00:00') END) AS "day_starts_at",
    CASE WHEN t."calendar_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."calendar_id" AS "id",
        (SELECT t_calendar."name" FROM calendars t_calendar WHERE t."organization_id" = t_calendar."organization_id" AND t."calendar_id" = t_calendar."id") AS "name"
      ) o
    ) END AS "calendar",
    (CASE WHEN t."counting" IS NOT NULL THEN coalesce(t."free_units", 0) END) AS "free_units",
    t."free_excludes_closed" AS "free_excludes_closed",
    t."charge_excludes_closed" AS "charge_excludes_closed",
    (CASE WHEN t."counting" IS NOT NULL THEN coalesce(t."free_time", 'kept') END) AS "free_time",
    (CASE WHEN t."counting" IS NOT NULL THEN coalesce(t."tiers_count", 'charged') END) AS "tiers_count",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM tariff_rates t

-- TariffShow
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
          coalesce((SELECT c.name FROM shipping_lines c WHERE c.organization_id = b.organization_id AND c.id = b.shipping_line_id), (SELECT c.name FROM consignees c WHERE c.organization_id = b.organization_id AND c.id = b.consignee_id), (SELECT c.name FROM agents c WHERE c.organization_id = b.organization_id AND c.id = b.agent_id), (SELECT c.name FROM freight_forwarders c WHERE c.organization_id = b.organization_id AND c.id = b.freight_forwarder_id), (SELECT c.name FROM trucking_companies c WHERE c.organization_id = b.organization_id AND c.id = b.trucking_company_id)) AS "name"
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
    FROM (SELECT) one
    LEFT
    JOIN users t_published_by ON t."organization_id" = t_published_by."organization_id" AND t."published_by_id" = t_published_by."id"
  ) f
)
FROM tariffs t

-- TaxOfInvoice
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT ((SELECT t_tax."code" FROM taxes t_tax WHERE t."organization_id" = t_tax."organization_id" AND t."tax_id" = t_tax."id")) AS "tax",
    (to_char(t."percent", 'FM999999999990.009999')) AS "percent",
    (round(t."base", 2)::text) AS "base",
    (round(t."amount", 2)::text) AS "amount"
  ) f
)
FROM invoice_taxes t

-- TaxPercentageShow
SELECT (SELECT row_to_json(f) FROM (SELECT (to_char(t."percent", 'FM999999999990.009999')) AS "percent", t."valid_from"::text AS "valid_from") f)
FROM tax_percentages t

-- TaxRuleShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."tax_class" AS "tax_class",
    t."treatment" AS "treatment",
    CASE WHEN t."tax_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (SELECT t."tax_id" AS "id", (SELECT t_tax."code" FROM taxes t_tax WHERE t."organization_id" = t_tax."organization_id" AND t."tax_id" = t_tax."id") AS "code") o
    ) END AS "tax",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM tax_rules t

-- TaxShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."name" AS "name",
    t."category" AS "category",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (SELECT (to_char(t_percentages."percent", 'FM999999999990.009999')) AS "percent", t_percentages."valid_from"::text AS "valid_from") f
      ) ORDER BY t_percentages."valid_from")), '[]'::json)
      FROM tax_percentages t_percentages
      WHERE t_percentages."organization_id" = t."organization_id" AND t_percentages."tax_id" = t."id"
    ) AS "percentages",
    t."exemption_code" AS "exemption_code",
    t."exemption_reason" AS "exemption_reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM taxes t

-- TerminalShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."port_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."port_id" AS "id",
        (SELECT t_port."locode" FROM ports t_port WHERE t."organization_id" = t_port."organization_id" AND t."port_id" = t_port."id") AS "locode"
      ) o
    ) END AS "port",
    t."smdg_code" AS "smdg_code",
    t."bic_code" AS "bic_code",
    t."address" AS "address",
    t."reefer_email" AS "reefer_email",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM terminals t

-- TillClosingShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t."till_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."till_id" AS "id",
        (SELECT t_till."name" FROM tills t_till WHERE t."organization_id" = t_till."organization_id" AND t."till_id" = t_till."id") AS "name"
      ) o
    ) END AS "till",
    t."currency" AS "currency",
    to_char(t."opened_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "opened_at",
    (coalesce(nullif(concat_ws(' ', t_opened_by."firstname", t_opened_by."lastname"), ''), t_opened_by."email")) AS "opened_by",
    to_char(t."closed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "closed_at",
    (coalesce(nullif(concat_ws(' ', t_closed_by."firstname", t_closed_by."lastname"), ''), t_closed_by."email")) AS "closed_by",
    (t."float"::text) AS "float",
    compact_json(t."expected") AS "expected",
    compact_json(t."counted") AS "counted",
    compact_json(t."difference") AS "difference",
    compact_json(t."payments") AS "payments",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN users t_opened_by ON t."organization_id" = t_opened_by."organization_id" AND t."opened_by_id" = t_opened_by."id"
    LEFT
    JOIN users t_closed_by ON t."organization_id" = t_closed_by."organization_id" AND t."closed_by_id" = t_closed_by."id"
  ) f
)
FROM till_closings t

-- TillShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."terminal_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."terminal_id" AS "id",
        (SELECT t_terminal."name" FROM terminals t_terminal WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id") AS "name"
      ) o
    ) END AS "terminal",
    t."currency" AS "currency",
    t."active" AS "active",
    to_char(t."opened_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "opened_at",
    (coalesce(nullif(concat_ws(' ', t_opened_by."firstname", t_opened_by."lastname"), ''), t_opened_by."email")) AS "opened_by",
    (to_char(t."float", 'FM999999999990.009999')) AS "float",
    (
      SELECT (SELECT row_to_json(o) FROM (SELECT c.id AS "id", c.number AS "number") o)
      FROM till_closings c
      WHERE c.organization_id = t."organization_id" AND c.till_id = t."id"
      ORDER BY c.id DESC
      LIMIT 1
    ) AS "last_closing",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN users t_opened_by ON t."organization_id" = t_opened_by."organization_id" AND t."opened_by_id" = t_opened_by."id"
  ) f
)
FROM tills t

-- TokenShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."prefix" AS "prefix",
    t."description" AS "description",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_user."id" AS "id",
          t_user."email" AS "email",
          t_user."firstname" AS "firstname",
          t_user."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name"
        ) f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    t."role" AS "role",
    t."domains" AS "domains",
    CASE WHEN t."edi_partner_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."edi_partner_id" AS "id",
        (
          SELECT t_edi_partner."name"
          FROM edi_partners t_edi_partner
          WHERE t."organization_id" = t_edi_partner."organization_id" AND t."edi_partner_id" = t_edi_partner."id"
        ) AS "name"
      ) o
    ) END AS "edi_partner",
    t."limited" AS "limited",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT x.type AS "type", x.id AS "id", x.key AS "key", x.name AS "name") o) ORDER BY l.id)), '[]'::json)
      FROM token_parties l
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
      WHERE l.organization_id = t."organization_id" AND l.token_id = t."id"
    ) AS "parties",
    (CASE WHEN t."revoked_at" IS NOT NULL THEN 'revoked' WHEN t."expires_at" <= now() THEN 'expired' WHEN NOT (SELECT t_user."active" FROM users t_user WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id") THEN 'user_inactive' ELSE 'valid' END) AS "state",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_created_by."id" AS "id", (coalesce(nullif(concat_ws(' ', t_created_by."firstname", t_created_by."lastname"), ''), t_created_by."email")) AS "name") f
      )
      FROM users t_created_by
      WHERE t."organization_id" = t_created_by."organization_id" AND t."created_by_id" = t_created_by."id"
    ) AS "created_by",
    to_char(t."expires_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "expires_at",
    to_char(t."last_used_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_used_at",
    to_char(t."revoked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "revoked_at"
  ) f
)
FROM tokens t

-- TruckDriverShort
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."license_number" AS "license_number",
    t."firstname" AS "firstname",
    t."lastname" AS "lastname",
    t."twic" AS "twic",
    t."active" AS "active",
    to_char(t."discarded_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "discarded_at"
  ) f
)
FROM truck_drivers t

-- TruckDriverShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."license_number" AS "license_number",
    t."number" AS "number",
    t."firstname" AS "firstname",
    t."lastname" AS "lastname",
    (nullif(trim(concat_ws(' ', t."firstname", t."lastname")), '')) AS "fullname",
    t."twic" AS "twic",
    t."active" AS "active",
    t."date_of_birth"::text AS "date_of_birth",
    t."telephone_number" AS "telephone_number",
    t."email" AS "email",
    t."remarks" AS "remarks",
    CASE WHEN t."trucking_company_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."trucking_company_id" AS "id", t_trucking_company."code" AS "code", t_trucking_company."name" AS "name") o) END AS "trucking_company",
    t."allowed_until"::text AS "allowed_until",
    to_char(t."erased_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "erased_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN trucking_companies t_trucking_company ON t."organization_id" = t_trucking_company."organization_id" AND t."trucking_company_id" = t_trucking_company."id"
  ) f
)
FROM truck_drivers t

-- TruckDriverSummary
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (nullif(trim(concat_ws(' ', t."firstname", t."lastname")), '')) AS "fullname",
    t."license_number" AS "license_number",
    t."twic" AS "twic",
    t."number" AS "number",
    t."active" AS "active",
    t."date_of_birth"::text AS "date_of_birth",
    t."telephone_number" AS "telephone_number",
    t."email" AS "email",
    t."remarks" AS "remarks",
    (coalesce(nullif(t_trucking_company."name", ''), t_trucking_company."code")) AS "trucking_company",
    t."allowed_until"::text AS "allowed_until",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (SELECT) one
    LEFT
    JOIN trucking_companies t_trucking_company ON t."organization_id" = t_trucking_company."organization_id" AND t."trucking_company_id" = t_trucking_company."id"
  ) f
)
FROM truck_drivers t

-- TruckItem
SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."active" AS "active",
        t."license_plate" AS "license_plate",
        t."number" AS "number",
        trim_scale(t."weight"::numeric) AS "weight",
        t."color" AS "color",
        t."is_mule" AS "is_mule",
        t."allowed_until"::text AS "allowed_until",
        t."year" AS "year",
        t."make" AS "make",
        t."model" AS "model",
        to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
        to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
        t."license_plate" AS "display_name",
        coalesce((
          SELECT (SELECT row_to_json(o) FROM (SELECT c.name AS "name", c.code AS "code") o)
          FROM trucking_companies c
          WHERE c.organization_id = t."organization_id" AND c.id = coalesce(t."trucking_company_id", (
            SELECT t_truck_driver."trucking_company_id"
            FROM truck_drivers t_truck_driver
            WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
          ))
        ), '{"name":null,"code":null}'::json) AS "trucking_company"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"truck_driver":' || nullif(to_json((
  SELECT (
    SELECT row_to_json(f)
    FROM (
      SELECT t_truck_driver."id" AS "id",
      (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "fullname",
      t_truck_driver."license_number" AS "license_number",
      t_truck_driver."number" AS "number"
    ) f
  )
  FROM truck_drivers t_truck_driver
  WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
))::text, 'null')) || '}')::json
FROM trucks t

-- TruckOfVisit
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."license_plate" AS "license_plate",
    t."number" AS "number",
    t."trucking_company_id" AS "trucking_company_id",
    t."active" AS "active",
    t."allowed_until"::text AS "allowed_until"
  ) f
)
FROM trucks t

-- TruckShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."active" AS "active",
    t."license_plate" AS "license_plate",
    t."number" AS "number",
    trim_scale(t."weight"::numeric) AS "weight",
    t."color" AS "color",
    t."is_mule" AS "is_mule",
    t."allowed_until"::text AS "allowed_until",
    t."year" AS "year",
    t."make" AS "make",
    t."model" AS "model",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM trucks t

-- TruckVisitCreated
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT (
      SELECT row_to_json(o)
      FROM (
        SELECT t."id" AS "id",
        to_char(t."gated_in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_in_at",
        to_char(t."gated_out_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_out_at"
      ) o
    ) AS "truck_visit",
    ((SELECT t_gate."name" FROM gates t_gate WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id")) AS "gate_name",
    (coalesce(nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), ''), t_truck_driver."license_number")) AS "truck_driver",
    ((SELECT t_truck."license_plate" FROM trucks t_truck WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id")) AS "truck",
    t."comment" AS "comment"
    FROM (SELECT) one
    LEFT
    JOIN truck_drivers t_truck_driver ON t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
  ) f
)
FROM truck_visits t

-- TruckVisitShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    to_char(t."gated_in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_in_at",
    to_char(t."gated_out_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_out_at",
    ((
      SELECT to_char(s / 3600, 'FM99999900') || to_char(s / 60 % 60, ':FM00') || to_char(s % 60, ':FM00')
      FROM (SELECT greatest(0, floor(extract(epoch FROM coalesce(t."gated_out_at", now()) - t."gated_in_at")))::bigint AS s) d
    )) AS "duration",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck."id" AS "id",
          t_truck."license_plate" AS "license_plate",
          t_truck."number" AS "number",
          t_truck."trucking_company_id" AS "trucking_company_id",
          t_truck."active" AS "active",
          t_truck."allowed_until"::text AS "allowed_until"
        ) f
      )
      FROM trucks t_truck
      WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    ) AS "truck",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck_driver."id" AS "id",
          (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "fullname",
          t_truck_driver."license_number" AS "license_number",
          t_truck_driver."twic" AS "twic",
          t_truck_driver."number" AS "number",
          t_truck_driver."active" AS "active",
          t_truck_driver."date_of_birth"::text AS "date_of_birth",
          t_truck_driver."telephone_number" AS "telephone_number",
          t_truck_driver."email" AS "email",
          t_truck_driver."remarks" AS "remarks",
          (coalesce(nullif(t_truck_driver_trucking_company."name", ''), t_truck_driver_trucking_company."code")) AS "trucking_company",
          t_truck_driver."allowed_until"::text AS "allowed_until",
          to_char(t_truck_driver."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
          to_char(t_truck_driver."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
          FROM (SELECT) one
          LEFT
          JOIN trucking_companies t_truck_driver_trucking_company ON t_truck_driver."organization_id" = t_truck_driver_trucking_company."organization_id" AND t_truck_driver."trucking_company_id" = t_truck_driver_trucking_company."id"
        ) f
      )
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ) AS "truck_driver",
    (
      SELECT (SELECT row_to_json(f) FROM (SELECT t_trucking_company."id" AS "id", t_trucking_company."name" AS "name", t_trucking_company."code" AS "code") f)
      FROM trucking_companies t_trucking_company
      WHERE t."organization_id" = t_trucking_company."organization_id" AND t."trucking_company_id" = t_trucking_company."id"
    ) AS "trucking_company",
    CASE WHEN t."gate_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."gate_id" AS "id",
        (SELECT t_gate."name" FROM gates t_gate WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id") AS "name"
      ) o
    ) END AS "gate",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_gate_in_user."id" AS "id",
          t_gate_in_user."email" AS "email",
          t_gate_in_user."firstname" AS "firstname",
          t_gate_in_user."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_gate_in_user."firstname", t_gate_in_user."lastname"), ''), t_gate_in_user."email")) AS "name"
        ) f
      )
      FROM users t_gate_in_user
      WHERE t."organization_id" = t_gate_in_user."organization_id" AND t."gate_in_user_id" = t_gate_in_user."id"
    ) AS "gate_in_user",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_gate_out_user."id" AS "id",
          t_gate_out_user."email" AS "email",
          t_gate_out_user."firstname" AS "firstname",
          t_gate_out_user."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_gate_out_user."firstname", t_gate_out_user."lastname"), ''), t_gate_out_user."email")) AS "name"
        ) f
      )
      FROM users t_gate_out_user
      WHERE t."organization_id" = t_gate_out_user."organization_id" AND t."gate_out_user_id" = t_gate_out_user."id"
    ) AS "gate_out_user",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_interchanges."id" AS "id",
          t_interchanges."type" AS "type",
          t_interchanges."completed" AS "completed",
          (
            SELECT CASE WHEN k.is_reefer THEN (
              SELECT row_to_json(o)
              FROM (
                SELECT c.id AS "id",
                c.number AS "number",
                CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
                coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
                CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status",
                CASE WHEN s.id IS NULL THEN c.operating_reefer ELSE s.operating_reefer END AS "operating_reefer",
                trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_temperature ELSE s.reefer_temperature END) AS "reefer_temperature",
                trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_set_point_temperature ELSE s.reefer_set_point_temperature END) AS "reefer_set_point_temperature",
                trim_scale(CASE WHEN s.id IS NULL THEN c.supply_temperature ELSE s.supply_temperature END) AS "supply_temperature"
              ) o
            ) ELSE (
              SELECT row_to_json(o)
              FROM (
                SELECT c.id AS "id",
                c.number AS "number",
                CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
                coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
                CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status"
              ) o
            ) END
            FROM containers c
            LEFT
            JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
            LEFT
            JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = t_interchanges."stay_id" AND t_interchanges."completed"
            WHERE c.organization_id = t_interchanges."organization_id" AND c.id = t_interchanges."container_id"
          ) AS "container",
          CASE WHEN t_interchanges."chassis_id" IS NOT NULL THEN (
            SELECT row_to_json(o)
            FROM (
              SELECT t_interchanges."chassis_id" AS "id",
              (
                SELECT t_interchanges_chassis."number"
                FROM chassis t_interchanges_chassis
                WHERE t_interchanges."organization_id" = t_interchanges_chassis."organization_id" AND t_interchanges."chassis_id" = t_interchanges_chassis."id"
              ) AS "number"
            ) o
          ) END AS "chassis",
          CASE WHEN t_interchanges."genset_id" IS NOT NULL THEN (
            SELECT row_to_json(o)
            FROM (
              SELECT t_interchanges."genset_id" AS "id",
              (
                SELECT t_interchanges_genset."number"
                FROM gensets t_interchanges_genset
                WHERE t_interchanges."organization_id" = t_interchanges_genset."organization_id" AND t_interchanges."genset_id" = t_interchanges_genset."id"
              ) AS "number"
            ) o
          ) END AS "genset",
          ((
            SELECT t_interchanges_container."meets_iso_standards"
            FROM containers t_interchanges_container
            WHERE t_interchanges."organization_id" = t_interchanges_container."organization_id" AND t_interchanges."container_id" = t_interchanges_container."id"
          )) AS "meets_iso_standards",
          t_interchanges."other_terminal" AS "other_terminal"
        ) f
      ) ORDER BY t_interchanges."id")), '[]'::json)
      FROM interchanges t_interchanges
      WHERE t_interchanges."organization_id" = t."organization_id" AND t_interchanges."truck_visit_id" = t."id"
    ) AS "interchanges",
    t."reason_for_incomplete" AS "reason_for_incomplete",
    t."force_reason" AS "force_reason",
    t."off_slot" AS "off_slot",
    ((t."other_terminal" OR EXISTS (SELECT FROM interchanges i WHERE i.organization_id = t."organization_id" AND i.truck_visit_id = t."id" AND i.other_terminal))) AS "other_terminal",
    to_char(t."cancelled_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "cancelled_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_cancelled_by."id" AS "id",
          t_cancelled_by."email" AS "email",
          t_cancelled_by."firstname" AS "firstname",
          t_cancelled_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_cancelled_by."firstname", t_cancelled_by."lastname"), ''), t_cancelled_by."email")) AS "name"
        ) f
      )
      FROM users t_cancelled_by
      WHERE t."organization_id" = t_cancelled_by."organization_id" AND t."cancelled_by_id" = t_cancelled_by."id"
    ) AS "cancelled_by",
    t."cancel_reason" AS "cancel_reason",
    CASE WHEN t."out_gate_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."out_gate_id" AS "id",
        (SELECT t_out_gate."name" FROM gates t_out_gate WHERE t."organization_id" = t_out_gate."organization_id" AND t."out_gate_id" = t_out_gate."id") AS "name"
      ) o
    ) END AS "out_gate",
    t."comment" AS "comment",
    t."signature_file_id" AS "signature_file_id",
    (t_pre_advice."advice_number") AS "pre_advice_number",
    (t_appointment."number") AS "appointment_number",
    CASE WHEN t."pre_advice_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."pre_advice_id" AS "id", t_pre_advice."advice_number" AS "advice_number") o) END AS "pre_advice",
    CASE WHEN t."appointment_id" IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT t."appointment_id" AS "id", t_appointment."number" AS "number") o) END AS "appointment"
    FROM (SELECT) one
    LEFT
    JOIN pre_advices t_pre_advice ON t."organization_id" = t_pre_advice."organization_id" AND t."pre_advice_id" = t_pre_advice."id"
    LEFT
    JOIN appointments t_appointment ON t."organization_id" = t_appointment."organization_id" AND t."appointment_id" = t_appointment."id"
  ) f
)
FROM truck_visits t

-- TruckVisitSummary
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck."id" AS "id",
          t_truck."license_plate" AS "license_plate",
          t_truck."number" AS "number",
          t_truck."trucking_company_id" AS "trucking_company_id",
          t_truck."active" AS "active",
          t_truck."allowed_until"::text AS "allowed_until"
        ) f
      )
      FROM trucks t_truck
      WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    ) AS "truck",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck_driver."id" AS "id",
          t_truck_driver."number" AS "number",
          t_truck_driver."license_number" AS "license_number",
          t_truck_driver."firstname" AS "firstname",
          t_truck_driver."lastname" AS "lastname",
          t_truck_driver."twic" AS "twic",
          t_truck_driver."active" AS "active",
          to_char(t_truck_driver."discarded_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "discarded_at"
        ) f
      )
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ) AS "truck_driver",
    to_char(t."gated_in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_in_at",
    to_char(t."gated_out_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_out_at"
  ) f
)
FROM truck_visits t

-- TruckingCompanyOfVisit
SELECT (SELECT row_to_json(f) FROM (SELECT t."id" AS "id", t."name" AS "name", t."code" AS "code") f)
FROM trucking_companies t

-- TruckingCompanyShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."name" AS "name",
    t."listed" AS "listed",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM trucking_companies t

-- UpdatedInvoice
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."general_ledger_id" AS "general_ledger_id",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."invoiced_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "invoiced_at",
    t."approved" AS "approved",
    to_char(t."approved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "approved_at",
    (coalesce(nullif(concat_ws(' ', t_approved_by."firstname", t_approved_by."lastname"), ''), t_approved_by."email")) AS "approved_by",
    t."paid" AS "paid",
    (round(t."total", 2)::text) AS "total",
    (round(t."amount_paid", 2)::text) AS "amount_paid",
    (round(t."amount_open", 2)::text) AS "amount_open",
    to_char(t."paid_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "paid_at",
    (CASE WHEN t."paid" THEN 'paid' WHEN t."approved" THEN 'approved' ELSE 'draft' END) AS "status",
    t."document_type" AS "document_type",
    to_char(t."numbered_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "numbered_at",
    t."due_on"::text AS "due_on"
    FROM (SELECT) one
    LEFT
    JOIN users t_approved_by ON t."organization_id" = t_approved_by."organization_id" AND t."approved_by_id" = t_approved_by."id"
  ) f
)
FROM invoices t

-- UserIdentityShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."issuer_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."issuer_id" AS "id",
        (SELECT t_issuer."name" FROM identity_issuers t_issuer WHERE t."organization_id" = t_issuer."organization_id" AND t."issuer_id" = t_issuer."id") AS "name"
      ) o
    ) END AS "issuer",
    t."sub" AS "sub",
    to_char(t."last_seen_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_seen_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
  ) f
)
FROM user_identities t

-- UserNamed
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."email" AS "email",
    t."firstname" AS "firstname",
    t."lastname" AS "lastname",
    (coalesce(nullif(concat_ws(' ', t."firstname", t."lastname"), ''), t."email")) AS "name"
  ) f
)
FROM users t

-- UserShort
SELECT (SELECT row_to_json(f) FROM (SELECT t."id" AS "id", (coalesce(nullif(concat_ws(' ', t."firstname", t."lastname"), ''), t."email")) AS "name") f)
FROM users t

-- UserShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."email" AS "email",
    t."firstname" AS "firstname",
    t."lastname" AS "lastname",
    t."active" AS "active",
    t."limited" AS "limited",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT x.type AS "type", x.id AS "id", x.key AS "key", x.name AS "name") o) ORDER BY l.id)), '[]'::json)
      FROM user_parties l
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
      WHERE l.organization_id = t."organization_id" AND l.user_id = t."id"
    ) AS "parties",
    t."kind" AS "kind",
    to_char((
      SELECT greatest((SELECT max(k.last_used_at) FROM tokens k WHERE k.organization_id = t."organization_id" AND k.user_id = t."id"), (SELECT max(i.last_seen_at) FROM user_identities i WHERE i.organization_id = t."organization_id" AND i.user_id = t."id"))
    ) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_seen_at",
    to_char(t."erased_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "erased_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM users t

-- VehicleItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference_number" AS "reference_number",
    t."quantity" AS "quantity",
    t."goods" AS "goods",
    t."goods_description" AS "goods_description",
    t."shipping_marks" AS "shipping_marks",
    t."usage" AS "usage",
    (
      SELECT string_agg(b.number, ', ' ORDER BY l.id)
      FROM vehicle_bills l
      JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
      WHERE l.organization_id = t."organization_id" AND l.vehicle_id = t."id"
    ) AS "active_bill_of_ladings",
    t."vin_number" AS "vin_number",
    (
      SELECT string_agg(c.name, ', ' ORDER BY l.id)
      FROM vehicle_consignees l
      JOIN consignees c ON c.organization_id = l.organization_id AND c.id = l.consignee_id
      WHERE l.organization_id = t."organization_id" AND l.vehicle_id = t."id"
    ) AS "consignee",
    t."current_location_type" AS "current_location_type",
    (location_name(t."organization_id", t."current_location_type", t."current_location_id")) AS "current_location",
    CASE WHEN t."current_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."current_location_type" AS "type",
        t."current_location_id" AS "id",
        location_name(t."organization_id", t."current_location_type", t."current_location_id") AS "name"
      ) o
    ) END AS "location",
    t."current_location_id" AS "current_location_id",
    (t_organization."weight_unit") AS "weight_unit",
    trim_scale(t."weight"::numeric) AS "weight",
    (t_organization."dimension_unit") AS "dimension_unit",
    trim_scale(t."width"::numeric) AS "width",
    trim_scale(t."height"::numeric) AS "height",
    trim_scale(t."length"::numeric) AS "length",
    (to_char(t."volume", 'FM999999999990.099999')) AS "volume",
    t."pieces_per_package" AS "pieces_per_package",
    trim_scale(t."package_weight"::numeric) AS "package_weight",
    ((SELECT t_yard_slot."name" FROM yard_slots t_yard_slot WHERE t."organization_id" = t_yard_slot."organization_id" AND t."yard_slot_id" = t_yard_slot."id")) AS "yard_slot",
    (t_package_type."code") AS "package_type_code",
    (t_package_type."description") AS "package_type",
    ((
      SELECT t_shipping_line."code"
      FROM shipping_lines t_shipping_line
      WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
    )) AS "shipping_line",
    t."make" AS "make",
    t."model" AS "model",
    t."color" AS "color",
    t."year" AS "year",
    compact_json(t."extra_attributes") AS "extra_attributes",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT d.label AS "label", t."flex_fields" -> d.canonical_name AS "value") o) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'vehicle'
    ) AS "flex_fields",
    (t_arrival_voyage."number") AS "arrival_voyage",
    ((
      SELECT t_arrival_voyage_vessel."name"
      FROM vessels t_arrival_voyage_vessel
      WHERE t_arrival_voyage."organization_id" = t_arrival_voyage_vessel."organization_id" AND t_arrival_voyage."vessel_id" = t_arrival_voyage_vessel."id"
    )) AS "arrival_vessel",
    (t_departure_voyage."number") AS "departure_voyage",
    ((
      SELECT t_departure_voyage_vessel."name"
      FROM vessels t_departure_voyage_vessel
      WHERE t_departure_voyage."organization_id" = t_departure_voyage_vessel."organization_id" AND t_departure_voyage."vessel_id" = t_departure_voyage_vessel."id"
    )) AS "departure_vessel",
    ((
      SELECT t_commodity_type."name"
      FROM commodity_types t_commodity_type
      WHERE t."organization_id" = t_commodity_type."organization_id" AND t."commodity_type_id" = t_commodity_type."id"
    )) AS "commodity_type",
    (
      SELECT coalesce(array_agg(c.name ORDER BY l.id), '{}')
      FROM vehicle_consignees l
      JOIN consignees c ON c.organization_id = l.organization_id AND c.id = l.consignee_id
      WHERE l.organization_id = t."organization_id" AND l.vehicle_id = t."id"
    ) AS "consignees",
    ((
      SELECT t_dock_receipt."number"
      FROM dock_receipts t_dock_receipt
      WHERE t."organization_id" = t_dock_receipt."organization_id" AND t."dock_receipt_id" = t_dock_receipt."id"
    )) AS "dock_receipt",
    t."tags" AS "tags",
    CASE WHEN t."booking_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."booking_id" AS "id",
        (SELECT t_booking."number" FROM bookings t_booking WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id") AS "number"
      ) o
    ) END AS "booking",
    CASE WHEN t."stripped_from_container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."stripped_from_container_id" AS "id",
        (
          SELECT t_stripped_from_container."number"
          FROM containers t_stripped_from_container
          WHERE t."organization_id" = t_stripped_from_container."organization_id" AND t."stripped_from_container_id" = t_stripped_from_container."id"
        ) AS "number"
      ) o
    ) END AS "stripped_from_container"
    FROM (SELECT) one
    LEFT
    JOIN organizations t_organization ON t."organization_id" = t_organization."id"
    LEFT
    JOIN package_types t_package_type ON t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
    LEFT
    JOIN voyages t_arrival_voyage ON t."organization_id" = t_arrival_voyage."organization_id" AND t."arrival_voyage_id" = t_arrival_voyage."id"
    LEFT
    JOIN voyages t_departure_voyage ON t."organization_id" = t_departure_voyage."organization_id" AND t."departure_voyage_id" = t_departure_voyage."id"
  ) f
)
FROM vehicles t

-- VehicleMovement
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."movement_type" AS "movement_type",
    t."from" AS "from",
    t."to" AS "to",
    CASE WHEN t."from_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."from_location_type" AS "type",
        t."from_location_id" AS "id",
        location_name(t."organization_id", t."from_location_type", t."from_location_id") AS "name"
      ) o
    ) END AS "from_location",
    CASE WHEN t."to_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (SELECT t."to_location_type" AS "type", t."to_location_id" AS "id", location_name(t."organization_id", t."to_location_type", t."to_location_id") AS "name") o
    ) END AS "to_location",
    to_char(t."moved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "moved_at",
    t."reason" AS "reason",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user"
  ) f
)
FROM cargo_movements t

-- VehicleShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference_number" AS "reference_number",
    t."quantity" AS "quantity",
    t."goods" AS "goods",
    t."goods_description" AS "goods_description",
    t."shipping_marks" AS "shipping_marks",
    t."usage" AS "usage",
    (
      SELECT string_agg(b.number, ', ' ORDER BY l.id)
      FROM vehicle_bills l
      JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
      WHERE l.organization_id = t."organization_id" AND l.vehicle_id = t."id"
    ) AS "active_bill_of_ladings",
    t."vin_number" AS "vin_number",
    (
      SELECT string_agg(c.name, ', ' ORDER BY l.id)
      FROM vehicle_consignees l
      JOIN consignees c ON c.organization_id = l.organization_id AND c.id = l.consignee_id
      WHERE l.organization_id = t."organization_id" AND l.vehicle_id = t."id"
    ) AS "consignee",
    t."current_location_type" AS "current_location_type",
    (location_name(t."organization_id", t."current_location_type", t."current_location_id")) AS "current_location",
    CASE WHEN t."current_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."current_location_type" AS "type",
        t."current_location_id" AS "id",
        location_name(t."organization_id", t."current_location_type", t."current_location_id") AS "name"
      ) o
    ) END AS "location",
    t."current_location_id" AS "current_location_id",
    (t_organization."weight_unit") AS "weight_unit",
    trim_scale(t."weight"::numeric) AS "weight",
    (t_organization."dimension_unit") AS "dimension_unit",
    trim_scale(t."width"::numeric) AS "width",
    trim_scale(t."height"::numeric) AS "height",
    trim_scale(t."length"::numeric) AS "length",
    (to_char(t."volume", 'FM999999999990.099999')) AS "volume",
    t."pieces_per_package" AS "pieces_per_package",
    trim_scale(t."package_weight"::numeric) AS "package_weight",
    ((SELECT t_yard_slot."name" FROM yard_slots t_yard_slot WHERE t."organization_id" = t_yard_slot."organization_id" AND t."yard_slot_id" = t_yard_slot."id")) AS "yard_slot",
    (t_package_type."code") AS "package_type_code",
    (t_package_type."description") AS "package_type",
    ((
      SELECT t_shipping_line."code"
      FROM shipping_lines t_shipping_line
      WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
    )) AS "shipping_line",
    t."make" AS "make",
    t."model" AS "model",
    t."color" AS "color",
    t."year" AS "year",
    compact_json(t."extra_attributes") AS "extra_attributes",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT d.label AS "label", t."flex_fields" -> d.canonical_name AS "value") o) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'vehicle'
    ) AS "flex_fields"
    FROM (SELECT) one
    LEFT
    JOIN organizations t_organization ON t."organization_id" = t_organization."id"
    LEFT
    JOIN package_types t_package_type ON t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
  ) f
)
FROM vehicles t

-- VesselOfInvoice
SELECT (SELECT row_to_json(f) FROM (SELECT t."imo_number" AS "imo_number", t."name" AS "name", t."vessel_type" AS "vessel_type") f)
FROM vessels t

-- VesselOfVoyage
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."name" AS "name",
    t."imo_number" AS "imo",
    t."call_sign" AS "call_sign",
    t."vessel_type" AS "vessel_type",
    (trim_scale(t."loa")::text) AS "loa",
    t."country_code" AS "flag",
    trim_scale(t."gross_tonnage"::numeric) AS "gross_tonnage",
    trim_scale(t."net_tonnage"::numeric) AS "net_tonnage"
  ) f
)
FROM vessels t

-- VesselShow
SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."name" AS "name",
        t."call_sign" AS "call_sign",
        t."imo_number" AS "imo_number",
        t."vessel_type" AS "vessel_type",
        (trim_scale(t."loa")::text) AS "loa",
        trim_scale(t."woa"::numeric) AS "woa",
        trim_scale(t."gross_tonnage"::numeric) AS "gross_tonnage",
        trim_scale(t."net_tonnage"::numeric) AS "net_tonnage",
        t."teu_capacity" AS "teu_capacity",
        t."country_code" AS "country_code",
        t."scac" AS "scac",
        t."agent_name" AS "agent_name",
        trim_scale(t."max_draught"::numeric) AS "max_draught",
        t."has_cranes" AS "has_cranes",
        t."number_of_bays" AS "number_of_bays",
        t."number_of_rows" AS "number_of_rows",
        t."number_of_tiers_below" AS "number_of_tiers_below",
        t."above_deck_first_tier" AS "above_deck_first_tier",
        t."number_of_tiers_above" AS "number_of_tiers_above",
        compact_json(t."bay_groups") AS "bay_groups",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/vessels/' || url_encode(t."name") || '.json' AS "url") o) AS "show",
            (SELECT row_to_json(o) FROM (SELECT 'PUT' AS "method", :base || '/api/v1/vessels/' || t."id" || '.json' AS "url") o) AS "update"
          ) o
        ) AS "actions",
        (trim_scale(t."loa")::text) AS "length_overall"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"last_voyage":' || nullif(to_json((
  SELECT (
    SELECT row_to_json(o)
    FROM (
      SELECT v.number AS "number",
      (SELECT p.name FROM pilots p WHERE p.organization_id = v.organization_id AND p.id = v.arrival_pilot_id) AS "pilot_name",
      coalesce(v.arrival_number_of_tug_boats, 0) + coalesce(v.departure_number_of_tug_boats, 0) AS "number_of_tug_boats",
      to_char(v.estimated_time_of_anchorage AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "estimated_time_of_anchorage",
      to_char(v.actual_time_of_anchorage AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_anchorage",
      to_char(v.actual_time_of_pilot_boarded AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_pilot_boarded",
      to_char(v.actual_time_of_berth AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_berth",
      to_char(v.actual_time_of_customs_clearance AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_customs_clearance",
      to_char(v.actual_time_of_departure AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_departure",
      v.closing_comments AS "closing_comments",
      trim_scale(round(3600 * nullif(crane_moves(v.organization_id, v.id), 0) / nullif(greatest(extract(epoch FROM coalesce(v.at_berth_departure, v.actual_time_of_departure) - v.actual_time_of_berth), 0), 0), 2)) AS "productivity"
    ) o
  )
  FROM voyages v
  WHERE v.organization_id = t."organization_id" AND v.vessel_id = t."id" AND v.actual_time_of_departure BETWEEN now() - interval '30 days' AND now()
  ORDER BY v.actual_time_of_departure DESC,
  v.id DESC
  LIMIT 1
))::text, 'null')) || '}')::json
FROM vessels t

-- VesselWritten
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."call_sign" AS "call_sign",
    t."imo_number" AS "imo_number",
    t."vessel_type" AS "vessel_type",
    (trim_scale(t."loa")::text) AS "loa",
    trim_scale(t."woa"::numeric) AS "woa",
    trim_scale(t."gross_tonnage"::numeric) AS "gross_tonnage",
    trim_scale(t."net_tonnage"::numeric) AS "net_tonnage",
    t."teu_capacity" AS "teu_capacity",
    t."country_code" AS "country_code",
    t."scac" AS "scac",
    t."agent_name" AS "agent_name",
    trim_scale(t."max_draught"::numeric) AS "max_draught",
    t."has_cranes" AS "has_cranes",
    t."number_of_bays" AS "number_of_bays",
    t."number_of_rows" AS "number_of_rows",
    t."number_of_tiers_below" AS "number_of_tiers_below",
    t."above_deck_first_tier" AS "above_deck_first_tier",
    t."number_of_tiers_above" AS "number_of_tiers_above",
    compact_json(t."bay_groups") AS "bay_groups",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/vessels/' || url_encode(t."name") || '.json' AS "url") o) AS "show",
        (SELECT row_to_json(o) FROM (SELECT 'PUT' AS "method", :base || '/api/v1/vessels/' || t."id" || '.json' AS "url") o) AS "update"
      ) o
    ) AS "actions"
  ) f
)
FROM vessels t

-- VoyageBillConsignee
SELECT (SELECT row_to_json(f) FROM (SELECT t."id" AS "id", t."name" AS "name", t."address" AS "address") f)
FROM consignees t

-- VoyageBillExporter
SELECT (SELECT row_to_json(f) FROM (SELECT t."id" AS "id", t."name" AS "name", t."address" AS "address") f)
FROM exporters t

-- VoyageBillItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."remarks" AS "remarks",
    trim_scale(t."weight"::numeric) AS "weight",
    t."volume_in_cubic_meters" AS "volume_in_cubic_meters",
    t."goods_description" AS "goods_description",
    t."type_of_contract" AS "type_of_contract",
    t."destination_code" AS "destination_code",
    t."usage" AS "usage",
    t."consignee_address" AS "consignee_address",
    t."exporter_address" AS "exporter_address",
    t."shipping_marks" AS "shipping_marks",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_manifest."client_identifier" AS "client_identifier") f)
      FROM manifests t_manifest
      WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
    ), '{"client_identifier":null}'::json) AS "manifest",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_loading."locode" AS "locode") f)
      FROM ports t_port_of_loading
      WHERE t."organization_id" = t_port_of_loading."organization_id" AND t."port_of_loading_id" = t_port_of_loading."id"
    ), '{"locode":null}'::json) AS "port_of_loading",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_discharge."locode" AS "locode") f)
      FROM ports t_port_of_discharge
      WHERE t."organization_id" = t_port_of_discharge."organization_id" AND t."port_of_discharge_id" = t_port_of_discharge."id"
    ), '{"locode":null}'::json) AS "port_of_discharge",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_delivery."locode" AS "locode") f)
      FROM ports t_port_of_delivery
      WHERE t."organization_id" = t_port_of_delivery."organization_id" AND t."port_of_delivery_id" = t_port_of_delivery."id"
    ), '{"locode":null}'::json) AS "port_of_delivery",
    (
      SELECT (SELECT row_to_json(f) FROM (SELECT t_consignee."id" AS "id", t_consignee."name" AS "name", t_consignee."address" AS "address") f)
      FROM consignees t_consignee
      WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
    ) AS "consignee",
    (
      SELECT (SELECT row_to_json(f) FROM (SELECT t_exporter."id" AS "id", t_exporter."name" AS "name", t_exporter."address" AS "address") f)
      FROM exporters t_exporter
      WHERE t."organization_id" = t_exporter."organization_id" AND t."exporter_id" = t_exporter."id"
    ) AS "exporter",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_package_type."code" AS "code", t_package_type."description" AS "description") f)
      FROM package_types t_package_type
      WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
    ), '{"code":null,"description":null}'::json) AS "package_type",
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE true), 0)
      FROM (
        SELECT 1 AS pieces,
        CASE WHEN stripped.out THEN CASE WHEN stripped.delivered THEN 'Consignee' ELSE 'Terminal' END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_type END END AS type,
        CASE WHEN stripped.out THEN CASE WHEN NOT stripped.delivered THEN coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )) END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_id END END AS place,
        CASE WHEN stripped.out THEN stripped.delivered ELSE s.delivered END AS delivered
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN LATERAL (
          SELECT bool_or(i.bill_of_lading_id = t."id") AND NOT bool_or(NOT (i.has_been_stripped OR i.has_been_delivered) AND coalesce(i.stripped_quantity, 0) < coalesce(i.quantity, 1)) AS out,
          bool_and((i.has_been_delivered OR coalesce(i.delivered_quantity, 0) >= coalesce(i.quantity, 1))) FILTER (WHERE i.bill_of_lading_id = t."id") AS delivered
          FROM packing_list_items i
          WHERE i.organization_id = s.organization_id AND i.stay_id = s.id
        ) stripped ON true
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM breakbulks k
        LEFT
        JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id AND k.current_location_type = 'Container'
        LEFT
        JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id CROSS
        JOIN LATERAL (VALUES (k.arrived_quantity - k.loaded_quantity - k.delivered_quantity, k.current_location_type, k.current_location_id, false), (k.delivered_quantity, 'Consignee', NULL, true), (k.loaded_quantity, 'Voyage', NULL, false), (greatest(coalesce(k.quantity, 1) - k.arrived_quantity, 0), CASE WHEN c.id IS NOT NULL THEN c.current_location_type WHEN k.arrived_quantity = 0 THEN k.current_location_type END, CASE WHEN c.id IS NOT NULL THEN c.current_location_id WHEN k.arrived_quantity = 0 THEN k.current_location_id END, coalesce(s.delivered, k.arrived_quantity = 0 AND k.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) part
    )) AS "quantity",
    (EXISTS (SELECT FROM packing_list_items i WHERE i.organization_id = t."organization_id" AND i.bill_of_lading_id = t."id")) AS "has_packing_list_items",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_packing_list_items."id" AS "id",
          t_packing_list_items."reference_number" AS "reference_number",
          coalesce((
            SELECT (SELECT row_to_json(f) FROM (SELECT t_packing_list_items_bill_of_lading."number" AS "number") f)
            FROM bill_of_ladings t_packing_list_items_bill_of_lading
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_bill_of_lading."organization_id" AND t_packing_list_items."bill_of_lading_id" = t_packing_list_items_bill_of_lading."id"
          ), '{"number":null}'::json) AS "bill_of_lading",
          coalesce((
            SELECT (SELECT row_to_json(f) FROM (SELECT t_packing_list_items_container."number" AS "number") f)
            FROM containers t_packing_list_items_container
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_container."organization_id" AND t_packing_list_items."container_id" = t_packing_list_items_container."id"
          ), '{"number":null}'::json) AS "container",
          coalesce((
            SELECT (SELECT row_to_json(f) FROM (SELECT t_packing_list_items_consignee."name" AS "name") f)
            FROM consignees t_packing_list_items_consignee
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_consignee."organization_id" AND t_packing_list_items."consignee_id" = t_packing_list_items_consignee."id"
          ), '{"name":null}'::json) AS "consignee",
          t_packing_list_items."quantity" AS "quantity",
          trim_scale(t_packing_list_items."weight"::numeric) AS "weight",
          trim_scale(t_packing_list_items."volume"::numeric) AS "volume",
          coalesce((
            SELECT (SELECT row_to_json(f) FROM (SELECT t_packing_list_items_package_type."code" AS "code", t_packing_list_items_package_type."description" AS "description") f)
            FROM package_types t_packing_list_items_package_type
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_package_type."organization_id" AND t_packing_list_items."package_type_id" = t_packing_list_items_package_type."id"
          ), '{"code":null,"description":null}'::json) AS "package_type",
          t_packing_list_items."description" AS "description",
          t_packing_list_items."consignee_address" AS "consignee_address",
          t_packing_list_items."shipping_marks" AS "shipping_marks",
          ((
            SELECT t_packing_list_items_dock_receipt."number"
            FROM dock_receipts t_packing_list_items_dock_receipt
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_dock_receipt."organization_id" AND t_packing_list_items."dock_receipt_id" = t_packing_list_items_dock_receipt."id"
          )) AS "dock_receipt_number",
          t_packing_list_items."has_been_stripped" AS "has_been_stripped",
          t_packing_list_items."has_been_delivered" AS "has_been_delivered",
          t_packing_list_items."stripped_quantity" AS "stripped_quantity",
          t_packing_list_items."delivered_quantity" AS "delivered_quantity",
          to_char(t_packing_list_items."stripped_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "stripped_at"
        ) f
      ) ORDER BY t_packing_list_items."id")), '[]'::json)
      FROM packing_list_items t_packing_list_items
      WHERE t_packing_list_items."organization_id" = t."organization_id" AND t_packing_list_items."bill_of_lading_id" = t."id"
    ) AS "packing_list_items",
    (
      SELECT coalesce(array_to_json(array_agg(row_to_json(cargo) ORDER BY cargo.cargo_type DESC, cargo.id)), '[]'::json)
      FROM (
        SELECT c.id,
        'container' AS cargo_type,
        c.number,
        NULL::text AS reference_number,
        1 AS quantity,
        s.goods AS description,
        NULL::text AS package_type_code,
        NULL::text AS package_type,
        (SELECT row_to_json(o) FROM (SELECT y.iso_type_code AS "iso_type_code", y.description AS "description", y.code AS "code") o) AS container_type,
        (
          SELECT row_to_json(o)
          FROM (
            SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/containers/' || url_encode(c.number) || '.json' AS "url") o) AS "show",
            (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/containers/' || url_encode(c.number) || '/movements.json' AS "url") o) AS "movements"
          ) o
        ) AS actions
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT k.id,
        'breakbulk',
        NULL,
        k.reference_number,
        k.quantity,
        k.description,
        y.code,
        y.description,
        '{"iso_type_code":null,"description":null,"code":null}'::json,
        (
          SELECT row_to_json(o)
          FROM (
            SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/breakbulks/' || k.id || '.json' AS "url") o) AS "show",
            (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/breakbulks/' || k.id || '.json' AS "url") o) AS "movements"
          ) o
        )
        FROM breakbulks k
        LEFT
        JOIN package_types y ON y.organization_id = k.organization_id AND y.id = k.package_type_id
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) cargo
    ) AS "cargo",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/voyages/' || url_encode((
              SELECT t_manifest_voyage."number"
              FROM voyages t_manifest_voyage
              WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
            )) || '/bill_of_ladings' || '/' || url_encode(t."number") || '.json?manifest_client_identifier=' || url_encode(t_manifest."client_identifier") AS "url"
          ) o
        ) AS "show",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/voyages/' || url_encode((
              SELECT t_manifest_voyage."number"
              FROM voyages t_manifest_voyage
              WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
            )) || '/bill_of_ladings' || '.json' AS "url"
          ) o
        ) AS "index"
      ) o
    ) AS "actions"
    FROM (SELECT) one
    LEFT
    JOIN manifests t_manifest ON t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
  ) f
)
FROM bill_of_ladings t

-- VoyageBillShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."remarks" AS "remarks",
    trim_scale(t."weight"::numeric) AS "weight",
    t."volume_in_cubic_meters" AS "volume_in_cubic_meters",
    t."goods_description" AS "goods_description",
    t."type_of_contract" AS "type_of_contract",
    t."destination_code" AS "destination_code",
    t."usage" AS "usage",
    t."consignee_address" AS "consignee_address",
    t."exporter_address" AS "exporter_address",
    t."shipping_marks" AS "shipping_marks",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_manifest."client_identifier" AS "client_identifier") f)
      FROM manifests t_manifest
      WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
    ), '{"client_identifier":null}'::json) AS "manifest",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_loading."locode" AS "locode") f)
      FROM ports t_port_of_loading
      WHERE t."organization_id" = t_port_of_loading."organization_id" AND t."port_of_loading_id" = t_port_of_loading."id"
    ), '{"locode":null}'::json) AS "port_of_loading",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_discharge."locode" AS "locode") f)
      FROM ports t_port_of_discharge
      WHERE t."organization_id" = t_port_of_discharge."organization_id" AND t."port_of_discharge_id" = t_port_of_discharge."id"
    ), '{"locode":null}'::json) AS "port_of_discharge",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_port_of_delivery."locode" AS "locode") f)
      FROM ports t_port_of_delivery
      WHERE t."organization_id" = t_port_of_delivery."organization_id" AND t."port_of_delivery_id" = t_port_of_delivery."id"
    ), '{"locode":null}'::json) AS "port_of_delivery",
    (
      SELECT (SELECT row_to_json(f) FROM (SELECT t_consignee."id" AS "id", t_consignee."name" AS "name", t_consignee."address" AS "address") f)
      FROM consignees t_consignee
      WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
    ) AS "consignee",
    (
      SELECT (SELECT row_to_json(f) FROM (SELECT t_exporter."id" AS "id", t_exporter."name" AS "name", t_exporter."address" AS "address") f)
      FROM exporters t_exporter
      WHERE t."organization_id" = t_exporter."organization_id" AND t."exporter_id" = t_exporter."id"
    ) AS "exporter",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_package_type."code" AS "code", t_package_type."description" AS "description") f)
      FROM package_types t_package_type
      WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
    ), '{"code":null,"description":null}'::json) AS "package_type",
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE true), 0)
      FROM (
        SELECT 1 AS pieces,
        CASE WHEN stripped.out THEN CASE WHEN stripped.delivered THEN 'Consignee' ELSE 'Terminal' END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_type END END AS type,
        CASE WHEN stripped.out THEN CASE WHEN NOT stripped.delivered THEN coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )) END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_id END END AS place,
        CASE WHEN stripped.out THEN stripped.delivered ELSE s.delivered END AS delivered
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN LATERAL (
          SELECT bool_or(i.bill_of_lading_id = t."id") AND NOT bool_or(NOT (i.has_been_stripped OR i.has_been_delivered) AND coalesce(i.stripped_quantity, 0) < coalesce(i.quantity, 1)) AS out,
          bool_and((i.has_been_delivered OR coalesce(i.delivered_quantity, 0) >= coalesce(i.quantity, 1))) FILTER (WHERE i.bill_of_lading_id = t."id") AS delivered
          FROM packing_list_items i
          WHERE i.organization_id = s.organization_id AND i.stay_id = s.id
        ) stripped ON true
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM breakbulks k
        LEFT
        JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id AND k.current_location_type = 'Container'
        LEFT
        JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id CROSS
        JOIN LATERAL (VALUES (k.arrived_quantity - k.loaded_quantity - k.delivered_quantity, k.current_location_type, k.current_location_id, false), (k.delivered_quantity, 'Consignee', NULL, true), (k.loaded_quantity, 'Voyage', NULL, false), (greatest(coalesce(k.quantity, 1) - k.arrived_quantity, 0), CASE WHEN c.id IS NOT NULL THEN c.current_location_type WHEN k.arrived_quantity = 0 THEN k.current_location_type END, CASE WHEN c.id IS NOT NULL THEN c.current_location_id WHEN k.arrived_quantity = 0 THEN k.current_location_id END, coalesce(s.delivered, k.arrived_quantity = 0 AND k.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) part
    )) AS "quantity",
    (EXISTS (SELECT FROM packing_list_items i WHERE i.organization_id = t."organization_id" AND i.bill_of_lading_id = t."id")) AS "has_packing_list_items",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_packing_list_items."id" AS "id",
          t_packing_list_items."reference_number" AS "reference_number",
          coalesce((
            SELECT (SELECT row_to_json(f) FROM (SELECT t_packing_list_items_bill_of_lading."number" AS "number") f)
            FROM bill_of_ladings t_packing_list_items_bill_of_lading
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_bill_of_lading."organization_id" AND t_packing_list_items."bill_of_lading_id" = t_packing_list_items_bill_of_lading."id"
          ), '{"number":null}'::json) AS "bill_of_lading",
          coalesce((
            SELECT (SELECT row_to_json(f) FROM (SELECT t_packing_list_items_container."number" AS "number") f)
            FROM containers t_packing_list_items_container
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_container."organization_id" AND t_packing_list_items."container_id" = t_packing_list_items_container."id"
          ), '{"number":null}'::json) AS "container",
          coalesce((
            SELECT (SELECT row_to_json(f) FROM (SELECT t_packing_list_items_consignee."name" AS "name") f)
            FROM consignees t_packing_list_items_consignee
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_consignee."organization_id" AND t_packing_list_items."consignee_id" = t_packing_list_items_consignee."id"
          ), '{"name":null}'::json) AS "consignee",
          t_packing_list_items."quantity" AS "quantity",
          trim_scale(t_packing_list_items."weight"::numeric) AS "weight",
          trim_scale(t_packing_list_items."volume"::numeric) AS "volume",
          coalesce((
            SELECT (SELECT row_to_json(f) FROM (SELECT t_packing_list_items_package_type."code" AS "code", t_packing_list_items_package_type."description" AS "description") f)
            FROM package_types t_packing_list_items_package_type
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_package_type."organization_id" AND t_packing_list_items."package_type_id" = t_packing_list_items_package_type."id"
          ), '{"code":null,"description":null}'::json) AS "package_type",
          t_packing_list_items."description" AS "description",
          t_packing_list_items."consignee_address" AS "consignee_address",
          t_packing_list_items."shipping_marks" AS "shipping_marks",
          ((
            SELECT t_packing_list_items_dock_receipt."number"
            FROM dock_receipts t_packing_list_items_dock_receipt
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_dock_receipt."organization_id" AND t_packing_list_items."dock_receipt_id" = t_packing_list_items_dock_receipt."id"
          )) AS "dock_receipt_number",
          t_packing_list_items."has_been_stripped" AS "has_been_stripped",
          t_packing_list_items."has_been_delivered" AS "has_been_delivered",
          t_packing_list_items."stripped_quantity" AS "stripped_quantity",
          t_packing_list_items."delivered_quantity" AS "delivered_quantity",
          to_char(t_packing_list_items."stripped_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "stripped_at"
        ) f
      ) ORDER BY t_packing_list_items."id")), '[]'::json)
      FROM packing_list_items t_packing_list_items
      WHERE t_packing_list_items."organization_id" = t."organization_id" AND t_packing_list_items."bill_of_lading_id" = t."id"
    ) AS "packing_list_items",
    (
      SELECT coalesce(array_to_json(array_agg(row_to_json(cargo) ORDER BY cargo.cargo_type DESC, cargo.id)), '[]'::json)
      FROM (
        SELECT c.id,
        'container' AS cargo_type,
        c.number,
        NULL::text AS reference_number,
        1 AS quantity,
        s.goods AS description,
        NULL::text AS package_type_code,
        NULL::text AS package_type,
        (SELECT row_to_json(o) FROM (SELECT y.iso_type_code AS "iso_type_code", y.description AS "description", y.code AS "code") o) AS container_type,
        (
          SELECT row_to_json(o)
          FROM (
            SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/containers/' || url_encode(c.number) || '.json' AS "url") o) AS "show",
            (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/containers/' || url_encode(c.number) || '/movements.json' AS "url") o) AS "movements"
          ) o
        ) AS actions,
        y.size,
        coalesce(y.is_reefer, false) AS is_reefer,
        trim_scale(round(plugs.seconds / 3600, 2)) AS reefer_plugged_in_time_in_hours,
        floor(plugs.seconds / 60) AS reefer_plugged_in_time_in_minutes,
        plugs.movements AS reefer_plug_movements,
        s.container_status,
        trim_scale(s.weight) AS weight
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id CROSS
        JOIN LATERAL (
          SELECT coalesce(sum(seconds) FILTER (WHERE plug_action = 'plug_in'), 0) AS seconds,
          coalesce(array_to_json(array_agg((
            SELECT row_to_json(o)
            FROM (SELECT plug_action AS "plug_action", to_char(plug_action_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "plug_action_at") o
          ) ORDER BY plug_action_at, id)), '[]'::json) AS movements
          FROM (
            SELECT p.*,
            extract(epoch FROM greatest(interval '0', least(coalesce(lead(plug_action_at) OVER (ORDER BY plug_action_at, id), now()), s.out_at) - plug_action_at)) AS seconds
            FROM reefer_plug_movements p
            WHERE p.organization_id = s.organization_id AND p.stay_id = s.id
          ) p
        ) plugs
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT k.id,
        'breakbulk',
        NULL,
        k.reference_number,
        k.quantity,
        k.description,
        y.code,
        y.description,
        '{"iso_type_code":null,"description":null,"code":null}'::json,
        (
          SELECT row_to_json(o)
          FROM (
            SELECT (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/breakbulks/' || k.id || '.json' AS "url") o) AS "show",
            (SELECT row_to_json(o) FROM (SELECT 'GET' AS "method", :base || '/api/v1/breakbulks/' || k.id || '.json' AS "url") o) AS "movements"
          ) o
        ),
        NULL,
        false,
        NULL,
        NULL,
        '[]'::json,
        NULL,
        trim_scale(k.weight)
        FROM breakbulks k
        LEFT
        JOIN package_types y ON y.organization_id = k.organization_id AND y.id = k.package_type_id
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) cargo
    ) AS "cargo",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/voyages/' || url_encode((
              SELECT t_manifest_voyage."number"
              FROM voyages t_manifest_voyage
              WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
            )) || '/bill_of_ladings' || '/' || url_encode(t."number") || '.json?manifest_client_identifier=' || url_encode(t_manifest."client_identifier") AS "url"
          ) o
        ) AS "show",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/voyages/' || url_encode((
              SELECT t_manifest_voyage."number"
              FROM voyages t_manifest_voyage
              WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
            )) || '/bill_of_ladings' || '.json' AS "url"
          ) o
        ) AS "index"
      ) o
    ) AS "actions",
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE true), 0)
      FROM (
        SELECT 1 AS pieces,
        CASE WHEN stripped.out THEN CASE WHEN stripped.delivered THEN 'Consignee' ELSE 'Terminal' END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_type END END AS type,
        CASE WHEN stripped.out THEN CASE WHEN NOT stripped.delivered THEN coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )) END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_id END END AS place,
        CASE WHEN stripped.out THEN stripped.delivered ELSE s.delivered END AS delivered
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN LATERAL (
          SELECT bool_or(i.bill_of_lading_id = t."id") AND NOT bool_or(NOT (i.has_been_stripped OR i.has_been_delivered) AND coalesce(i.stripped_quantity, 0) < coalesce(i.quantity, 1)) AS out,
          bool_and((i.has_been_delivered OR coalesce(i.delivered_quantity, 0) >= coalesce(i.quantity, 1))) FILTER (WHERE i.bill_of_lading_id = t."id") AS delivered
          FROM packing_list_items i
          WHERE i.organization_id = s.organization_id AND i.stay_id = s.id
        ) stripped ON true
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM breakbulks k
        LEFT
        JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id AND k.current_location_type = 'Container'
        LEFT
        JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id CROSS
        JOIN LATERAL (VALUES (k.arrived_quantity - k.loaded_quantity - k.delivered_quantity, k.current_location_type, k.current_location_id, false), (k.delivered_quantity, 'Consignee', NULL, true), (k.loaded_quantity, 'Voyage', NULL, false), (greatest(coalesce(k.quantity, 1) - k.arrived_quantity, 0), CASE WHEN c.id IS NOT NULL THEN c.current_location_type WHEN k.arrived_quantity = 0 THEN k.current_location_type END, CASE WHEN c.id IS NOT NULL THEN c.current_location_id WHEN k.arrived_quantity = 0 THEN k.current_location_id END, coalesce(s.delivered, k.arrived_quantity = 0 AND k.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) part
    )) AS "manifested_count",
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE location_terminal(t."organization_id", part.type, part.place) = coalesce((
        SELECT t_manifest_voyage."destination_terminal_id"
        FROM voyages t_manifest_voyage
        WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
      ), (
        SELECT (
          SELECT t_manifest_voyage_destination_berth_area."terminal_id"
          FROM berth_areas t_manifest_voyage_destination_berth_area
          WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
        )
        FROM voyages t_manifest_voyage
        WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
      ))), 0)
      FROM (
        SELECT 1 AS pieces,
        CASE WHEN stripped.out THEN CASE WHEN stripped.delivered THEN 'Consignee' ELSE 'Terminal' END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_type END END AS type,
        CASE WHEN stripped.out THEN CASE WHEN NOT stripped.delivered THEN coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )) END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_id END END AS place,
        CASE WHEN stripped.out THEN stripped.delivered ELSE s.delivered END AS delivered
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN LATERAL (
          SELECT bool_or(i.bill_of_lading_id = t."id") AND NOT bool_or(NOT (i.has_been_stripped OR i.has_been_delivered) AND coalesce(i.stripped_quantity, 0) < coalesce(i.quantity, 1)) AS out,
          bool_and((i.has_been_delivered OR coalesce(i.delivered_quantity, 0) >= coalesce(i.quantity, 1))) FILTER (WHERE i.bill_of_lading_id = t."id") AS delivered
          FROM packing_list_items i
          WHERE i.organization_id = s.organization_id AND i.stay_id = s.id
        ) stripped ON true
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM breakbulks k
        LEFT
        JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id AND k.current_location_type = 'Container'
        LEFT
        JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id CROSS
        JOIN LATERAL (VALUES (k.arrived_quantity - k.loaded_quantity - k.delivered_quantity, k.current_location_type, k.current_location_id, false), (k.delivered_quantity, 'Consignee', NULL, true), (k.loaded_quantity, 'Voyage', NULL, false), (greatest(coalesce(k.quantity, 1) - k.arrived_quantity, 0), CASE WHEN c.id IS NOT NULL THEN c.current_location_type WHEN k.arrived_quantity = 0 THEN k.current_location_type END, CASE WHEN c.id IS NOT NULL THEN c.current_location_id WHEN k.arrived_quantity = 0 THEN k.current_location_id END, coalesce(s.delivered, k.arrived_quantity = 0 AND k.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) part
    )) AS "cargo_at_terminal_destination_count",
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE part.type IN ('Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate')), 0)
      FROM (
        SELECT 1 AS pieces,
        CASE WHEN stripped.out THEN CASE WHEN stripped.delivered THEN 'Consignee' ELSE 'Terminal' END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_type END END AS type,
        CASE WHEN stripped.out THEN CASE WHEN NOT stripped.delivered THEN coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )) END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_id END END AS place,
        CASE WHEN stripped.out THEN stripped.delivered ELSE s.delivered END AS delivered
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN LATERAL (
          SELECT bool_or(i.bill_of_lading_id = t."id") AND NOT bool_or(NOT (i.has_been_stripped OR i.has_been_delivered) AND coalesce(i.stripped_quantity, 0) < coalesce(i.quantity, 1)) AS out,
          bool_and((i.has_been_delivered OR coalesce(i.delivered_quantity, 0) >= coalesce(i.quantity, 1))) FILTER (WHERE i.bill_of_lading_id = t."id") AS delivered
          FROM packing_list_items i
          WHERE i.organization_id = s.organization_id AND i.stay_id = s.id
        ) stripped ON true
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM breakbulks k
        LEFT
        JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id AND k.current_location_type = 'Container'
        LEFT
        JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id CROSS
        JOIN LATERAL (VALUES (k.arrived_quantity - k.loaded_quantity - k.delivered_quantity, k.current_location_type, k.current_location_id, false), (k.delivered_quantity, 'Consignee', NULL, true), (k.loaded_quantity, 'Voyage', NULL, false), (greatest(coalesce(k.quantity, 1) - k.arrived_quantity, 0), CASE WHEN c.id IS NOT NULL THEN c.current_location_type WHEN k.arrived_quantity = 0 THEN k.current_location_type END, CASE WHEN c.id IS NOT NULL THEN c.current_location_id WHEN k.arrived_quantity = 0 THEN k.current_location_id END, coalesce(s.delivered, k.arrived_quantity = 0 AND k.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) part
    )) AS "cargo_at_terminal_count",
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE part.delivered), 0)
      FROM (
        SELECT 1 AS pieces,
        CASE WHEN stripped.out THEN CASE WHEN stripped.delivered THEN 'Consignee' ELSE 'Terminal' END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_type END END AS type,
        CASE WHEN stripped.out THEN CASE WHEN NOT stripped.delivered THEN coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )) END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_id END END AS place,
        CASE WHEN stripped.out THEN stripped.delivered ELSE s.delivered END AS delivered
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN LATERAL (
          SELECT bool_or(i.bill_of_lading_id = t."id") AND NOT bool_or(NOT (i.has_been_stripped OR i.has_been_delivered) AND coalesce(i.stripped_quantity, 0) < coalesce(i.quantity, 1)) AS out,
          bool_and((i.has_been_delivered OR coalesce(i.delivered_quantity, 0) >= coalesce(i.quantity, 1))) FILTER (WHERE i.bill_of_lading_id = t."id") AS delivered
          FROM packing_list_items i
          WHERE i.organization_id = s.organization_id AND i.stay_id = s.id
        ) stripped ON true
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM breakbulks k
        LEFT
        JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id AND k.current_location_type = 'Container'
        LEFT
        JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id CROSS
        JOIN LATERAL (VALUES (k.arrived_quantity - k.loaded_quantity - k.delivered_quantity, k.current_location_type, k.current_location_id, false), (k.delivered_quantity, 'Consignee', NULL, true), (k.loaded_quantity, 'Voyage', NULL, false), (greatest(coalesce(k.quantity, 1) - k.arrived_quantity, 0), CASE WHEN c.id IS NOT NULL THEN c.current_location_type WHEN k.arrived_quantity = 0 THEN k.current_location_type END, CASE WHEN c.id IS NOT NULL THEN c.current_location_id WHEN k.arrived_quantity = 0 THEN k.current_location_id END, coalesce(s.delivered, k.arrived_quantity = 0 AND k.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) part
    )) AS "cargo_delivered_count",
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE location_terminal(t."organization_id", part.type, part.place) = coalesce((
        SELECT t_manifest_voyage."destination_terminal_id"
        FROM voyages t_manifest_voyage
        WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
      ), (
        SELECT (
          SELECT t_manifest_voyage_destination_berth_area."terminal_id"
          FROM berth_areas t_manifest_voyage_destination_berth_area
          WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
        )
        FROM voyages t_manifest_voyage
        WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
      ))), 0)
      FROM (
        SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM packing_list_items i
        LEFT
        JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
        LEFT
        JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id CROSS
        JOIN LATERAL (SELECT coalesce(i.quantity, 1) AS pieces) whole CROSS
        JOIN LATERAL (SELECT CASE WHEN i.has_been_stripped THEN whole.pieces ELSE least(coalesce(i.stripped_quantity, 0), whole.pieces) END AS pieces ) stripped CROSS
        JOIN LATERAL (SELECT CASE WHEN i.has_been_delivered THEN whole.pieces ELSE least(coalesce(i.delivered_quantity, 0), whole.pieces) END AS pieces ) delivered CROSS
        JOIN LATERAL (VALUES (delivered.pieces, 'Consignee', NULL, true), (CASE WHEN NOT i.has_been_delivered THEN stripped.pieces - delivered.pieces END, 'Terminal', coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )), false), (CASE WHEN NOT i.has_been_delivered THEN whole.pieces - stripped.pieces END, CASE WHEN c.stay_id IS NOT DISTINCT FROM i.stay_id THEN c.current_location_type END, CASE WHEN c.stay_id IS NOT DISTINCT FROM i.stay_id THEN c.current_location_id END, coalesce(s.delivered, c.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE i.organization_id = t."organization_id" AND i.bill_of_lading_id = t."id"
      ) part
    )) AS "packing_list_items_at_terminal_destination_count",
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE part.type IN ('Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate')), 0)
      FROM (
        SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM packing_list_items i
        LEFT
        JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
        LEFT
        JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id CROSS
        JOIN LATERAL (SELECT coalesce(i.quantity, 1) AS pieces) whole CROSS
        JOIN LATERAL (SELECT CASE WHEN i.has_been_stripped THEN whole.pieces ELSE least(coalesce(i.stripped_quantity, 0), whole.pieces) END AS pieces ) stripped CROSS
        JOIN LATERAL (SELECT CASE WHEN i.has_been_delivered THEN whole.pieces ELSE least(coalesce(i.delivered_quantity, 0), whole.pieces) END AS pieces ) delivered CROSS
        JOIN LATERAL (VALUES (delivered.pieces, 'Consignee', NULL, true), (CASE WHEN NOT i.has_been_delivered THEN stripped.pieces - delivered.pieces END, 'Terminal', coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )), false), (CASE WHEN NOT i.has_been_delivered THEN whole.pieces - stripped.pieces END, CASE WHEN c.stay_id IS NOT DISTINCT FROM i.stay_id THEN c.current_location_type END, CASE WHEN c.stay_id IS NOT DISTINCT FROM i.stay_id THEN c.current_location_id END, coalesce(s.delivered, c.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE i.organization_id = t."organization_id" AND i.bill_of_lading_id = t."id"
      ) part
    )) AS "packing_list_items_at_terminal_count",
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE part.delivered), 0)
      FROM (
        SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM packing_list_items i
        LEFT
        JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
        LEFT
        JOIN container_stays s ON s.organization_id = i.organization_id AND s.id = i.stay_id CROSS
        JOIN LATERAL (SELECT coalesce(i.quantity, 1) AS pieces) whole CROSS
        JOIN LATERAL (SELECT CASE WHEN i.has_been_stripped THEN whole.pieces ELSE least(coalesce(i.stripped_quantity, 0), whole.pieces) END AS pieces ) stripped CROSS
        JOIN LATERAL (SELECT CASE WHEN i.has_been_delivered THEN whole.pieces ELSE least(coalesce(i.delivered_quantity, 0), whole.pieces) END AS pieces ) delivered CROSS
        JOIN LATERAL (VALUES (delivered.pieces, 'Consignee', NULL, true), (CASE WHEN NOT i.has_been_delivered THEN stripped.pieces - delivered.pieces END, 'Terminal', coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )), false), (CASE WHEN NOT i.has_been_delivered THEN whole.pieces - stripped.pieces END, CASE WHEN c.stay_id IS NOT DISTINCT FROM i.stay_id THEN c.current_location_type END, CASE WHEN c.stay_id IS NOT DISTINCT FROM i.stay_id THEN c.current_location_id END, coalesce(s.delivered, c.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE i.organization_id = t."organization_id" AND i.bill_of_lading_id = t."id"
      ) part
    )) AS "packing_list_items_delivered_count"
    FROM (SELECT) one
    LEFT
    JOIN manifests t_manifest ON t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
  ) f
)
FROM bill_of_ladings t

-- VoyageEventShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    ((
      SELECT t_voyage_event_type."name"
      FROM voyage_event_types t_voyage_event_type
      WHERE t."organization_id" = t_voyage_event_type."organization_id" AND t."voyage_event_type_id" = t_voyage_event_type."id"
    )) AS "event_name",
    t."voyage_event_type_id" AS "event_type_id",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
    to_char(t."started_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "started_at",
    to_char(t."completed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "completed_at",
    t."custom_value" AS "custom_value",
    CASE WHEN t."service_boat_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."service_boat_id" AS "id",
        (
          SELECT t_service_boat."name"
          FROM service_boats t_service_boat
          WHERE t."organization_id" = t_service_boat."organization_id" AND t."service_boat_id" = t_service_boat."id"
        ) AS "name"
      ) o
    ) END AS "service_boat",
    CASE WHEN t."pilot_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."pilot_id" AS "id",
        (SELECT t_pilot."name" FROM pilots t_pilot WHERE t."organization_id" = t_pilot."organization_id" AND t."pilot_id" = t_pilot."id") AS "name"
      ) o
    ) END AS "pilot",
    CASE WHEN t."from_berth_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."from_berth_id" AS "id",
        (SELECT t_from_berth."name" FROM berth_areas t_from_berth WHERE t."organization_id" = t_from_berth."organization_id" AND t."from_berth_id" = t_from_berth."id") AS "name"
      ) o
    ) END AS "from_berth",
    CASE WHEN t."to_berth_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."to_berth_id" AS "id",
        (SELECT t_to_berth."name" FROM berth_areas t_to_berth WHERE t."organization_id" = t_to_berth."organization_id" AND t."to_berth_id" = t_to_berth."id") AS "name"
      ) o
    ) END AS "to_berth",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (SELECT t_user."id" AS "id", (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name") f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    t."notes" AS "notes",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT d.label AS "label", t."flex_fields" -> d.canonical_name AS "value") o) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'voyage_event'
    ) AS "flex_fields"
  ) f
)
FROM voyage_events t

-- VoyageEventTypeItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."description" AS "description",
    t."is_date_range" AS "is_date_range",
    t."uses_service_boat" AS "uses_service_boat",
    t."uses_pilot" AS "uses_pilot",
    t."uses_berths" AS "uses_berths",
    t."custom_value_identifier" AS "custom_value_identifier",
    t."custom_value_type" AS "custom_value_type"
  ) f
)
FROM voyage_event_types t

-- VoyageEventTypeShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."description" AS "description",
    t."is_date_range" AS "is_date_range",
    t."uses_service_boat" AS "uses_service_boat",
    t."uses_pilot" AS "uses_pilot",
    t."uses_berths" AS "uses_berths",
    t."custom_value_identifier" AS "custom_value_identifier",
    t."custom_value_type" AS "custom_value_type",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM voyage_event_types t

-- VoyageItem
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."status" AS "status",
    ((SELECT t_vessel."name" FROM vessels t_vessel WHERE t."organization_id" = t_vessel."organization_id" AND t."vessel_id" = t_vessel."id") || ' - ' || t."number") AS "display_name",
    t."closing_comments" AS "closing_comments",
    t."tax_date"::text AS "tax_date",
    t."time_labour_ashore" AS "time_labour_ashore",
    t."time_labour_onboard" AS "time_labour_onboard",
    (coalesce(t."arrival_number_of_tug_boats", 0) + coalesce(t."departure_number_of_tug_boats", 0)) AS "number_of_tug_boats",
    t."arrival_number_of_tug_boats" AS "arrival_number_of_tug_boats",
    t."departure_number_of_tug_boats" AS "departure_number_of_tug_boats",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
    to_char(t."estimated_time_of_anchorage" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "estimated_time_of_anchorage",
    to_char(t."actual_time_of_anchorage" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_anchorage",
    to_char(t."actual_time_of_pilot_boarded" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_pilot_boarded",
    to_char(t."actual_time_of_berth" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_berth",
    to_char(t."actual_time_of_customs_clearance" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_customs_clearance",
    to_char(t."actual_time_of_departure" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_departure",
    to_char(t."actual_time_of_departure_pilot_boarded" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_departure_pilot_boarded",
    to_char(t."estimated_time_of_departure" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "estimated_time_of_departure",
    to_char(t."receiving_cut_off_time" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "receiving_cut_off_time",
    to_char(t."vgm_cut_off_time" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "vgm_cut_off_time",
    (
      SELECT row_to_json(o)
      FROM (SELECT (SELECT t_agent."name" FROM agents t_agent WHERE t."organization_id" = t_agent."organization_id" AND t."agent_id" = t_agent."id") AS "name") o
    ) AS "agent",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_stevedoring_company."name"
          FROM stevedoring_companies t_stevedoring_company
          WHERE t."organization_id" = t_stevedoring_company."organization_id" AND t."stevedoring_company_id" = t_stevedoring_company."id"
        ) AS "name"
      ) o
    ) AS "stevedoring_company",
    (SELECT row_to_json(o) FROM (SELECT t."captain" AS "name") o) AS "captain",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_assigned_berth_area."name"
          FROM berth_areas t_assigned_berth_area
          WHERE t."organization_id" = t_assigned_berth_area."organization_id" AND t."assigned_berth_area_id" = t_assigned_berth_area."id"
        ) AS "name"
      ) o
    ) AS "assigned_berth_area",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_assigned_yard_area."name"
          FROM yard_areas t_assigned_yard_area
          WHERE t."organization_id" = t_assigned_yard_area."organization_id" AND t."assigned_yard_area_id" = t_assigned_yard_area."id"
        ) AS "name"
      ) o
    ) AS "assigned_yard_area",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT coalesce(t_destination_terminal."name", (
          SELECT t_destination_berth_area_terminal."name"
          FROM terminals t_destination_berth_area_terminal
          WHERE t_destination_berth_area."organization_id" = t_destination_berth_area_terminal."organization_id" AND t_destination_berth_area."terminal_id" = t_destination_berth_area_terminal."id"
        )) AS "name"
      ) o
    ) AS "discharge_terminal",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_arrival_pilot."name"
          FROM pilots t_arrival_pilot
          WHERE t."organization_id" = t_arrival_pilot."organization_id" AND t."arrival_pilot_id" = t_arrival_pilot."id"
        ) AS "name"
      ) o
    ) AS "arrival_pilot",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_departure_pilot."name"
          FROM pilots t_departure_pilot
          WHERE t."organization_id" = t_departure_pilot."organization_id" AND t."departure_pilot_id" = t_departure_pilot."id"
        ) AS "name"
      ) o
    ) AS "departure_pilot",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT ((
            SELECT t_stevedoring_supervisors_supervisor."name"
            FROM stevedoring_supervisors t_stevedoring_supervisors_supervisor
            WHERE t_stevedoring_supervisors."organization_id" = t_stevedoring_supervisors_supervisor."organization_id" AND t_stevedoring_supervisors."supervisor_id" = t_stevedoring_supervisors_supervisor."id"
          )) AS "name"
        ) f
      ) ORDER BY t_stevedoring_supervisors."id")), '[]'::json)
      FROM voyage_supervisors t_stevedoring_supervisors
      WHERE t_stevedoring_supervisors."organization_id" = t."organization_id" AND t_stevedoring_supervisors."voyage_id" = t."id"
    ) AS "stevedoring_supervisors",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_last_port_of_call."name" AS "name", t_last_port_of_call."locode" AS "locode") f)
      FROM ports t_last_port_of_call
      WHERE t."organization_id" = t_last_port_of_call."organization_id" AND t."last_port_of_call_id" = t_last_port_of_call."id"
    ), '{"name":null,"locode":null}'::json) AS "last_port_of_call",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_next_port_of_call."name" AS "name", t_next_port_of_call."locode" AS "locode") f)
      FROM ports t_next_port_of_call
      WHERE t."organization_id" = t_next_port_of_call."organization_id" AND t."next_port_of_call_id" = t_next_port_of_call."id"
    ), '{"name":null,"locode":null}'::json) AS "next_port_of_call",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_vessel."name" AS "name",
          t_vessel."imo_number" AS "imo",
          t_vessel."call_sign" AS "call_sign",
          t_vessel."vessel_type" AS "vessel_type",
          (trim_scale(t_vessel."loa")::text) AS "loa",
          t_vessel."country_code" AS "flag",
          trim_scale(t_vessel."gross_tonnage"::numeric) AS "gross_tonnage",
          trim_scale(t_vessel."net_tonnage"::numeric) AS "net_tonnage"
        ) f
      )
      FROM vessels t_vessel
      WHERE t."organization_id" = t_vessel."organization_id" AND t."vessel_id" = t_vessel."id"
    ), '{"name":null,"imo":null,"call_sign":null,"vessel_type":null,"loa":null,"flag":null,"gross_tonnage":null,"net_tonnage":null}'::json) AS "vessel",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT d.label AS "label", t."flex_fields" -> d.canonical_name AS "value") o) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'voyage'
    ) AS "flex_fields",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT coalesce(t_destination_terminal."name", t_destination_berth_area."name", (
          SELECT t_destination_port."name"
          FROM ports t_destination_port
          WHERE t."organization_id" = t_destination_port."organization_id" AND t."destination_port_id" = t_destination_port."id"
        )) AS "name"
      ) o
    ) AS "discharge_destination",
    to_char(t."et_of_berth" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "et_of_berth",
    t."cancelled" AS "cancelled",
    ((t."actual_time_of_berth" IS NOT NULL AND t."actual_time_of_departure" IS NULL AND NOT t."cancelled")) AS "in_port"
    FROM (SELECT) one
    LEFT
    JOIN terminals t_destination_terminal ON t."organization_id" = t_destination_terminal."organization_id" AND t."destination_terminal_id" = t_destination_terminal."id"
    LEFT
    JOIN berth_areas t_destination_berth_area ON t."organization_id" = t_destination_berth_area."organization_id" AND t."destination_berth_area_id" = t_destination_berth_area."id"
  ) f
)
FROM voyages t

-- VoyageOfInvoice
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_vessel."imo_number" AS "imo_number", t_vessel."name" AS "name", t_vessel."vessel_type" AS "vessel_type") f)
      FROM vessels t_vessel
      WHERE t."organization_id" = t_vessel."organization_id" AND t."vessel_id" = t_vessel."id"
    ), '{"imo_number":null,"name":null,"vessel_type":null}'::json) AS "vessel"
  ) f
)
FROM voyages t

-- VoyageOfTally
SELECT (SELECT row_to_json(f) FROM (SELECT t."number" AS "number") f)
FROM voyages t

-- VoyageShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."status" AS "status",
    ((SELECT t_vessel."name" FROM vessels t_vessel WHERE t."organization_id" = t_vessel."organization_id" AND t."vessel_id" = t_vessel."id") || ' - ' || t."number") AS "display_name",
    t."closing_comments" AS "closing_comments",
    t."tax_date"::text AS "tax_date",
    t."time_labour_ashore" AS "time_labour_ashore",
    t."time_labour_onboard" AS "time_labour_onboard",
    (coalesce(t."arrival_number_of_tug_boats", 0) + coalesce(t."departure_number_of_tug_boats", 0)) AS "number_of_tug_boats",
    t."arrival_number_of_tug_boats" AS "arrival_number_of_tug_boats",
    t."departure_number_of_tug_boats" AS "departure_number_of_tug_boats",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
    to_char(t."estimated_time_of_anchorage" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "estimated_time_of_anchorage",
    to_char(t."actual_time_of_anchorage" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_anchorage",
    to_char(t."actual_time_of_pilot_boarded" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_pilot_boarded",
    to_char(t."actual_time_of_berth" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_berth",
    to_char(t."actual_time_of_customs_clearance" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_customs_clearance",
    to_char(t."actual_time_of_departure" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_departure",
    to_char(t."actual_time_of_departure_pilot_boarded" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_departure_pilot_boarded",
    to_char(t."estimated_time_of_departure" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "estimated_time_of_departure",
    to_char(t."receiving_cut_off_time" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "receiving_cut_off_time",
    to_char(t."vgm_cut_off_time" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "vgm_cut_off_time",
    (
      SELECT row_to_json(o)
      FROM (SELECT (SELECT t_agent."name" FROM agents t_agent WHERE t."organization_id" = t_agent."organization_id" AND t."agent_id" = t_agent."id") AS "name") o
    ) AS "agent",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_stevedoring_company."name"
          FROM stevedoring_companies t_stevedoring_company
          WHERE t."organization_id" = t_stevedoring_company."organization_id" AND t."stevedoring_company_id" = t_stevedoring_company."id"
        ) AS "name"
      ) o
    ) AS "stevedoring_company",
    (SELECT row_to_json(o) FROM (SELECT t."captain" AS "name") o) AS "captain",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_assigned_berth_area."name"
          FROM berth_areas t_assigned_berth_area
          WHERE t."organization_id" = t_assigned_berth_area."organization_id" AND t."assigned_berth_area_id" = t_assigned_berth_area."id"
        ) AS "name"
      ) o
    ) AS "assigned_berth_area",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_assigned_yard_area."name"
          FROM yard_areas t_assigned_yard_area
          WHERE t."organization_id" = t_assigned_yard_area."organization_id" AND t."assigned_yard_area_id" = t_assigned_yard_area."id"
        ) AS "name"
      ) o
    ) AS "assigned_yard_area",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT coalesce(t_destination_terminal."name", (
          SELECT t_destination_berth_area_terminal."name"
          FROM terminals t_destination_berth_area_terminal
          WHERE t_destination_berth_area."organization_id" = t_destination_berth_area_terminal."organization_id" AND t_destination_berth_area."terminal_id" = t_destination_berth_area_terminal."id"
        )) AS "name"
      ) o
    ) AS "discharge_terminal",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_arrival_pilot."name"
          FROM pilots t_arrival_pilot
          WHERE t."organization_id" = t_arrival_pilot."organization_id" AND t."arrival_pilot_id" = t_arrival_pilot."id"
        ) AS "name"
      ) o
    ) AS "arrival_pilot",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_departure_pilot."name"
          FROM pilots t_departure_pilot
          WHERE t."organization_id" = t_departure_pilot."organization_id" AND t."departure_pilot_id" = t_departure_pilot."id"
        ) AS "name"
      ) o
    ) AS "departure_pilot",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT ((
            SELECT t_stevedoring_supervisors_supervisor."name"
            FROM stevedoring_supervisors t_stevedoring_supervisors_supervisor
            WHERE t_stevedoring_supervisors."organization_id" = t_stevedoring_supervisors_supervisor."organization_id" AND t_stevedoring_supervisors."supervisor_id" = t_stevedoring_supervisors_supervisor."id"
          )) AS "name"
        ) f
      ) ORDER BY t_stevedoring_supervisors."id")), '[]'::json)
      FROM voyage_supervisors t_stevedoring_supervisors
      WHERE t_stevedoring_supervisors."organization_id" = t."organization_id" AND t_stevedoring_supervisors."voyage_id" = t."id"
    ) AS "stevedoring_supervisors",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_last_port_of_call."name" AS "name", t_last_port_of_call."locode" AS "locode") f)
      FROM ports t_last_port_of_call
      WHERE t."organization_id" = t_last_port_of_call."organization_id" AND t."last_port_of_call_id" = t_last_port_of_call."id"
    ), '{"name":null,"locode":null}'::json) AS "last_port_of_call",
    coalesce((
      SELECT (SELECT row_to_json(f) FROM (SELECT t_next_port_of_call."name" AS "name", t_next_port_of_call."locode" AS "locode") f)
      FROM ports t_next_port_of_call
      WHERE t."organization_id" = t_next_port_of_call."organization_id" AND t."next_port_of_call_id" = t_next_port_of_call."id"
    ), '{"name":null,"locode":null}'::json) AS "next_port_of_call",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_vessel."name" AS "name",
          t_vessel."imo_number" AS "imo",
          t_vessel."call_sign" AS "call_sign",
          t_vessel."vessel_type" AS "vessel_type",
          (trim_scale(t_vessel."loa")::text) AS "loa",
          t_vessel."country_code" AS "flag",
          trim_scale(t_vessel."gross_tonnage"::numeric) AS "gross_tonnage",
          trim_scale(t_vessel."net_tonnage"::numeric) AS "net_tonnage"
        ) f
      )
      FROM vessels t_vessel
      WHERE t."organization_id" = t_vessel."organization_id" AND t."vessel_id" = t_vessel."id"
    ), '{"name":null,"imo":null,"call_sign":null,"vessel_type":null,"loa":null,"flag":null,"gross_tonnage":null,"net_tonnage":null}'::json) AS "vessel",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT d.label AS "label", t."flex_fields" -> d.canonical_name AS "value") o) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'voyage'
    ) AS "flex_fields",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT coalesce(t_destination_terminal."name", t_destination_berth_area."name", (
          SELECT t_destination_port."name"
          FROM ports t_destination_port
          WHERE t."organization_id" = t_destination_port."organization_id" AND t."destination_port_id" = t_destination_port."id"
        )) AS "name"
      ) o
    ) AS "discharge_destination",
    to_char(t."et_of_berth" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "et_of_berth",
    t."cancelled" AS "cancelled",
    ((t."actual_time_of_berth" IS NOT NULL AND t."actual_time_of_departure" IS NULL AND NOT t."cancelled")) AS "in_port",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_vessel."name" AS "name",
          t_vessel."imo_number" AS "imo",
          t_vessel."call_sign" AS "call_sign",
          t_vessel."vessel_type" AS "vessel_type",
          (trim_scale(t_vessel."loa")::text) AS "loa",
          t_vessel."country_code" AS "flag",
          trim_scale(t_vessel."gross_tonnage"::numeric) AS "gross_tonnage",
          trim_scale(t_vessel."net_tonnage"::numeric) AS "net_tonnage"
        ) f
      )
      FROM vessels t_vessel
      WHERE t."organization_id" = t_vessel."organization_id" AND t."vessel_id" = t_vessel."id"
    ), '{"name":null,"imo":null,"call_sign":null,"vessel_type":null,"loa":null,"flag":null,"gross_tonnage":null,"net_tonnage":null}'::json) AS "ship",
    (coalesce(t."destination_terminal_id", t."destination_berth_area_id", t."destination_port_id")) AS "discharge_destination_id",
    (CASE WHEN t."destination_terminal_id" IS NOT NULL THEN 'Terminal' WHEN t."destination_berth_area_id" IS NOT NULL THEN 'Berth Area' WHEN t."destination_port_id" IS NOT NULL THEN 'Port' END) AS "discharge_destination_type",
    trim_scale(t."berth_end_position"::numeric) AS "berth_end_position",
    trim_scale(t."berth_start_position"::numeric) AS "berth_start_position",
    t."block_receiving_export_past_cut_off" AS "block_receiving_export_past_cut_off",
    t."departed_last_port_on"::text AS "departed_last_port_on",
    to_char(t."at_berth_departure" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at_berth_departure"
    FROM (SELECT) one
    LEFT
    JOIN terminals t_destination_terminal ON t."organization_id" = t_destination_terminal."organization_id" AND t."destination_terminal_id" = t_destination_terminal."id"
    LEFT
    JOIN berth_areas t_destination_berth_area ON t."organization_id" = t_destination_berth_area."organization_id" AND t."destination_berth_area_id" = t_destination_berth_area."id"
  ) f
)
FROM voyages t

-- WebhookDeliveryShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."event_id" AS "event_id",
    t."type" AS "type",
    t."status" AS "status",
    t."tries" AS "tries",
    to_char((CASE WHEN t."status" = 'pending' THEN t."next_try_at" END) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "next_try_at",
    to_char(t."last_tried_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_tried_at",
    t."last_status" AS "last_status",
    t."last_error" AS "last_error",
    t."last_answer" AS "last_answer",
    to_char(t."delivered_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "delivered_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
  ) f
)
FROM webhook_deliveries t

-- WebhookEndpointShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."url" AS "url",
    t."types" AS "types",
    t."description" AS "description",
    t."limited" AS "limited",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT x.type AS "type", x.id AS "id", x.key AS "key", x.name AS "name") o) ORDER BY l.id)), '[]'::json)
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

-- WebhookEndpointWithSecret
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."url" AS "url",
    t."types" AS "types",
    t."description" AS "description",
    t."limited" AS "limited",
    (
      SELECT coalesce(array_to_json(array_agg((SELECT row_to_json(o) FROM (SELECT x.type AS "type", x.id AS "id", x.key AS "key", x.name AS "name") o) ORDER BY l.id)), '[]'::json)
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
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
    t."secret" AS "secret"
  ) f
)
FROM webhook_endpoints t

-- YardAreaShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."terminal_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."terminal_id" AS "id",
        (SELECT t_terminal."name" FROM terminals t_terminal WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id") AS "name"
      ) o
    ) END AS "terminal",
    t."accepts_imdg_classes" AS "accepts_imdg_classes",
    t."imdg_hours" AS "imdg_hours",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM yard_areas t

-- YardSlotShow
SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."yard_area_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."yard_area_id" AS "id",
        (SELECT t_yard_area."name" FROM yard_areas t_yard_area WHERE t."organization_id" = t_yard_area."organization_id" AND t."yard_area_id" = t_yard_area."id") AS "name"
      ) o
    ) END AS "yard_area",
    t."bay" AS "bay",
    t."row" AS "row",
    t."tiers" AS "tiers",
    t."teu" AS "teu",
    t."reefer_plug" AS "reefer_plug",
    trim_scale(t."maximum_weight"::numeric) AS "maximum_weight",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM yard_slots t
