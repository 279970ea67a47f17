SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."iso_type_code" AS "iso_type_code",
    t."description" AS "description",
    t."size" AS "size",
    t."is_high_cube" AS "is_high_cube",
    t."is_reefer" AS "is_reefer",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM container_types t
