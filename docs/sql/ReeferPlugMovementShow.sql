SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."plug_action" AS "plug_action",
    to_char(t."plug_action_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "plug_action_at"
  ) f
)
FROM reefer_plug_movements t
