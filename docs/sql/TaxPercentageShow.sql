SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT (to_char(t."percent", 'FM999999999990.009999')) AS "percent",
    t."valid_from"::text AS "valid_from"
  ) f
)
FROM tax_percentages t
