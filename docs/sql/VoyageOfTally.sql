SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."number" AS "number"
  ) f
)
FROM voyages t
