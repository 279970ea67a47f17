SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (nullif(trim(concat_ws(' ', t."firstname", t."lastname")), '')) AS "fullname",
    t."license_number" AS "license_number",
    (nullif(trim(concat_ws(' ', t."firstname", t."lastname")), '')) AS "name"
  ) f
)
FROM truck_drivers t
