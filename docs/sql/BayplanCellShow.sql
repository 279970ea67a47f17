SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."cell" AS "cell",
    t."bay" AS "bay",
    (substr(t."cell", 4, 2)::integer) AS "row",
    (substr(t."cell", 6, 2)::integer) AS "tier",
    t."container_number" AS "container_number",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT c.id AS "id"
        ) o
      )
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
