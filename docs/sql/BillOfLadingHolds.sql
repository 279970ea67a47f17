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
      SELECT coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'description', y.description, 'reference_number', h.reference_number, 'notes', h.notes, 'applied_at', to_char(h.applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'applied_by', (
        SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
        FROM users u
        WHERE u.organization_id = h.organization_id AND u.id = h.applied_by_id
      ), 'lifted_at', to_char(h.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'lifted_until', to_char(h.lifted_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'lifted_by', (
        SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
        FROM users u
        WHERE u.organization_id = h.organization_id AND u.id = h.lifted_by_id
      ), 'actions', json_build_object('lift', json_build_object('method', 'DELETE', 'url', :base || '/api/v1/manifests/' || url_encode(t_manifest."client_identifier") || '/bill_of_ladings/' || url_encode(t."number") || '/holds/' || y.id || '.json')) ) ORDER BY y.id), '[]'::json)
      FROM hold_types y
      LEFT
      JOIN LATERAL (
        SELECT *
        FROM bill_of_lading_holds h
        WHERE h.organization_id = y.organization_id AND h.bill_of_lading_id = t."id" AND h.hold_type_id = y.id
        ORDER BY (lifted_at IS NULL OR lifted_until IS NOT NULL) DESC,
        h.applied_at DESC,
        h.id DESC
        LIMIT 1
      ) h ON true
      WHERE y.organization_id = t."organization_id" AND y.applies_to = 'bill_of_lading' AND (h.id IS NOT NULL AND (h.lifted_at IS NULL OR h.lifted_until <= now())) IS TRUE
    ) AS "unlifted_holds",
    (
      SELECT coalesce(json_agg(json_build_object('id', y.id, 'name', y.name, 'description', y.description, 'reference_number', h.reference_number, 'notes', h.notes, 'applied_at', to_char(h.applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'applied_by', (
        SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
        FROM users u
        WHERE u.organization_id = h.organization_id AND u.id = h.applied_by_id
      ), 'lifted_at', to_char(h.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'lifted_until', to_char(h.lifted_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'lifted_by', (
        SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
        FROM users u
        WHERE u.organization_id = h.organization_id AND u.id = h.lifted_by_id
      ), 'actions', json_build_object('apply', json_build_object('method', 'PUT', 'url', :base || '/api/v1/manifests/' || url_encode(t_manifest."client_identifier") || '/bill_of_ladings/' || url_encode(t."number") || '/holds/' || y.id || '.json')) ) ORDER BY y.id), '[]'::json)
      FROM hold_types y
      LEFT
      JOIN LATERAL (
        SELECT *
        FROM bill_of_lading_holds h
        WHERE h.organization_id = y.organization_id AND h.bill_of_lading_id = t."id" AND h.hold_type_id = y.id
        ORDER BY (lifted_at IS NULL OR lifted_until IS NOT NULL) DESC,
        h.applied_at DESC,
        h.id DESC
        LIMIT 1
      ) h ON true
      WHERE y.organization_id = t."organization_id" AND y.applies_to = 'bill_of_lading' AND (h.id IS NOT NULL AND (h.lifted_at IS NULL OR h.lifted_until <= now())) IS NOT TRUE
    ) AS "applicable_holds"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN manifests t_manifest ON t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
  ) f
)
FROM bill_of_ladings t
