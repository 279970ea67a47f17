SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference" AS "reference",
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
    t."tally_type" AS "tally_type",
    t."crane" AS "crane",
    t."kind" AS "kind",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (
          SELECT t_container."number"
          FROM containers t_container
          WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
        ) AS "number"
      ) o
    ) END AS "container",
    CASE WHEN t."vehicle_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."vehicle_id" AS "id",
        (
          SELECT t_vehicle."vin_number"
          FROM vehicles t_vehicle
          WHERE t."organization_id" = t_vehicle."organization_id" AND t."vehicle_id" = t_vehicle."id"
        ) AS "vin_number"
      ) o
    ) END AS "vehicle",
    CASE WHEN t."breakbulk_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."breakbulk_id" AS "id",
        (
          SELECT t_breakbulk."reference_number"
          FROM breakbulks t_breakbulk
          WHERE t."organization_id" = t_breakbulk."organization_id" AND t."breakbulk_id" = t_breakbulk."id"
        ) AS "reference_number"
      ) o
    ) END AS "breakbulk",
    t."quantity" AS "quantity",
    t."over" AS "over",
    t."restow" AS "restow",
    t."delivery_type" AS "delivery_type",
    t."arrival_type" AS "arrival_type",
    t."status" AS "status",
    t."lift_type" AS "lift_type",
    to_char(t."lifted_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
    t."containers" AS "containers",
    to_char(t."undone_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "undone_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_undone_by."id" AS "id",
          t_undone_by."email" AS "email",
          t_undone_by."firstname" AS "firstname",
          t_undone_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_undone_by."firstname", t_undone_by."lastname"), ''), t_undone_by."email")) AS "name"
        ) f
      )
      FROM users t_undone_by
      WHERE t."organization_id" = t_undone_by."organization_id" AND t."undone_by_id" = t_undone_by."id"
    ) AS "undone_by",
    t."reason" AS "reason",
    t."reason" AS "undo_reason",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM tally_moves t
