SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    t."address" AS "address",
    t."general_ledger_id" AS "general_ledger_id",
    t."email" AS "email",
    t."contact_person" AS "contact_person",
    t."phone" AS "phone"
  ) f
)
FROM shipping_lines t
