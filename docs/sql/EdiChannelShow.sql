SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
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
    t."kind" AS "kind",
    t."description" AS "description",
    t."active" AS "active",
    t."host" AS "host",
    t."port" AS "port",
    t."username" AS "username",
    t."host_key" AS "host_key",
    t."in_folder" AS "in_folder",
    t."out_folder" AS "out_folder",
    t."done_folder" AS "done_folder",
    t."poll_seconds" AS "poll_seconds",
    t."file_name" AS "file_name",
    t."legacy_algorithms" AS "legacy_algorithms",
    t."public_key" AS "public_key",
    t."previous_public_key" AS "previous_public_key",
    to_char((
      SELECT s.failing_since
      FROM edi_channel_states s
      WHERE s.organization_id = t."organization_id" AND s.edi_channel_id = t."id"
    ) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "failing_since",
    (
      SELECT s.last_error
      FROM edi_channel_states s
      WHERE s.organization_id = t."organization_id" AND s.edi_channel_id = t."id"
    ) AS "last_error",
    to_char((
      SELECT s.last_worked_at
      FROM edi_channel_states s
      WHERE s.organization_id = t."organization_id" AND s.edi_channel_id = t."id"
    ) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "last_worked_at",
    (coalesce((
      SELECT s.left_files
      FROM edi_channel_states s
      WHERE s.organization_id = t."organization_id" AND s.edi_channel_id = t."id"
    ), '{}')) AS "left_files",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_channels t
