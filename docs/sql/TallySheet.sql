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
      SELECT coalesce(json_agg(w.crane ORDER BY w.first), '[]'::json)
      FROM (
        SELECT min(m.id) AS first,
        json_build_object('crane', m.crane, 'tally', coalesce(json_agg(json_build_object('number', c.number, 'status', coalesce(m.status, s.container_status), 'usage', s.usage, 'delivery_type', m.delivery_type, 'arrival_type', m.arrival_type, 'size', y.size, 'is_high_cube', y.is_high_cube, 'is_reefer', y.is_reefer, 'container_type', json_build_object('code', y.code, 'description', y.description, 'iso_type_code', y.iso_type_code)) ORDER BY m.id) FILTER (WHERE m.kind = 'tally'), '[]'::json), 'shifted_cargo', coalesce(json_agg(json_build_object('number', c.number, 'restow', m.restow, 'size', y.size, 'is_high_cube', y.is_high_cube, 'is_reefer', y.is_reefer, 'container_type', json_build_object('code', y.code, 'description', y.description, 'iso_type_code', y.iso_type_code)) ORDER BY m.id) FILTER (WHERE m.kind = 'shift'), '[]'::json), 'special_lifts', coalesce(json_agg(CASE WHEN m.lift_type = 'multiple' THEN json_build_object('lift_type', m.lift_type, 'lifted_at', to_char(m.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'containers', to_json(m.containers)) ELSE json_build_object('lift_type', m.lift_type, 'lifted_at', to_char(m.lifted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) END ORDER BY m.id) FILTER (WHERE m.kind = 'special_lift'), '[]'::json)) AS crane
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
