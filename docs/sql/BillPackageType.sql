SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."code" AS "code",
    t."description" AS "description"
  ) f
)
FROM package_types t
