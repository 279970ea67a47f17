SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."event_id" AS "event_id",
    t."type" AS "type",
    t."status" AS "status",
    t."tries" AS "tries",
    to_char((CASE WHEN t."status" = 'pending' THEN t."next_try_at" END) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "next_try_at",
    to_char(t."last_tried_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_tried_at",
    t."last_status" AS "last_status",
    t."last_error" AS "last_error",
    t."last_answer" AS "last_answer",
    to_char(t."delivered_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "delivered_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
  ) f
)
FROM webhook_deliveries t
