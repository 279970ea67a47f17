SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."active" AS "active",
        t."license_plate" AS "license_plate",
        t."number" AS "number",
        trim_scale(t."weight"::numeric) AS "weight",
        t."color" AS "color",
        t."is_mule" AS "is_mule",
        t."allowed_until"::text AS "allowed_until",
        t."year" AS "year",
        t."make" AS "make",
        t."model" AS "model",
        to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
        to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
        t."license_plate" AS "display_name",
        coalesce((
          SELECT (
            SELECT row_to_json(o)
            FROM (
              SELECT c.name AS "name",
              c.code AS "code"
            ) o
          )
          FROM trucking_companies c
          WHERE c.organization_id = t."organization_id" AND c.id = coalesce(t."trucking_company_id", (
            SELECT t_truck_driver."trucking_company_id"
            FROM truck_drivers t_truck_driver
            WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
          ))
        ), '{"name":null,"code":null}'::json) AS "trucking_company"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"truck_driver":' || nullif(to_json((
  SELECT (
    SELECT row_to_json(f)
    FROM (
      SELECT t_truck_driver."id" AS "id",
      (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "fullname",
      t_truck_driver."license_number" AS "license_number",
      t_truck_driver."number" AS "number"
    ) f
  )
  FROM truck_drivers t_truck_driver
  WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
))::text, 'null')) || '}')::json
FROM trucks t
