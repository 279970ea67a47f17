SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."seal" AS "seal",
    ((
      SELECT t_chassis."number"
      FROM chassis t_chassis
      WHERE t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id"
    )) AS "chassis",
    t."has_battery" AS "has_battery",
    (coalesce(nullif(concat_ws(' ', t_created_by."firstname", t_created_by."lastname"), ''), t_created_by."email")) AS "created_by",
    (coalesce(nullif(concat_ws(' ', t_updated_by."firstname", t_updated_by."lastname"), ''), t_updated_by."email")) AS "updated_by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
    t."equipment_condition" AS "equipment_condition",
    (to_char(t."fuel_level", 'FM999999999990.099999')) AS "fuel_level",
    ((
      SELECT t_container."number"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) AS "container",
    (location_label(t."organization_id", t."current_location_type", t."current_location_id")) AS "current_location",
    (coalesce(nullif(t_shipping_line."name", ''), t_shipping_line."code")) AS "shipping_line",
    t."active" AS "active",
    (to_char(t."hours", 'FM999999999990.099999')) AS "hours",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT d.label AS "label",
          t."flex_fields" -> d.canonical_name AS "value"
        ) o
      ) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'genset'
    ) AS "flex_fields"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN users t_created_by ON t."organization_id" = t_created_by."organization_id" AND t."created_by_id" = t_created_by."id"
    LEFT
    JOIN users t_updated_by ON t."organization_id" = t_updated_by."organization_id" AND t."updated_by_id" = t_updated_by."id"
    LEFT
    JOIN shipping_lines t_shipping_line ON t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
  ) f
)
FROM gensets t
