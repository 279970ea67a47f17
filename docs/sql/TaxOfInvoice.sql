SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT ((
      SELECT t_tax."code"
      FROM taxes t_tax
      WHERE t."organization_id" = t_tax."organization_id" AND t."tax_id" = t_tax."id"
    )) AS "tax",
    (to_char(t."percent", 'FM999999999990.009999')) AS "percent",
    (round(t."base", 2)::text) AS "base",
    (round(t."amount", 2)::text) AS "amount"
  ) f
)
FROM invoice_taxes t
