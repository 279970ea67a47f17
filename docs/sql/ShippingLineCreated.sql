SELECT (
  SELECT json_object_agg(e.key, e.value)
  FROM json_each((
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
      t."dock_receipt_email" AS "dock_receipt_email",
      (
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
      ) AS "parent"
    ) f
  )) e
  WHERE e.value::text <> 'null' OR e.key NOT IN ('parent')
)
FROM shipping_lines t
