SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (
      SELECT json_build_object('id', s.id, 'name', s.name, 'code', s.code)
      FROM shipping_lines s
      WHERE s.organization_id = t."organization_id" AND s.id = coalesce((
        SELECT t_container."shipping_line_id"
        FROM containers t_container
        WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
      ), (
        SELECT t_vehicle."shipping_line_id"
        FROM vehicles t_vehicle
        WHERE t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id"
      ), t."shipping_line_id")
    ) AS "shipping_line",
    (coalesce((
      SELECT (
        SELECT t_container_container_type."code"
        FROM container_types t_container_container_type
        WHERE t_container."organization_id" = t_container_container_type."organization_id" AND t_container."container_type_id" = t_container_container_type."id"
      )
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    ), (
      SELECT t_container_type."code"
      FROM container_types t_container_type
      WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
    ))) AS "container_type",
    (CASE t."load_list_item_type" WHEN 'full' THEN 'full' WHEN 'empty' THEN 'empty' WHEN 'empties' THEN 'empty' END) AS "container_status",
    CASE WHEN t."container_id" IS NOT NULL THEN json_build_object('id', t."container_id", 'cargo_type', 'container', 'container_type', (
      SELECT (
        SELECT t_container_container_type."code"
        FROM container_types t_container_container_type
        WHERE t_container."organization_id" = t_container_container_type."organization_id" AND t_container."container_type_id" = t_container_container_type."id"
      )
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    ), 'number', (
      SELECT t_container."number"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    ), 'display_name', (
      SELECT t_container."number"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) WHEN t."breakbulk_id" IS NOT NULL THEN json_build_object('id', t."breakbulk_id", 'cargo_type', 'breakbulk', 'container_type', NULL::text, 'number', (
      SELECT t_breakbulk."reference_number"
      FROM breakbulks t_breakbulk
      WHERE t."organization_id" = t_breakbulk."organization_id" AND t."breakbulk_id" = t_breakbulk."id"
    ), 'display_name', (
      SELECT t_breakbulk."reference_number"
      FROM breakbulks t_breakbulk
      WHERE t."organization_id" = t_breakbulk."organization_id" AND t."breakbulk_id" = t_breakbulk."id"
    )) WHEN t."vehicle_id" IS NOT NULL THEN json_build_object('id', t."vehicle_id", 'cargo_type', 'vehicle', 'container_type', NULL::text, 'number', (
      SELECT t_vehicle."vin_number"
      FROM vehicles t_vehicle
      WHERE t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id"
    ), 'display_name', (
      SELECT t_vehicle."vin_number"
      FROM vehicles t_vehicle
      WHERE t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id"
    )) END AS "container",
    (t."loaded_at" IS NOT NULL) AS "loaded",
    to_char(t."loaded_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "loaded_at",
    t."overshipped" AS "overshipped",
    t."notes" AS "notes",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
  ) f
)
FROM load_list_items t
