SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (nullif(trim(concat_ws(' ', t."firstname", t."lastname")), '')) AS "fullname",
    t."license_number" AS "license_number",
    t."twic" AS "twic",
    t."number" AS "number",
    t."active" AS "active",
    t."date_of_birth"::text AS "date_of_birth",
    t."telephone_number" AS "telephone_number",
    t."email" AS "email",
    t."remarks" AS "remarks",
    (coalesce(nullif(t_trucking_company."name", ''), t_trucking_company."code")) AS "trucking_company",
    t."allowed_until"::text AS "allowed_until",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN trucking_companies t_trucking_company ON t."organization_id" = t_trucking_company."organization_id" AND t."trucking_company_id" = t_trucking_company."id"
  ) f
)
FROM truck_drivers t
