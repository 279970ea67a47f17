SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    ((
      SELECT t_voyage_event_type."name"
      FROM voyage_event_types t_voyage_event_type
      WHERE t."organization_id" = t_voyage_event_type."organization_id" AND t."voyage_event_type_id" = t_voyage_event_type."id"
    )) AS "event_name",
    t."voyage_event_type_id" AS "event_type_id",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
    to_char(t."started_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "started_at",
    to_char(t."completed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "completed_at",
    t."custom_value" AS "custom_value",
    CASE WHEN t."service_boat_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."service_boat_id" AS "id",
        (
          SELECT t_service_boat."name"
          FROM service_boats t_service_boat
          WHERE t."organization_id" = t_service_boat."organization_id" AND t."service_boat_id" = t_service_boat."id"
        ) AS "name"
      ) o
    ) END AS "service_boat",
    CASE WHEN t."pilot_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."pilot_id" AS "id",
        (
          SELECT t_pilot."name"
          FROM pilots t_pilot
          WHERE t."organization_id" = t_pilot."organization_id" AND t."pilot_id" = t_pilot."id"
        ) AS "name"
      ) o
    ) END AS "pilot",
    CASE WHEN t."from_berth_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."from_berth_id" AS "id",
        (
          SELECT t_from_berth."name"
          FROM berth_areas t_from_berth
          WHERE t."organization_id" = t_from_berth."organization_id" AND t."from_berth_id" = t_from_berth."id"
        ) AS "name"
      ) o
    ) END AS "from_berth",
    CASE WHEN t."to_berth_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."to_berth_id" AS "id",
        (
          SELECT t_to_berth."name"
          FROM berth_areas t_to_berth
          WHERE t."organization_id" = t_to_berth."organization_id" AND t."to_berth_id" = t_to_berth."id"
        ) AS "name"
      ) o
    ) END AS "to_berth",
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
    t."notes" AS "notes",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT d.label AS "label",
          t."flex_fields" -> d.canonical_name AS "value"
        ) o
      ) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'voyage_event'
    ) AS "flex_fields"
  ) f
)
FROM voyage_events t
