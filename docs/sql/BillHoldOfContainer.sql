SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."hold_type_id" AS "hold_type_id",
    ((
      SELECT t_hold_type."name"
      FROM hold_types t_hold_type
      WHERE t."organization_id" = t_hold_type."organization_id" AND t."hold_type_id" = t_hold_type."id"
    )) AS "hold_type",
    t."reference_number" AS "reference_number",
    ((t."lifted_at" IS NULL OR t."lifted_until" <= now()) IS NOT TRUE) AS "lifted",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (coalesce(nullif(concat_ws(' ', (
      SELECT t_applied_by."firstname"
      FROM users t_applied_by
      WHERE t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    ), (
      SELECT t_applied_by."lastname"
      FROM users t_applied_by
      WHERE t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    )), ''), (
      SELECT t_applied_by."email"
      FROM users t_applied_by
      WHERE t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    ))) AS "applied_by",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    to_char(t."lifted_until" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
    (coalesce(nullif(concat_ws(' ', (
      SELECT t_lifted_by."firstname"
      FROM users t_lifted_by
      WHERE t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
    ), (
      SELECT t_lifted_by."lastname"
      FROM users t_lifted_by
      WHERE t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
    )), ''), (
      SELECT t_lifted_by."email"
      FROM users t_lifted_by
      WHERE t."organization_id" = t_lifted_by."organization_id" AND t."lifted_by_id" = t_lifted_by."id"
    ))) AS "lifted_by",
    json_build_object('id', t."bill_of_lading_id", 'number', (
      SELECT t_bill_of_lading."number"
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    ), 'manifest_client_identifier', (
      SELECT (
        SELECT t_bill_of_lading_manifest."client_identifier"
        FROM manifests t_bill_of_lading_manifest
        WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
      )
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    )) AS "bill_of_lading",
    json_build_object('lift', json_build_object('method', 'DELETE', 'url', :base || '/api/v1/manifests/' || url_encode((
      SELECT (
        SELECT t_bill_of_lading_manifest."client_identifier"
        FROM manifests t_bill_of_lading_manifest
        WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
      )
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    )) || '/bill_of_ladings/' || url_encode((
      SELECT t_bill_of_lading."number"
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    )) || '/holds/' || t."hold_type_id" || '.json'), 'apply', json_build_object('method', 'PUT', 'url', :base || '/api/v1/manifests/' || url_encode((
      SELECT (
        SELECT t_bill_of_lading_manifest."client_identifier"
        FROM manifests t_bill_of_lading_manifest
        WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
      )
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    )) || '/bill_of_ladings/' || url_encode((
      SELECT t_bill_of_lading."number"
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    )) || '/holds/' || t."hold_type_id" || '.json')) AS "actions"
  ) f
)
FROM bill_of_lading_holds t
