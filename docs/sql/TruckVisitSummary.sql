SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck."id" AS "id",
          t_truck."license_plate" AS "license_plate",
          t_truck."number" AS "number",
          t_truck."trucking_company_id" AS "trucking_company_id",
          t_truck."active" AS "active",
          t_truck."allowed_until"::text AS "allowed_until"
        ) f
      )
      FROM trucks t_truck
      WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    ) AS "truck",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck_driver."id" AS "id",
          t_truck_driver."number" AS "number",
          t_truck_driver."license_number" AS "license_number",
          t_truck_driver."firstname" AS "firstname",
          t_truck_driver."lastname" AS "lastname",
          t_truck_driver."twic" AS "twic",
          t_truck_driver."active" AS "active",
          to_char(t_truck_driver."discarded_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "discarded_at"
        ) f
      )
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ) AS "truck_driver",
    to_char(t."gated_in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_in_at",
    to_char(t."gated_out_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_out_at"
  ) f
)
FROM truck_visits t
