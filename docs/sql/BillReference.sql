SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    ((
      SELECT t_manifest."client_identifier"
      FROM manifests t_manifest
      WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
    )) AS "manifest",
    t."number" AS "number"
  ) f
)
FROM bill_of_ladings t
