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
))::text, 'null'), (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT (
          SELECT (
            SELECT row_to_json(f)
            FROM (
              SELECT t_edi_settings."id" AS "id",
              (
                SELECT (
                  SELECT row_to_json(f)
                  FROM (
                    SELECT t_edi_settings_edi_partner."id" AS "id",
                    t_edi_settings_edi_partner."name" AS "name",
                    (nullif(t_edi_settings_edi_partner."edi_id", '')) AS "edi_id"
                  ) f
                )
                FROM edi_partners t_edi_settings_edi_partner
                WHERE t_edi_settings."organization_id" = t_edi_settings_edi_partner."organization_id" AND t_edi_settings."edi_partner_id" = t_edi_settings_edi_partner."id"
              ) AS "edi_partner",
              t_edi_settings."name" AS "name",
              t_edi_settings."entity_edi_id" AS "entity_edi_id",
              t_edi_settings."communication_mode" AS "communication_mode",
              t_edi_settings."time_zone" AS "time_zone",
              t_edi_settings."default_sender_id" AS "default_sender_id",
              t_edi_settings."sender_edi_id" AS "sender_edi_id",
              t_edi_settings."edi_carrier_id" AS "edi_carrier_id",
              t_edi_settings."edi_standard" AS "edi_standard"
            ) f
          )
          FROM edi_settings t_edi_settings
          WHERE t_edi_settings."organization_id" = t."organization_id" AND t_edi_settings."shipping_line_id" = t."id"
        ) AS "edi_settings"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
)) || '}')::json
FROM shipping_lines t
