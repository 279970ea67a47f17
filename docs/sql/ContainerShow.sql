SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."meets_iso_standards" AS "meets_iso_standards",
    CASE WHEN t."container_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_type_id" AS "id",
        t_container_type."code" AS "code"
      ) o
    ) END AS "container_type",
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
          SELECT t_stay_bill_of_ladings."bill_of_lading_id" AS "id",
          ((
            SELECT t_stay_bill_of_ladings_bill_of_lading_manifest."client_identifier"
            FROM manifests t_stay_bill_of_ladings_bill_of_lading_manifest
            WHERE t_stay_bill_of_ladings_bill_of_lading."organization_id" = t_stay_bill_of_ladings_bill_of_lading_manifest."organization_id" AND t_stay_bill_of_ladings_bill_of_lading."manifest_id" = t_stay_bill_of_ladings_bill_of_lading_manifest."id"
          )) AS "manifest",
          (t_stay_bill_of_ladings_bill_of_lading."number") AS "number"
          FROM (
            SELECT
          ) one
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
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT n.id AS "id",
          n.name AS "name"
        ) o
      )
      FROM yard_areas n
      WHERE n.organization_id = t."organization_id" AND n.id = CASE t."current_location_type" WHEN 'YardArea' THEN t."current_location_id" WHEN 'YardSlot' THEN (
        SELECT s.yard_area_id
        FROM yard_slots s
        WHERE s.organization_id = t."organization_id" AND s.id = t."current_location_id"
      ) END
    ) AS "yard_area",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT n.id AS "id",
          n.name AS "name"
        ) o
      )
      FROM terminals n
      WHERE n.organization_id = t."organization_id" AND n.id = CASE t."current_location_type" WHEN 'Terminal' THEN t."current_location_id" WHEN 'Gate' THEN (
        SELECT p.terminal_id
        FROM gates p
        WHERE p.organization_id = t."organization_id" AND p.id = t."current_location_id"
      ) WHEN 'BerthArea' THEN (
        SELECT p.terminal_id
        FROM berth_areas p
        WHERE p.organization_id = t."organization_id" AND p.id = t."current_location_id"
      ) WHEN 'YardArea' THEN (
        SELECT p.terminal_id
        FROM yard_areas p
        WHERE p.organization_id = t."organization_id" AND p.id = t."current_location_id"
      ) WHEN 'YardSlot' THEN (
        SELECT p.terminal_id
        FROM yard_areas p
        WHERE p.organization_id = t."organization_id" AND p.id = (CASE t."current_location_type" WHEN 'YardArea' THEN t."current_location_id" WHEN 'YardSlot' THEN (
          SELECT s.yard_area_id
          FROM yard_slots s
          WHERE s.organization_id = t."organization_id" AND s.id = t."current_location_id"
        ) END)
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
        FROM (
          SELECT p.plug_action AS "plug_action",
          to_char(p.plug_action_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "plug_action_at"
        ) o
      ) ORDER BY p.plug_action_at, p.id)), '[]'::json)
      FROM reefer_plug_movements p
      WHERE p.organization_id = t."organization_id" AND p.container_id = t."id" AND p.stay_id IS NOT DISTINCT
      FROM t."stay_id"
    ) AS "reefer_plug_movements",
    t."stay_id" AS "stay_id",
    to_char(((
      SELECT t_stay."in_at"
      FROM container_stays t_stay
      WHERE t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
    )) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "in_at",
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
    FROM (
      SELECT
    ) one
    LEFT
    JOIN container_types t_container_type ON t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
  ) f
)
FROM containers t
