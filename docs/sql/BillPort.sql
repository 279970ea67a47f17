SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."locode" AS "locode"
  ) f
)
FROM ports t
