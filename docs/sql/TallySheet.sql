SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_voyage."number" AS "number"
        ) f
      )
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ), '{"number":null}'::json) AS "voyage",
    t."tally_type" AS "tally_type",
    t."handsets" AS "handsets",
    (coalesce(nullif(concat_ws(' ', t_closed_by."firstname", t_closed_by."lastname"), ''), t_closed_by."email")) AS "closed_by",
    to_char(t."closed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "closed_at",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT w.crane AS "crane",
          w.tally AS "tally",
          w.shifted_cargo AS "shifted_cargo",
          w.special_lifts AS "special_lifts"
        ) o
      ) ORDER BY w.first)), '[]'::json)
      FROM (
        SELECT m.crane,
        coalesce(array_to_json(array_agg((
          SELECT row_to_json(o)
          FROM (
            SELECT c.number AS "number",
            coalesce(m.status, s.container_status) AS "status",
            s.usage AS "usage",
            m.delivery_type AS "delivery_type",
            m.arrival_type AS "arrival_type",
            y.size AS "size",
            y.is_high_cube AS "is_high_cube",
            y.is_reefer AS "is_reefer",
            (
              SELECT row_to_json(o)
              FROM (
                SELECT y.code AS "code",
                y.description AS "description",
                y.iso_type_code AS "iso_type_code"
              ) o
            ) AS "container_type"
          ) o
        ) ORDER BY m.id) FILTER (WHERE m.kind = 'tally')), '[]'::json) AS tally,
        coalesce(array_to_json(array_agg((
          SELECT row_to_json(o)
          FROM (
            SELECT c.number AS "number",
            m.restow AS "restow",
            y.size AS "size",
            y.is_high_cube AS "is_high_cube",
            y.is_reefer AS "is_reefer",
            (
              SELECT row_to_json(o)
              FROM (
                SELECT y.code AS "code",
                y.description AS "description",
                y.iso_type_code AS "iso_type_code"
              ) o
            ) AS "container_type"
          ) o
        ) ORDER BY m.id) FILTER (WHERE m.kind = 'shift')), '[]'::json) AS shifted_cargo,
        coalesce(array_to_json(array_agg(CASE WHEN m.lift_type = 'multiple' THEN (
          SELECT row_to_json(o)
          FROM (
            SELECT m.lift_type AS "lift_type",
            to_char(m.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at",
            m.containers AS "containers"
          ) o
        ) ELSE (
          SELECT row_to_json(o)
          FROM (
            SELECT m.lift_type AS "lift_type",
            to_char(m.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lifted_at"
          ) o
        ) END ORDER BY m.id) FILTER (WHERE m.kind = 'special_lift')), '[]'::json) AS special_lifts,
        min(m.id) AS first
        FROM tally_moves m
        LEFT
        JOIN containers c ON c.organization_id = m.organization_id AND c.id = m.container_id
        LEFT
        JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
        LEFT
        JOIN container_stays s ON s.organization_id = m.organization_id AND s.id = m.stay_id
        WHERE m.organization_id = t."organization_id" AND m.voyage_id = t."voyage_id" AND m.tally_type = t."tally_type" AND m.undone_at IS NULL AND (m.kind = 'special_lift' OR m.container_id IS NOT NULL)
        GROUP BY m.crane
      ) w
    ) AS "cranes"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN users t_closed_by ON t."organization_id" = t_closed_by."organization_id" AND t."closed_by_id" = t_closed_by."id"
  ) f
)
FROM tallies t
