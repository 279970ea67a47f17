SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    CASE WHEN t."user_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."user_id" AS "id",
        (
          SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email)
          FROM users u
          WHERE u.organization_id = t."organization_id" AND u.id = t."user_id"
        ) AS "name"
      ) o
    ) END AS "user",
    t."token_id" AS "token_id",
    t."identity_id" AS "identity_id",
    t."client_id" AS "client_id",
    t."request_id" AS "request_id",
    t."operation" AS "operation",
    t."action" AS "action",
    t."record_type" AS "record_type",
    t."record_id" AS "record_id",
    t."record_key" AS "record_key",
    compact_json(t."before") AS "before",
    compact_json(t."after") AS "after"
  ) f
)
FROM audit_entries t
