SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."client_identifier" AS "client_identifier",
    ((
      SELECT t_voyage."number"
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    )) AS "voyage_number",
    t."shipping_line_voyage_number" AS "shipping_line_voyage_number",
    t."sailing_date"::text AS "sailing_date",
    ((coalesce((
      SELECT t_voyage."actual_time_of_berth"
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ), (
      SELECT t_voyage."et_of_berth"
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ), (
      SELECT t_voyage."estimated_time_of_anchorage"
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    )) AT TIME ZONE (
      SELECT t_organization."time_zone"
      FROM organizations t_organization
      WHERE t."organization_id" = t_organization."id"
    ))::date)::text AS "arrival_date",
    ((coalesce((
      SELECT t_voyage."actual_time_of_departure"
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ), (
      SELECT t_voyage."estimated_time_of_departure"
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    )) AT TIME ZONE (
      SELECT t_organization."time_zone"
      FROM organizations t_organization
      WHERE t."organization_id" = t_organization."id"
    ))::date)::text AS "departure_date",
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
  ) f
)
FROM manifests t
