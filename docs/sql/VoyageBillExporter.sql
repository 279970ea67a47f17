SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."address" AS "address"
  ) f
)
FROM exporters t
