SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."edi_flow_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."edi_flow_id" AS "id",
        (
          SELECT t_edi_flow."name"
          FROM edi_flows t_edi_flow
          WHERE t."organization_id" = t_edi_flow."organization_id" AND t."edi_flow_id" = t_edi_flow."id"
        ) AS "name"
      ) o
    ) END AS "edi_flow",
    t."status" AS "status",
    CASE WHEN t."container_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."container_id" AS "id",
        (
          SELECT t_container."number"
          FROM containers t_container
          WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
        ) AS "number"
      ) o
    ) END AS "container",
    t."container_number" AS "container_number",
    t."code" AS "code",
    t."function" AS "function",
    t."short" AS "short",
    t."held" AS "held",
    CASE WHEN t."shipping_line_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."shipping_line_id" AS "id",
        (
          SELECT t_shipping_line."code"
          FROM shipping_lines t_shipping_line
          WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
        ) AS "code"
      ) o
    ) END AS "shipping_line",
    CASE WHEN t."voyage_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."voyage_id" AS "id",
        (
          SELECT t_voyage."number"
          FROM voyages t_voyage
          WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
        ) AS "number"
      ) o
    ) END AS "voyage",
    t."event_id" AS "event_id",
    CASE WHEN t."edi_message_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."edi_message_id" AS "id",
        (
          SELECT t_edi_message."document_number"
          FROM edi_messages t_edi_message
          WHERE t."organization_id" = t_edi_message."organization_id" AND t."edi_message_id" = t_edi_message."id"
        ) AS "document_number"
      ) o
    ) END AS "edi_message",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_items t
