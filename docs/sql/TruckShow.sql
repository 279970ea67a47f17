SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."active" AS "active",
    t."license_plate" AS "license_plate",
    t."number" AS "number",
    trim_scale(t."weight"::numeric) AS "weight",
    t."color" AS "color",
    t."is_mule" AS "is_mule",
    t."allowed_until"::text AS "allowed_until",
    t."year" AS "year",
    t."make" AS "make",
    t."model" AS "model",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM trucks t
