SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        t_container."number" AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t_container."container_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t_container."container_type_id" AS "id",
        (
          SELECT t_container_container_type."code"
          FROM container_types t_container_container_type
          WHERE t_container."organization_id" = t_container_container_type."organization_id" AND t_container."container_type_id" = t_container_container_type."id"
        ) AS "code"
      ) o
    ) END AS "container_type",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT s.id AS "id",
          s.code AS "code"
        ) o
      )
      FROM shipping_lines s
      WHERE s.organization_id = t."organization_id" AND s.id = CASE WHEN t."stay_id" IS NULL THEN t_container."shipping_line_id" ELSE t_stay."shipping_line_id" END
    ) AS "shipping_line",
    t."container_status" AS "container_status",
    (CASE WHEN t."stay_id" IS NULL THEN t_container."usage" ELSE t_stay."usage" END) AS "usage",
    (CASE WHEN t."stay_id" IS NULL THEN t_container."goods" ELSE t_stay."goods" END) AS "goods",
    trim_scale((CASE WHEN t."stay_id" IS NULL THEN t_container."weight" ELSE t_stay."weight" END)::numeric) AS "weight",
    (CASE WHEN t."stay_id" IS NULL THEN t_container."seals" ELSE t_stay."seals" END) AS "seals",
    (CASE WHEN t."stay_id" IS NULL THEN t_container."operating_reefer" ELSE t_stay."operating_reefer" END) AS "operating_reefer",
    trim_scale((CASE WHEN t."stay_id" IS NULL THEN t_container."reefer_set_point_temperature" ELSE t_stay."reefer_set_point_temperature" END)::numeric) AS "reefer_set_point_temperature",
    t."bill_of_lading_number" AS "bill_of_lading_number",
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
    CASE WHEN t."stay_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."stay_id" AS "id",
        t_stay."status" AS "status"
      ) o
    ) END AS "stay",
    (t."discharged_at" IS NOT NULL) AS "discharged",
    to_char(t."discharged_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "discharged_at",
    t."over" AS "over",
    t."from_bayplan" AS "from_bayplan",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN containers t_container ON t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    LEFT
    JOIN container_stays t_stay ON t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
  ) f
)
FROM discharge_list_items t
