SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."date"::text AS "date",
    t."name" AS "name",
    t."closed" AS "closed"
  ) f
)
FROM calendar_days t
