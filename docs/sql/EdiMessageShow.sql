SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    CASE WHEN t."edi_interchange_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."edi_interchange_id" AS "id",
        (
          SELECT t_edi_interchange."control_reference"
          FROM edi_interchanges t_edi_interchange
          WHERE t."organization_id" = t_edi_interchange."organization_id" AND t."edi_interchange_id" = t_edi_interchange."id"
        ) AS "control_reference"
      ) o
    ) END AS "edi_interchange",
    t."direction" AS "direction",
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
    CASE WHEN t."flow_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."flow_id" AS "id",
        (
          SELECT t_flow."name"
          FROM edi_flows t_flow
          WHERE t."organization_id" = t_flow."organization_id" AND t."flow_id" = t_flow."id"
        ) AS "name"
      ) o
    ) END AS "flow",
    t."message" AS "message",
    t."directory" AS "directory",
    t."association" AS "association",
    t."reference" AS "reference",
    t."document_number" AS "document_number",
    t."function" AS "function",
    to_char(t."document_date" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "document_date",
    t."subject" AS "subject",
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
    t."status" AS "status",
    t."containers_count" AS "containers_count",
    compact_json(t."errors") AS "errors",
    t."errors_count" AS "errors_count",
    compact_json(t."warnings") AS "warnings",
    t."warnings_count" AS "warnings_count",
    compact_json(t."changes") AS "changes",
    to_char(t."previewed_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "previewed_at",
    to_char(t."applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "applied_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_applied_by."id" AS "id",
          (coalesce(nullif(concat_ws(' ', t_applied_by."firstname", t_applied_by."lastname"), ''), t_applied_by."email")) AS "name"
        ) f
      )
      FROM users t_applied_by
      WHERE t."organization_id" = t_applied_by."organization_id" AND t."applied_by_id" = t_applied_by."id"
    ) AS "applied_by",
    t."dismiss_reason" AS "dismiss_reason",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT t."replaces_id" AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "replaces",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT t."replaced_by_id" AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "replaced_by",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/edi_messages/' || t."id" AS "url"
          ) o
        ) AS "show",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/edi_messages/' || t."id" || '/records' AS "url"
          ) o
        ) AS "records",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/edi_interchanges/' || t."edi_interchange_id" AS "url"
          ) o
        ) AS "edi_interchange"
      ) o
    ) AS "actions",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_messages t
