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
    ), t."gate_named") IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."gate_id" AS "id",
        coalesce((
          SELECT t_gate."name"
          FROM gates t_gate
          WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id"
        ), t."gate_named") AS "name"
      ) o
    ) END AS "gate",
    CASE WHEN coalesce((
      SELECT t_truck."license_plate"
      FROM trucks t_truck
      WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    ), t."truck_named") IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."truck_id" AS "id",
        coalesce((
          SELECT t_truck."license_plate"
          FROM trucks t_truck
          WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
        ), t."truck_named") AS "license_plate"
      ) o
    ) END AS "truck",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck_driver."id" AS "id",
          (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "fullname",
          t_truck_driver."license_number" AS "license_number",
          (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "name"
        ) f
      )
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ) AS "truck_driver",
    CASE WHEN t."pre_advice" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT a.id
          FROM pre_advices a
          WHERE a.organization_id = t."organization_id" AND a.advice_number = t."pre_advice"
        ) AS "id",
        t."pre_advice" AS "advice_number"
      ) o
    ) END AS "pre_advice",
    CASE WHEN t."appointment" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT a.id
          FROM appointments a
          WHERE a.organization_id = t."organization_id" AND a.number = t."appointment"
        ) AS "id",
        t."appointment" AS "number"
      ) o
    ) END AS "appointment",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT r.reason ->> 'code' AS "code",
          r.reason ->> 'sentence' AS "sentence",
          compact_json(coalesce(r.reason -> 'params', '{}')) AS "params",
          compact_json(nullif(r.reason -> 'container', 'null')) AS "container",
          r.reason ->> 'since' AS "since",
          r.reason ->> 'until' AS "until",
          compact_json(nullif(r.reason -> 'source', 'null')) AS "source",
          CASE WHEN r.reason -> 'action' ->> 'url' IS NOT NULL THEN (
            SELECT row_to_json(o)
            FROM (
              SELECT r.reason -> 'action' ->> 'method' AS "method",
              :base || (r.reason -> 'action' ->> 'url') AS "url"
            ) o
          ) END AS "action"
        ) o
      ) ORDER BY r.at)), '[]'::json)
      FROM jsonb_array_elements(t."reasons") WITH ORDINALITY r(reason, at)
    ) AS "reasons",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_user."id" AS "id",
          (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name"
        ) f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user"
  ) f
)
FROM gate_refusals t
