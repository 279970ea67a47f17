SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    CASE WHEN t."partner_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."partner_id" AS "id",
        (
          SELECT t_partner."name"
          FROM edi_partners t_partner
          WHERE t."organization_id" = t_partner."organization_id" AND t."partner_id" = t_partner."id"
        ) AS "name"
      ) o
    ) END AS "partner",
    t."direction" AS "direction",
    t."message" AS "message",
    t."directory" AS "directory",
    t."association" AS "association",
    (
      SELECT coalesce(array_to_json(array_agg(l.code ORDER BY f.id)), '[]'::json)
      FROM edi_flow_lines f
      JOIN shipping_lines l ON l.organization_id = f.organization_id AND l.id = f.shipping_line_id
      WHERE f.organization_id = t."organization_id" AND f.edi_flow_id = t."id"
    ) AS "shipping_lines",
    t."all_lines" AS "all_lines",
    t."active" AS "active",
    t."apply" AS "apply",
    t."original_replaces" AS "original_replaces",
    t."every_minutes" AS "every_minutes",
    t."per_message" AS "per_message",
    t."at_tally_close" AS "at_tally_close",
    t."document_prefix" AS "document_prefix",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_flows t
