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
        (
          SELECT t_chassis."number"
          FROM chassis t_chassis
          WHERE t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id"
        ) AS "number"
      ) o
    ) END AS "chassis",
    CASE WHEN t."genset_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."genset_id" AS "id",
        (
          SELECT t_genset."number"
          FROM gensets t_genset
          WHERE t."organization_id" = t_genset."organization_id" AND t."genset_id" = t_genset."id"
        ) AS "number"
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
        (
          SELECT t_booking."number"
          FROM bookings t_booking
          WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id"
        ) AS "number"
      ) o
    ) END AS "booking",
    to_char(t."completed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "completed_at",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT t."truck_visit_id" AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "truck_visit"
  ) f
)
FROM interchanges t
