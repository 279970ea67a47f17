SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        t_container."number" AS "number"
      ) o
    ) END AS "container",
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
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT m.truck_visit_id AS "id"
            ) o
          )
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
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT m.truck_visit_id AS "id"
            ) o
          )
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
    ((
      SELECT w.current_location_type
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    )) AS "current_location_type",
    ((
      SELECT w.current_location_id
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    )) AS "current_location_id",
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
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT n.id AS "id",
            n.name AS "name"
          ) o
        )
        FROM yard_areas n
        WHERE n.organization_id = w.organization_id AND n.id = CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (
          SELECT s.yard_area_id
          FROM yard_slots s
          WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id
        ) END
      )
      FROM containers w
      WHERE w.organization_id = t."organization_id" AND w.id = t."container_id" AND w.stay_id = t."id"
    ) AS "yard_area",
    (
      SELECT (
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT n.id AS "id",
            n.name AS "name"
          ) o
        )
        FROM terminals n
        WHERE n.organization_id = w.organization_id AND n.id = CASE w.current_location_type WHEN 'Terminal' THEN w.current_location_id WHEN 'Gate' THEN (
          SELECT p.terminal_id
          FROM gates p
          WHERE p.organization_id = w.organization_id AND p.id = w.current_location_id
        ) WHEN 'BerthArea' THEN (
          SELECT p.terminal_id
          FROM berth_areas p
          WHERE p.organization_id = w.organization_id AND p.id = w.current_location_id
        ) WHEN 'YardArea' THEN (
          SELECT p.terminal_id
          FROM yard_areas p
          WHERE p.organization_id = w.organization_id AND p.id = w.current_location_id
        ) WHEN 'YardSlot' THEN (
          SELECT p.terminal_id
          FROM yard_areas p
          WHERE p.organization_id = w.organization_id AND p.id = (CASE w.current_location_type WHEN 'YardArea' THEN w.current_location_id WHEN 'YardSlot' THEN (
            SELECT s.yard_area_id
            FROM yard_slots s
            WHERE s.organization_id = w.organization_id AND s.id = w.current_location_id
          ) END)
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
        (
          SELECT t_consignee."name"
          FROM consignees t_consignee
          WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
        ) AS "name"
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
          FROM (
            SELECT
          ) one
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
        (
          SELECT t_booking."number"
          FROM bookings t_booking
          WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id"
        ) AS "number"
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
    t."operating_reefer" AS "operating_reefer",
    trim_scale(t."reefer_temperature"::numeric) AS "reefer_temperature",
    trim_scale(t."reefer_set_point_temperature"::numeric) AS "reefer_set_point_temperature",
    trim_scale(t."supply_temperature"::numeric) AS "supply_temperature",
    t."reason" AS "reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
  ) f
)
FROM container_stays t
