SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    to_char(t."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at",
    t."action" AS "action",
    CASE WHEN coalesce((
      SELECT t_gate."name"
      FROM gates t_gate
      WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id"
    ), t."gate_named") IS NOT NULL THEN json_build_object('id', t."gate_id", 'name', coalesce((
      SELECT t_gate."name"
      FROM gates t_gate
      WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id"
    ), t."gate_named")) END AS "gate",
    CASE WHEN coalesce((
      SELECT t_truck."license_plate"
      FROM trucks t_truck
      WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    ), t."truck_named") IS NOT NULL THEN json_build_object('id', t."truck_id", 'license_plate', coalesce((
      SELECT t_truck."license_plate"
      FROM trucks t_truck
      WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    ), t."truck_named")) END AS "truck",
    CASE WHEN t."truck_driver_id" IS NOT NULL THEN json_build_object('id', t."truck_driver_id", 'name', nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) END AS "truck_driver",
    CASE WHEN t."pre_advice" IS NOT NULL THEN json_build_object('id', (
      SELECT a.id
      FROM pre_advices a
      WHERE a.organization_id = t."organization_id" AND a.advice_number = t."pre_advice"
    ), 'advice_number', t."pre_advice") END AS "pre_advice",
    CASE WHEN t."appointment" IS NOT NULL THEN json_build_object('id', (
      SELECT a.id
      FROM appointments a
      WHERE a.organization_id = t."organization_id" AND a.number = t."appointment"
    ), 'number', t."appointment") END AS "appointment",
    t."reasons" AS "reasons",
    CASE WHEN t."user_id" IS NOT NULL THEN json_build_object('id', t."user_id", 'name', coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) END AS "user"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN truck_drivers t_truck_driver ON t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    LEFT
    JOIN users t_user ON t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
  ) f
)
FROM gate_refusals t
