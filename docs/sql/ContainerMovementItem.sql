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
    t."from_tier" AS "from_tier",
    t."to_tier" AS "to_tier",
    to_char(t."moved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "moved_at",
    t."reason" AS "reason",
    t."truck_visit_id" AS "truck_visit_id",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT t."truck_visit_id" AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "truck_visit",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (
          SELECT t_voyage."number"
          FROM voyages t_voyage
          WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
        ) AS "number"
      ) o
    ) END AS "voyage",
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
FROM container_movements t
