SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."address" AS "address",
    t."email" AS "email",
    t."contact_person" AS "contact_person",
    t."phone" AS "phone",
    t."general_ledger_id" AS "general_ledger_id",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM exporters t
