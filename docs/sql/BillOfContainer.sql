SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."bill_of_lading_id" AS "id",
    ((
      SELECT t_bill_of_lading_manifest."client_identifier"
      FROM manifests t_bill_of_lading_manifest
      WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
    )) AS "manifest",
    (t_bill_of_lading."number") AS "number"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN bill_of_ladings t_bill_of_lading ON t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
  ) f
)
FROM container_bills t
