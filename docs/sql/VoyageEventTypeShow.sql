SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."description" AS "description",
    t."is_date_range" AS "is_date_range",
    t."uses_service_boat" AS "uses_service_boat",
    t."uses_pilot" AS "uses_pilot",
    t."uses_berths" AS "uses_berths",
    t."custom_value_identifier" AS "custom_value_identifier",
    t."custom_value_type" AS "custom_value_type",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM voyage_event_types t
