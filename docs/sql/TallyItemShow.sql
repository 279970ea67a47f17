SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (CASE WHEN t."beyond" THEN 'over' WHEN t."done_quantity" >= t."quantity" THEN 'done' WHEN (
      SELECT t_tally."closed_at"
      FROM tallies t_tally
      WHERE t."organization_id" = t_tally."organization_id" AND t."tally_id" = t_tally."id"
    ) IS NULL THEN 'open' ELSE 'short' END) AS "status",
    t."cargo_type" AS "cargo_type",
    CASE WHEN t."container_id" IS NOT NULL THEN json_build_object('id', t."container_id", 'number', (
      SELECT t_container."number"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) END AS "container",
    CASE WHEN t."vehicle_id" IS NOT NULL THEN json_build_object('id', t."vehicle_id", 'vin_number', (
      SELECT t_vehicle."vin_number"
      FROM vehicles t_vehicle
      WHERE t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id"
    )) END AS "vehicle",
    CASE WHEN t."breakbulk_id" IS NOT NULL THEN json_build_object('id', t."breakbulk_id", 'reference_number', (
      SELECT t_breakbulk."reference_number"
      FROM breakbulks t_breakbulk
      WHERE t."organization_id" = t_breakbulk."organization_id" AND t."breakbulk_id" = t_breakbulk."id"
    )) END AS "breakbulk",
    json_build_object('code', (
      SELECT t_container_type."code"
      FROM container_types t_container_type
      WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
    )) AS "container_type",
    CASE WHEN t."shipping_line_id" IS NOT NULL THEN json_build_object('id', t."shipping_line_id", 'code', (
      SELECT t_shipping_line."code"
      FROM shipping_lines t_shipping_line
      WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
    )) END AS "shipping_line",
    t."quantity" AS "quantity",
    t."done_quantity" AS "done_quantity",
    CASE WHEN t."load_list_item_id" IS NOT NULL THEN json_build_object('id', t."load_list_item_id") END AS "load_list_item"
  ) f
)
FROM tally_items t
