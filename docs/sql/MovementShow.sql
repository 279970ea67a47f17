SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."movement_type" AS "movement_type",
    t."from" AS "from",
    t."to" AS "to",
    t."from_tier" AS "from_tier",
    t."to_tier" AS "to_tier",
    to_char(t."moved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "moved_at",
    t."reason" AS "reason",
    t."truck_visit_id" AS "truck_visit_id",
    CASE WHEN t."voyage_id" IS NOT NULL THEN json_build_object('id', t."voyage_id", 'number', (
      SELECT t_voyage."number"
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    )) END AS "voyage",
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
    ) AS "user",
    CASE WHEN t."container_id" IS NOT NULL THEN json_build_object('id', t."container_id", 'number', (
      SELECT t_container."number"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) END AS "container",
    CASE WHEN t."stay_id" IS NOT NULL THEN json_build_object('id', t."stay_id", 'number', t_stay."number", 'status', t_stay."status") END AS "stay"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN container_stays t_stay ON t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
  ) f
)
FROM container_movements t
