SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (initcap(t."tally_type") || ' ' || (
      SELECT t_voyage."number"
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    )) AS "name",
    t."tally_type" AS "tally_type",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_voyage."number" AS "number"
        ) f
      )
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ), '{"number":null}'::json) AS "voyage",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT coalesce(nullif(concat_ws(' ', t_created_by."firstname", t_created_by."lastname"), ''), t_created_by."email") AS "name"
      ) o
    ) AS "created_by",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN users t_created_by ON t."organization_id" = t_created_by."organization_id" AND t."created_by_id" = t_created_by."id"
  ) f
)
FROM tallies t
