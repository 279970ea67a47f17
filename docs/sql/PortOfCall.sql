SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."name" AS "name",
    t."locode" AS "locode"
  ) f
)
FROM ports t
