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
    t."custom_value_type" AS "custom_value_type"
  ) f
)
FROM voyage_event_types t
