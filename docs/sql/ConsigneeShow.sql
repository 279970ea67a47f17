SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."address" AS "address",
    t."contact_person" AS "contact_person",
    t."phone" AS "phone",
    t."email" AS "email",
    t."customs_code" AS "customs_code",
    t."vat_number" AS "vat_number",
    t."general_ledger_id" AS "general_ledger_id",
    t."billing_contact_name" AS "billing_contact_name",
    t."billing_contact_email" AS "billing_contact_email"
  ) f
)
FROM consignees t
