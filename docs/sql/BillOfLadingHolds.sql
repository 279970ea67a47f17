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
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT y.id AS "id",
          y.name AS "name",
          y.description AS "description",
          h.reference_number AS "reference_number",
          h.notes AS "notes",
          to_char(h.applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
          (
            SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
            FROM users u
            WHERE u.organization_id = h.organization_id AND u.id = h.applied_by_id
          ) AS "applied_by",
          to_char(h.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
          to_char(h.lifted_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
          (
            SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
            FROM users u
            WHERE u.organization_id = h.organization_id AND u.id = h.lifted_by_id
          ) AS "lifted_by",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT (
                SELECT row_to_json(o)
                FROM (
                  SELECT 'DELETE' AS "method",
                  :base || '/api/v1/manifests/' || url_encode(t_manifest."client_identifier") || '/bill_of_ladings/' || url_encode(t."number") || '/holds/' || y.id || '.json' AS "url"
                ) o
              ) AS "lift"
            ) o
          ) AS "actions"
        ) o
      ) ORDER BY y.id)), '[]'::json)
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
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT y.id AS "id",
          y.name AS "name",
          y.description AS "description",
          h.reference_number AS "reference_number",
          h.notes AS "notes",
          to_char(h.applied_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
          (
            SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
            FROM users u
            WHERE u.organization_id = h.organization_id AND u.id = h.applied_by_id
          ) AS "applied_by",
          to_char(h.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
          to_char(h.lifted_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_until",
          (
            SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
            FROM users u
            WHERE u.organization_id = h.organization_id AND u.id = h.lifted_by_id
          ) AS "lifted_by",
          (
            SELECT row_to_json(o)
            FROM (
              SELECT (
                SELECT row_to_json(o)
                FROM (
                  SELECT 'PUT' AS "method",
                  :base || '/api/v1/manifests/' || url_encode(t_manifest."client_identifier") || '/bill_of_ladings/' || url_encode(t."number") || '/holds/' || y.id || '.json' AS "url"
                ) o
              ) AS "apply"
            ) o
          ) AS "actions"
        ) o
      ) ORDER BY y.id)), '[]'::json)
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
