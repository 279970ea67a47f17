SELECT (
  SELECT json_object_agg(e.key, e.value)
  FROM json_each((
    SELECT row_to_json(f)
    FROM (
      SELECT t."id" AS "id",
      t."name" AS "name",
      trim_scale(t."gross_tonnage"::numeric) AS "gross_tonnage",
      t."call_sign" AS "call_sign",
      t."imo_number" AS "imo_number",
      (trim_scale(t."loa")::text) AS "length_overall",
      (
        SELECT json_build_object('number', v.number, 'pilot_name', (
          SELECT p.name
          FROM pilots p
          WHERE p.organization_id = v.organization_id AND p.id = v.arrival_pilot_id
        ), 'number_of_tug_boats', coalesce(v.arrival_number_of_tug_boats, 0) + coalesce(v.departure_number_of_tug_boats, 0), 'estimated_time_of_anchorage', to_char(v.estimated_time_of_anchorage AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actual_time_of_anchorage', to_char(v.actual_time_of_anchorage AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actual_time_of_pilot_boarded', to_char(v.actual_time_of_pilot_boarded AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actual_time_of_berth', to_char(v.actual_time_of_berth AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actual_time_of_customs_clearance', to_char(v.actual_time_of_customs_clearance AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actual_time_of_departure', to_char(v.actual_time_of_departure AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'closing_comments', v.closing_comments, 'productivity', trim_scale(round(3600 * nullif(crane_moves(v.organization_id, v.id), 0) / nullif(greatest(extract(epoch FROM coalesce(v.at_berth_departure, v.actual_time_of_departure) - v.actual_time_of_berth), 0), 0), 2)))
        FROM voyages v
        WHERE v.organization_id = t."organization_id" AND v.vessel_id = t."id" AND v.actual_time_of_departure BETWEEN now() - interval '30 days' AND now()
        ORDER BY v.actual_time_of_departure DESC,
        v.id DESC
        LIMIT 1
      ) AS "last_voyage",
      json_build_object('show', json_build_object('method', 'GET', 'url', :base || '/api/v1/vessels/' || url_encode(t."name") || '.json')) AS "actions"
    ) f
  )) e
  WHERE e.value::text <> 'null' OR e.key NOT IN ('last_voyage')
)
FROM vessels t
