SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."status" AS "status",
    ((
      SELECT t_vessel."name"
      FROM vessels t_vessel
      WHERE t."organization_id" = t_vessel."organization_id" AND t."vessel_id" = t_vessel."id"
    ) || ' - ' || t."number") AS "display_name",
    t."closing_comments" AS "closing_comments",
    t."tax_date"::text AS "tax_date",
    t."time_labour_ashore" AS "time_labour_ashore",
    t."time_labour_onboard" AS "time_labour_onboard",
    (coalesce(t."arrival_number_of_tug_boats", 0) + coalesce(t."departure_number_of_tug_boats", 0)) AS "number_of_tug_boats",
    t."arrival_number_of_tug_boats" AS "arrival_number_of_tug_boats",
    t."departure_number_of_tug_boats" AS "departure_number_of_tug_boats",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at",
    to_char(t."estimated_time_of_anchorage" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "estimated_time_of_anchorage",
    to_char(t."actual_time_of_anchorage" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_anchorage",
    to_char(t."actual_time_of_pilot_boarded" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_pilot_boarded",
    to_char(t."actual_time_of_berth" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_berth",
    to_char(t."actual_time_of_customs_clearance" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_customs_clearance",
    to_char(t."actual_time_of_departure" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_departure",
    to_char(t."actual_time_of_departure_pilot_boarded" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "actual_time_of_departure_pilot_boarded",
    to_char(t."estimated_time_of_departure" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "estimated_time_of_departure",
    to_char(t."receiving_cut_off_time" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "receiving_cut_off_time",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_agent."name"
          FROM agents t_agent
          WHERE t."organization_id" = t_agent."organization_id" AND t."agent_id" = t_agent."id"
        ) AS "name"
      ) o
    ) AS "agent",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_stevedoring_company."name"
          FROM stevedoring_companies t_stevedoring_company
          WHERE t."organization_id" = t_stevedoring_company."organization_id" AND t."stevedoring_company_id" = t_stevedoring_company."id"
        ) AS "name"
      ) o
    ) AS "stevedoring_company",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT t."captain" AS "name"
      ) o
    ) AS "captain",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_assigned_berth_area."name"
          FROM berth_areas t_assigned_berth_area
          WHERE t."organization_id" = t_assigned_berth_area."organization_id" AND t."assigned_berth_area_id" = t_assigned_berth_area."id"
        ) AS "name"
      ) o
    ) AS "assigned_berth_area",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_assigned_yard_area."name"
          FROM yard_areas t_assigned_yard_area
          WHERE t."organization_id" = t_assigned_yard_area."organization_id" AND t."assigned_yard_area_id" = t_assigned_yard_area."id"
        ) AS "name"
      ) o
    ) AS "assigned_yard_area",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT coalesce(t_destination_terminal."name", (
          SELECT t_destination_berth_area_terminal."name"
          FROM terminals t_destination_berth_area_terminal
          WHERE t_destination_berth_area."organization_id" = t_destination_berth_area_terminal."organization_id" AND t_destination_berth_area."terminal_id" = t_destination_berth_area_terminal."id"
        )) AS "name"
      ) o
    ) AS "discharge_terminal",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_arrival_pilot."name"
          FROM pilots t_arrival_pilot
          WHERE t."organization_id" = t_arrival_pilot."organization_id" AND t."arrival_pilot_id" = t_arrival_pilot."id"
        ) AS "name"
      ) o
    ) AS "arrival_pilot",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT t_departure_pilot."name"
          FROM pilots t_departure_pilot
          WHERE t."organization_id" = t_departure_pilot."organization_id" AND t."departure_pilot_id" = t_departure_pilot."id"
        ) AS "name"
      ) o
    ) AS "departure_pilot",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT ((
            SELECT t_stevedoring_supervisors_supervisor."name"
            FROM stevedoring_supervisors t_stevedoring_supervisors_supervisor
            WHERE t_stevedoring_supervisors."organization_id" = t_stevedoring_supervisors_supervisor."organization_id" AND t_stevedoring_supervisors."supervisor_id" = t_stevedoring_supervisors_supervisor."id"
          )) AS "name"
        ) f
      ) ORDER BY t_stevedoring_supervisors."id")), '[]'::json)
      FROM voyage_supervisors t_stevedoring_supervisors
      WHERE t_stevedoring_supervisors."organization_id" = t."organization_id" AND t_stevedoring_supervisors."voyage_id" = t."id"
    ) AS "stevedoring_supervisors",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_last_port_of_call."name" AS "name",
          t_last_port_of_call."locode" AS "locode"
        ) f
      )
      FROM ports t_last_port_of_call
      WHERE t."organization_id" = t_last_port_of_call."organization_id" AND t."last_port_of_call_id" = t_last_port_of_call."id"
    ), '{"name":null,"locode":null}'::json) AS "last_port_of_call",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_next_port_of_call."name" AS "name",
          t_next_port_of_call."locode" AS "locode"
        ) f
      )
      FROM ports t_next_port_of_call
      WHERE t."organization_id" = t_next_port_of_call."organization_id" AND t."next_port_of_call_id" = t_next_port_of_call."id"
    ), '{"name":null,"locode":null}'::json) AS "next_port_of_call",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_vessel."name" AS "name",
          t_vessel."imo_number" AS "imo",
          t_vessel."call_sign" AS "call_sign",
          t_vessel."vessel_type" AS "vessel_type",
          (trim_scale(t_vessel."loa")::text) AS "loa",
          t_vessel."country_code" AS "flag",
          trim_scale(t_vessel."gross_tonnage"::numeric) AS "gross_tonnage",
          trim_scale(t_vessel."net_tonnage"::numeric) AS "net_tonnage"
        ) f
      )
      FROM vessels t_vessel
      WHERE t."organization_id" = t_vessel."organization_id" AND t."vessel_id" = t_vessel."id"
    ), '{"name":null,"imo":null,"call_sign":null,"vessel_type":null,"loa":null,"flag":null,"gross_tonnage":null,"net_tonnage":null}'::json) AS "vessel",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT d.label AS "label",
          t."flex_fields" -> d.canonical_name AS "value"
        ) o
      ) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'voyage'
    ) AS "flex_fields",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT coalesce(t_destination_terminal."name", t_destination_berth_area."name", (
          SELECT t_destination_port."name"
          FROM ports t_destination_port
          WHERE t."organization_id" = t_destination_port."organization_id" AND t."destination_port_id" = t_destination_port."id"
        )) AS "name"
      ) o
    ) AS "discharge_destination",
    to_char(t."et_of_berth" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "et_of_berth",
    t."cancelled" AS "cancelled",
    ((t."actual_time_of_berth" IS NOT NULL AND t."actual_time_of_departure" IS NULL AND NOT t."cancelled")) AS "in_port"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN terminals t_destination_terminal ON t."organization_id" = t_destination_terminal."organization_id" AND t."destination_terminal_id" = t_destination_terminal."id"
    LEFT
    JOIN berth_areas t_destination_berth_area ON t."organization_id" = t_destination_berth_area."organization_id" AND t."destination_berth_area_id" = t_destination_berth_area."id"
  ) f
)
FROM voyages t
