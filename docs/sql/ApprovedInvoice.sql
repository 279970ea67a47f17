SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    t."general_ledger_id" AS "general_ledger_id",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."invoiced_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "invoiced_at",
    t."approved" AS "approved",
    to_char(t."approved_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "approved_at",
    (coalesce(nullif(concat_ws(' ', t_approved_by."firstname", t_approved_by."lastname"), ''), t_approved_by."email")) AS "approved_by",
    t."paid" AS "paid",
    (round(t."total", 2)::text) AS "total",
    t."document_type" AS "document_type",
    to_char(t."numbered_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "numbered_at",
    t."due_on"::text AS "due_on"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN users t_approved_by ON t."organization_id" = t_approved_by."organization_id" AND t."approved_by_id" = t_approved_by."id"
  ) f
)
FROM invoices t
