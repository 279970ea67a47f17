SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."client_identifier" AS "client_identifier",
    (t_voyage."number") AS "voyage_number",
    t."shipping_line_voyage_number" AS "shipping_line_voyage_number",
    t."sailing_date"::text AS "sailing_date",
    ((coalesce(t_voyage."actual_time_of_berth", t_voyage."et_of_berth", t_voyage."estimated_time_of_anchorage") AT TIME ZONE t_organization."time_zone")::date)::text AS "arrival_date",
    ((coalesce(t_voyage."actual_time_of_departure", t_voyage."estimated_time_of_departure") AT TIME ZONE t_organization."time_zone")::date)::text AS "departure_date",
    t."remarks" AS "remarks",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_shipping_line."code" AS "code",
          t_shipping_line."name" AS "name",
          t_shipping_line."synonyms" AS "synonyms",
          t_shipping_line."carrier_type" AS "carrier_type",
          coalesce((
            SELECT (
              SELECT row_to_json(f)
              FROM (
                SELECT t_shipping_line_agent."name" AS "name"
              ) f
            )
            FROM agents t_shipping_line_agent
            WHERE t_shipping_line."organization_id" = t_shipping_line_agent."organization_id" AND t_shipping_line."agent_id" = t_shipping_line_agent."id"
          ), '{"name":null}'::json) AS "agent"
        ) f
      )
      FROM shipping_lines t_shipping_line
      WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
    ), '{"code":null,"name":null,"synonyms":null,"carrier_type":null,"agent":{"name":null}}'::json) AS "shipping_line",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_voyage."number" AS "number"
        ) f
      )
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ), '{"number":null}'::json) AS "voyage"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN voyages t_voyage ON t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    LEFT
    JOIN organizations t_organization ON t."organization_id" = t_organization."id"
  ) f
)
FROM manifests t
