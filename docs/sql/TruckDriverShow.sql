SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."license_number" AS "license_number",
    t."number" AS "number",
    t."firstname" AS "firstname",
    t."lastname" AS "lastname",
    (nullif(trim(concat_ws(' ', t."firstname", t."lastname")), '')) AS "fullname",
    t."twic" AS "twic",
    t."active" AS "active",
    t."date_of_birth"::text AS "date_of_birth",
    t."telephone_number" AS "telephone_number",
    t."email" AS "email",
    t."remarks" AS "remarks",
    CASE WHEN t."trucking_company_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."trucking_company_id" AS "id",
        t_trucking_company."code" AS "code",
        t_trucking_company."name" AS "name"
      ) o
    ) END AS "trucking_company",
    t."allowed_until"::text AS "allowed_until",
    to_char(t."erased_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "erased_at",
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
