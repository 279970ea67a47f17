SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."name" AS "name",
    t."imo_number" AS "imo",
    t."call_sign" AS "call_sign",
    t."vessel_type" AS "vessel_type",
    (trim_scale(t."loa")::text) AS "loa",
    t."country_code" AS "flag",
    trim_scale(t."gross_tonnage"::numeric) AS "gross_tonnage",
    trim_scale(t."net_tonnage"::numeric) AS "net_tonnage"
  ) f
)
FROM vessels t
