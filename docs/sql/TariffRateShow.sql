SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."tariff_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."tariff_id" AS "id",
        (
          SELECT t_tariff."name"
          FROM tariffs t_tariff
          WHERE t."organization_id" = t_tariff."organization_id" AND t."tariff_id" = t_tariff."id"
        ) AS "name"
      ) o
    ) END AS "tariff",
    t."position" AS "position",
    CASE WHEN t."charge_code_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."charge_code_id" AS "id",
        (
          SELECT t_charge_code."code"
          FROM charge_codes t_charge_code
          WHERE t."organization_id" = t_charge_code."organization_id" AND t."charge_code_id" = t_charge_code."id"
        ) AS "code"
      ) o
    ) END AS "charge_code",
    t."container_statuses" AS "container_statuses",
    t."usages" AS "usages",
    (t."sizes") AS "sizes",
    ((
      SELECT coalesce(array_to_json(array_agg(o.code ORDER BY l.id)), '[]'::json)
      FROM rate_container_types l
      JOIN container_types o ON o.organization_id = l.organization_id AND o.id = l.container_type_id
      WHERE l.organization_id = t."organization_id" AND l.rate_id = t."id"
    )) AS "container_types",
    t."is_reefer" AS "is_reefer",
    t."operating_reefer" AS "operating_reefer",
    ((
      SELECT coalesce(array_to_json(array_agg(o.code ORDER BY l.id)), '[]'::json)
      FROM rate_shipping_lines l
      JOIN shipping_lines o ON o.organization_id = l.organization_id AND o.id = l.shipping_line_id
      WHERE l.organization_id = t."organization_id" AND l.rate_id = t."id"
    )) AS "shipping_lines",
    ((
      SELECT coalesce(array_to_json(array_agg(o.name ORDER BY l.id)), '[]'::json)
      FROM rate_consignees l
      JOIN consignees o ON o.organization_id = l.organization_id AND o.id = l.consignee_id
      WHERE l.organization_id = t."organization_id" AND l.rate_id = t."id"
    )) AS "consignees",
    ((
      SELECT coalesce(array_to_json(array_agg(o.name ORDER BY l.id)), '[]'::json)
      FROM rate_commodity_types l
      JOIN commodity_types o ON o.organization_id = l.organization_id AND o.id = l.commodity_type_id
      WHERE l.organization_id = t."organization_id" AND l.rate_id = t."id"
    )) AS "commodity_types",
    t."arrived_by" AS "arrived_by",
    t."departed_by" AS "departed_by",
    t."transshipment" AS "transshipment",
    t."working_day" AS "working_day",
    t."event" AS "event",
    compact_json(('{"from": null, "until": null}'::jsonb || t."band")) AS "band",
    t."per" AS "per",
    (to_char(t."amount", 'FM999999999990.009999')) AS "amount",
    compact_json(t."tiers") AS "tiers",
    (to_char(t."minimum", 'FM999999999990.009999')) AS "minimum",
    (to_char(t."maximum", 'FM999999999990.009999')) AS "maximum",
    trim_scale(t."quantity_step"::numeric) AS "quantity_step",
    t."note" AS "note",
    t."counting" AS "counting",
    t."period_hours" AS "period_hours",
    t."first_day" AS "first_day",
    t."last_day" AS "last_day",
    t."day_starts_at" AS "day_starts_at",
    CASE WHEN t."calendar_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."calendar_id" AS "id",
        (
          SELECT t_calendar."name"
          FROM calendars t_calendar
          WHERE t."organization_id" = t_calendar."organization_id" AND t."calendar_id" = t_calendar."id"
        ) AS "name"
      ) o
    ) END AS "calendar",
    t."free_units" AS "free_units",
    t."free_excludes_closed" AS "free_excludes_closed",
    t."charge_excludes_closed" AS "charge_excludes_closed",
    t."free_time" AS "free_time",
    t."tiers_count" AS "tiers_count",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM tariff_rates t
