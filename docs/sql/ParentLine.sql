SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."name" AS "name",
    t."synonyms" AS "synonyms",
    t."carrier_type" AS "carrier_type"
  ) f
)
FROM shipping_lines t
