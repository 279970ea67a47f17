SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
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
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT t."channel_id" AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "channel",
    t."file_name" AS "file_name",
    t."control_reference" AS "control_reference",
    t."sender" AS "sender",
    t."recipient" AS "recipient",
    to_char(t."prepared_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "prepared_at",
    t."character_set" AS "character_set",
    t."syntax_version" AS "syntax_version",
    t."test" AS "test",
    t."status" AS "status",
    t."size" AS "size",
    t."sha256" AS "sha256",
    compact_json(t."errors") AS "errors",
    compact_json(t."warnings") AS "warnings",
    t."messages_count" AS "messages_count",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT t."duplicate_of_id" AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "duplicate_of",
    CASE WHEN t."acknowledgement_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."acknowledgement_id" AS "id",
        (
          SELECT t_acknowledgement."status"
          FROM edi_interchanges t_acknowledgement
          WHERE t."organization_id" = t_acknowledgement."organization_id" AND t."acknowledgement_id" = t_acknowledgement."id"
        ) AS "status",
        to_char(t."acknowledged_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "at"
      ) o
    ) END AS "acknowledgement",
    t."overdue" AS "overdue",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."read_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "read_at",
    to_char(t."sent_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "sent_at",
    t."tries" AS "tries",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_user."id" AS "id",
          (coalesce(nullif(concat_ws(' ', t_user."firstname", t_user."lastname"), ''), t_user."email")) AS "name"
        ) f
      )
      FROM users t_user
      WHERE t."organization_id" = t_user."organization_id" AND t."user_id" = t_user."id"
    ) AS "user",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/edi_interchanges/' || t."id" AS "url"
          ) o
        ) AS "show",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/edi_interchanges/' || t."id" || '/raw' AS "url"
          ) o
        ) AS "raw",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/edi_messages?edi_interchange=' || t."id" AS "url"
          ) o
        ) AS "messages"
      ) o
    ) AS "actions",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_interchanges t
