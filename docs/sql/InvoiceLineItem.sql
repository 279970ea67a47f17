SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."description" AS "description",
    trim_scale(t."quantity"::numeric) AS "quantity",
    t."currency" AS "currency",
    (to_char(t."amount", 'FM999999999990.009999')) AS "amount",
    (round(t."total", 2)::text) AS "total",
    t."billed_by" AS "billed_by",
    t."billed_per" AS "billed_per",
    t."item" AS "item",
    t."tariff_general_ledger_id" AS "tariff_general_ledger_id",
    t."tariff_name" AS "tariff_name",
    ((
      SELECT t_container."number"
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    )) AS "container",
    ((
      SELECT t_charge_code."code"
      FROM charge_codes t_charge_code
      WHERE t."organization_id" = t_charge_code."organization_id" AND t."charge_code_id" = t_charge_code."id"
    )) AS "charge_code",
    ((
      SELECT t_tax."code"
      FROM taxes t_tax
      WHERE t."organization_id" = t_tax."organization_id" AND t."tax_id" = t_tax."id"
    )) AS "tax",
    (to_char(t."tax_percent", 'FM999999999990.009999')) AS "tax_percent",
    t."period_from"::text AS "period_from",
    t."period_until"::text AS "period_until"
  ) f
)
FROM invoice_lines t
