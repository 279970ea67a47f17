SELECT (
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
    ) AS "actions"
  ) f
)
FROM vessels t
