SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."code" AS "code",
    t."name" AS "name",
    t."measure" AS "measure",
    t."cargo" AS "cargo",
    t."lift_type" AS "lift_type",
    t."unit_code" AS "unit_code",
    t."tax_class" AS "tax_class",
    t."payers" AS "payers",
    t."priced_at" AS "priced_at",
    t."release" AS "release",
    t."rate_required" AS "rate_required",
    t."general_ledger_id" AS "general_ledger_id",
    t."active" AS "active",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM charge_codes t
