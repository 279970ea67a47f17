SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT (
      SELECT row_to_json(o)
      FROM (
        SELECT t."id" AS "id",
        to_char(t."gated_in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_in_at",
        to_char(t."gated_out_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_out_at"
      ) o
    ) AS "truck_visit",
    ((
      SELECT t_gate."name"
      FROM gates t_gate
      WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id"
    )) AS "gate_name",
    (coalesce(nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), ''), t_truck_driver."license_number")) AS "truck_driver",
    ((
      SELECT t_truck."license_plate"
      FROM trucks t_truck
      WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    )) AS "truck",
    t."comment" AS "comment"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN truck_drivers t_truck_driver ON t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
  ) f
)
FROM truck_visits t
