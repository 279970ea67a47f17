SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."name" AS "name"
  ) f
)
FROM exporters t
