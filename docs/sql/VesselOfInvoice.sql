SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."imo_number" AS "imo_number",
    t."name" AS "name",
    t."vessel_type" AS "vessel_type"
  ) f
)
FROM vessels t
