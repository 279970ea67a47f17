SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."code" AS "code",
    t."name" AS "name",
    t."synonyms" AS "synonyms",
    t."carrier_type" AS "carrier_type",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_agent."name" AS "name"
        ) f
      )
      FROM agents t_agent
      WHERE t."organization_id" = t_agent."organization_id" AND t."agent_id" = t_agent."id"
    ), '{"name":null}'::json) AS "agent"
  ) f
)
FROM shipping_lines t
