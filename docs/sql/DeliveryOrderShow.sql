SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_bill_of_lading."id" AS "id",
          ((
            SELECT t_bill_of_lading_manifest."client_identifier"
            FROM manifests t_bill_of_lading_manifest
            WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
          )) AS "manifest",
          t_bill_of_lading."number" AS "number"
        ) f
      )
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    ) AS "bill_of_lading",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM delivery_orders t
