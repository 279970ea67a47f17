SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."email" AS "email",
    t."address" AS "address",
    t."vat_number" AS "vat_number",
    t."general_ledger_id" AS "general_ledger_id",
    t."contact_person" AS "contact_person",
    t."phone" AS "phone",
    t."active" AS "active",
    t."listed" AS "listed",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM freight_forwarders t
