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
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT t."load_list_item_id" AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "load_list_item"
  ) f
)
FROM tally_items t
