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
            (
              SELECT t_voyage."number"
              FROM voyages t_voyage
              WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
            ) AS "number"
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
        (
          SELECT count(*)
          FROM load_list_items i
          WHERE i.organization_id = t."organization_id" AND i.load_list_id = t."id"
        ) AS "items_count"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"items":' || nullif(to_json(CASE WHEN NOT EXISTS (
  SELECT
  FROM load_list_items t_items
  WHERE t_items."organization_id" = t."organization_id" AND t_items."load_list_id" = t."id" OFFSET 1000
) THEN (
  SELECT coalesce(array_to_json(array_agg((
    SELECT row_to_json(f)
    FROM (
      SELECT t_items."id" AS "id",
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
      FROM (
        SELECT
      ) one
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
