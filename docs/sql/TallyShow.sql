SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (initcap(t."tally_type") || ' ' || t_voyage."number") AS "name",
    t."tally_type" AS "tally_type",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        t_voyage."number" AS "number"
      ) o
    ) END AS "voyage",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT coalesce(nullif(concat_ws(' ', t_created_by."firstname", t_created_by."lastname"), ''), t_created_by."email") AS "name"
      ) o
    ) AS "created_by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    t."handsets" AS "handsets",
    (coalesce(nullif(concat_ws(' ', t_closed_by."firstname", t_closed_by."lastname"), ''), t_closed_by."email")) AS "closed_by",
    to_char(t."closed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "closed_at",
    t."short" AS "short",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN voyages t_voyage ON t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    LEFT
    JOIN users t_created_by ON t."organization_id" = t_created_by."organization_id" AND t."created_by_id" = t_created_by."id"
    LEFT
    JOIN users t_closed_by ON t."organization_id" = t_closed_by."organization_id" AND t."closed_by_id" = t_closed_by."id"
  ) f
)
FROM tallies t
