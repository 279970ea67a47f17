SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT s.id AS "id",
          s.name AS "name",
          s.code AS "code"
        ) o
      )
      FROM shipping_lines s
      WHERE s.organization_id = t."organization_id" AND s.id = coalesce(CASE WHEN t."stay_id" IS NULL THEN t_container."shipping_line_id" ELSE (
        SELECT t_stay."shipping_line_id"
        FROM container_stays t_stay
        WHERE t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
      ) END, t_vehicle."shipping_line_id", t."shipping_line_id")
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
    FROM (
      SELECT
    ) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    LEFT
    JOIN vehicles t_vehicle ON t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id"
    LEFT
    JOIN breakbulks t_breakbulk ON t."organization_id" = t_breakbulk."organization_id" AND t."breakbulk_id" = t_breakbulk."id"
  ) f
)
FROM load_list_items t
