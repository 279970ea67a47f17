SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."movement_type" AS "movement_type",
    t."from" AS "from",
    t."to" AS "to",
    CASE WHEN t."from_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."from_location_type" AS "type",
        t."from_location_id" AS "id",
        location_name(t."organization_id", t."from_location_type", t."from_location_id") AS "name"
      ) o
    ) END AS "from_location",
    CASE WHEN t."to_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."to_location_type" AS "type",
        t."to_location_id" AS "id",
        location_name(t."organization_id", t."to_location_type", t."to_location_id") AS "name"
      ) o
    ) END AS "to_location",
    to_char(t."moved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "moved_at",
    t."reason" AS "reason",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_user."id" AS "id",
          (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name"
        ) f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user"
  ) f
)
FROM cargo_movements t
