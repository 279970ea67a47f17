SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."number" AS "number",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_manifest."client_identifier" AS "client_identifier"
        ) f
      )
      FROM manifests t_manifest
      WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
    ), '{"client_identifier":null}'::json) AS "manifest",
    (
      SELECT coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'description', y.description, 'actions', json_build_object('lift', json_build_object('method', 'DELETE', 'url', :base || '/api/v1/manifests/' || url_encode((
        SELECT t_manifest."client_identifier"
        FROM manifests t_manifest
        WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
      )) || '/bill_of_ladings/' || url_encode(t."number") || '/holds/' || y.id || '.json')) ) ORDER BY y.id), '[]'::json)
      FROM hold_types y
      WHERE y.organization_id = t."organization_id" AND y.applies_to = 'bill_of_lading' AND EXISTS (
        SELECT
        FROM bill_of_lading_holds h
        WHERE h.organization_id = y.organization_id AND h.bill_of_lading_id = t."id" AND h.hold_type_id = y.id AND (h.lifted_at IS NULL OR h.lifted_until <= now())
      )
    ) AS "unlifted_holds",
    (
      SELECT coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'description', y.description, 'actions', json_build_object('apply', json_build_object('method', 'PUT', 'url', :base || '/api/v1/manifests/' || url_encode((
        SELECT t_manifest."client_identifier"
        FROM manifests t_manifest
        WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
      )) || '/bill_of_ladings/' || url_encode(t."number") || '/holds/' || y.id || '.json')) ) ORDER BY y.id), '[]'::json)
      FROM hold_types y
      WHERE y.organization_id = t."organization_id" AND y.applies_to = 'bill_of_lading' AND NOT EXISTS (
        SELECT
        FROM bill_of_lading_holds h
        WHERE h.organization_id = y.organization_id AND h.bill_of_lading_id = t."id" AND h.hold_type_id = y.id AND (h.lifted_at IS NULL OR h.lifted_until <= now())
      )
    ) AS "applicable_holds"
  ) f
)
FROM bill_of_ladings t
