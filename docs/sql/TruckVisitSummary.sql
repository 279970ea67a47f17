SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    ((
      SELECT t_truck."license_plate"
      FROM trucks t_truck
      WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    )) AS "truck",
    (coalesce(nullif(trim(concat_ws(' ', (
      SELECT t_truck_driver."firstname"
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ), (
      SELECT t_truck_driver."lastname"
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ))), ''), (
      SELECT t_truck_driver."license_number"
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ))) AS "truck_driver",
    to_char(t."gated_in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_in_at",
    to_char(t."gated_out_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_out_at"
  ) f
)
FROM truck_visits t
