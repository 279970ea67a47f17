SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    (nullif(t."edi_id", '')) AS "edi_id"
  ) f
)
FROM edi_partners t
