SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."email" AS "email",
    t."firstname" AS "firstname",
    t."lastname" AS "lastname",
    t."active" AS "active",
    t."kind" AS "kind",
    to_char((
      SELECT max(k.last_used_at)
      FROM tokens k
      WHERE k.organization_id = t."organization_id" AND k.user_id = t."id"
    ) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_seen_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM users t
