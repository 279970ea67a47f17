SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."license_plate" AS "license_plate",
    t."number" AS "number",
    t."trucking_company_id" AS "trucking_company_id",
    t."active" AS "active",
    t."allowed_until"::text AS "allowed_until"
  ) f
)
FROM trucks t
