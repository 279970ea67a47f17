SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_edi_partner."id" AS "id",
          t_edi_partner."name" AS "name",
          (nullif(t_edi_partner."edi_id", '')) AS "edi_id"
        ) f
      )
      FROM edi_partners t_edi_partner
      WHERE t."organization_id" = t_edi_partner."organization_id" AND t."edi_partner_id" = t_edi_partner."id"
    ) AS "edi_partner",
    t."name" AS "name",
    t."entity_edi_id" AS "entity_edi_id",
    t."communication_mode" AS "communication_mode",
    t."time_zone" AS "time_zone",
    t."default_sender_id" AS "default_sender_id",
    t."sender_edi_id" AS "sender_edi_id",
    t."edi_carrier_id" AS "edi_carrier_id",
    t."edi_standard" AS "edi_standard"
  ) f
)
FROM edi_settings t
