SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."client_identifier" AS "client_identifier"
  ) f
)
FROM manifests t
