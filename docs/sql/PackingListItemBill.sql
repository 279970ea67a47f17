SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."number" AS "number"
  ) f
)
FROM bill_of_ladings t
