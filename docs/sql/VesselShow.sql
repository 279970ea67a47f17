SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."name" AS "name",
        t."call_sign" AS "call_sign",
        t."imo_number" AS "imo_number",
        t."vessel_type" AS "vessel_type",
        (trim_scale(t."loa")::text) AS "loa",
        trim_scale(t."woa"::numeric) AS "woa",
        trim_scale(t."gross_tonnage"::numeric) AS "gross_tonnage",
        trim_scale(t."net_tonnage"::numeric) AS "net_tonnage",
        t."teu_capacity" AS "teu_capacity",
        t."country_code" AS "country_code",
        t."scac" AS "scac",
        t."agent_name" AS "agent_name",
        trim_scale(t."max_draught"::numeric) AS "max_draught",
        t."has_cranes" AS "has_cranes",
        t."number_of_bays" AS "number_of_bays",
        t."number_of_rows" AS "number_of_rows",
        t."number_of_tiers_below" AS "number_of_tiers_below",
        t."above_deck_first_tier" AS "above_deck_first_tier",
        t."number_of_tiers_above" AS "number_of_tiers_above",
        compact_json(t."bay_groups") AS "bay_groups",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT (
              SELECT row_to_json(o)
              FROM (
                SELECT 'GET' AS "method",
                :base || '/api/v1/vessels/' || url_encode(t."name") || '.json' AS "url"
              ) o
            ) AS "show",
            (
              SELECT row_to_json(o)
              FROM (
                SELECT 'PUT' AS "method",
                :base || '/api/v1/vessels/' || t."id" || '.json' AS "url"
              ) o
            ) AS "update"
          ) o
        ) AS "actions",
        (trim_scale(t."loa")::text) AS "length_overall"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"last_voyage":' || nullif(to_json((
  SELECT (
    SELECT row_to_json(o)
    FROM (
      SELECT v.number AS "number",
      (
        SELECT p.name
        FROM pilots p
        WHERE p.organization_id = v.organization_id AND p.id = v.arrival_pilot_id
      ) AS "pilot_name",
      coalesce(v.arrival_number_of_tug_boats, 0) + coalesce(v.departure_number_of_tug_boats, 0) AS "number_of_tug_boats",
      to_char(v.estimated_time_of_anchorage AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "estimated_time_of_anchorage",
      to_char(v.actual_time_of_anchorage AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_anchorage",
      to_char(v.actual_time_of_pilot_boarded AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_pilot_boarded",
      to_char(v.actual_time_of_berth AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_berth",
      to_char(v.actual_time_of_customs_clearance AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_customs_clearance",
      to_char(v.actual_time_of_departure AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_departure",
      v.closing_comments AS "closing_comments",
      trim_scale(round(3600 * nullif(crane_moves(v.organization_id, v.id), 0) / nullif(greatest(extract(epoch FROM coalesce(v.at_berth_departure, v.actual_time_of_departure) - v.actual_time_of_berth), 0), 0), 2)) AS "productivity"
    ) o
  )
  FROM voyages v
  WHERE v.organization_id = t."organization_id" AND v.vessel_id = t."id" AND v.actual_time_of_departure BETWEEN now() - interval '30 days' AND now()
  ORDER BY v.actual_time_of_departure DESC,
  v.id DESC
  LIMIT 1
))::text, 'null')) || '}')::json
FROM vessels t
