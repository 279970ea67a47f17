SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."type" AS "type",
    t."completed" AS "completed",
    (
      SELECT CASE WHEN k.is_reefer THEN json_build_object('id', c.id, 'number', c.number, 'goods', c.goods, 'container_type_label', coalesce(nullif(k.description, ''), k.code), 'container_status', c.container_status, 'operating_reefer', c.operating_reefer, 'reefer_temperature', trim_scale(c.reefer_temperature), 'reefer_set_point_temperature', trim_scale(c.reefer_set_point_temperature), 'supply_temperature', trim_scale(c.supply_temperature)) ELSE json_build_object('id', c.id, 'number', c.number, 'goods', c.goods, 'container_type_label', coalesce(nullif(k.description, ''), k.code), 'container_status', c.container_status) END
      FROM containers c
      LEFT
      JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
      WHERE c.organization_id = t."organization_id" AND c.id = t."container_id"
    ) AS "container",
    CASE WHEN t."chassis_id" IS NOT NULL THEN json_build_object('id', t."chassis_id", 'number', (
      SELECT t_chassis."number"
      FROM chassis t_chassis
      WHERE t."organization_id" = t_chassis."organization_id" AND t."chassis_id" = t_chassis."id"
    )) END AS "chassis",
    CASE WHEN t."genset_id" IS NOT NULL THEN json_build_object('id', t."genset_id", 'number', (
      SELECT t_genset."number"
      FROM gensets t_genset
      WHERE t."organization_id" = t_genset."organization_id" AND t."genset_id" = t_genset."id"
    )) END AS "genset"
  ) f
)
FROM interchanges t
