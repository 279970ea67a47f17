SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."code" AS "code"
  ) f
)
FROM trucking_companies t
