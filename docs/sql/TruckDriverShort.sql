SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."license_number" AS "license_number",
    t."firstname" AS "firstname",
    t."lastname" AS "lastname",
    t."twic" AS "twic",
    t."active" AS "active",
    to_char(t."discarded_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "discarded_at"
  ) f
)
FROM truck_drivers t
