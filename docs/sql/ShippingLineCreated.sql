SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."code" AS "code",
        t."name" AS "name",
        t."synonyms" AS "synonyms",
        t."carrier_type" AS "carrier_type",
        t."address" AS "address",
        t."empty_container_storage_teu_quota" AS "empty_container_storage_teu_quota",
        t."email" AS "email",
        t."contact_person" AS "contact_person",
        t."phone" AS "phone",
        t."receive_email_alerts_on_container_damages" AS "receive_email_alerts_on_container_damages",
        t."vat_number" AS "vat_number",
        t."general_ledger_id" AS "general_ledger_id",
        t."dock_receipt_email" AS "dock_receipt_email"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"parent":' || nullif(to_json((
  SELECT (
    SELECT row_to_json(f)
    FROM (
      SELECT t_parent."id" AS "id",
      t_parent."code" AS "code",
      t_parent."name" AS "name",
      t_parent."synonyms" AS "synonyms",
      t_parent."carrier_type" AS "carrier_type"
    ) f
  )
  FROM shipping_lines t_parent
  WHERE t."organization_id" = t_parent."organization_id" AND t."parent_id" = t_parent."id"
))::text, 'null')) || '}')::json
FROM shipping_lines t
