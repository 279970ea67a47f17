SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."description" AS "description"
  ) f
)
FROM hold_types t
