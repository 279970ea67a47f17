SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."terminal_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."terminal_id" AS "id",
        (
          SELECT t_terminal."name"
          FROM terminals t_terminal
          WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id"
        ) AS "name"
      ) o
    ) END AS "terminal",
    CASE WHEN t."gate_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."gate_id" AS "id",
        (
          SELECT t_gate."name"
          FROM gates t_gate
          WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id"
        ) AS "name"
      ) o
    ) END AS "gate",
    t."weekday" AS "weekday",
    t."from" AS "from",
    t."until" AS "until",
    t."slot_minutes" AS "slot_minutes",
    t."capacity" AS "capacity",
    t."purpose" AS "purpose",
    t."valid_from"::text AS "valid_from",
    t."valid_until"::text AS "valid_until",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM appointment_plans t
