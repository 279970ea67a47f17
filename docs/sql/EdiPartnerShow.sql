SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."name" AS "name",
    (nullif(t."edi_id", '')) AS "edi_id",
    t."edi_qualifier" AS "edi_qualifier",
    t."own_edi_id" AS "own_edi_id",
    t."own_qualifier" AS "own_qualifier",
    t."character_set" AS "character_set",
    t."syntax_version" AS "syntax_version",
    t."service_advice" AS "service_advice",
    t."line_breaks" AS "line_breaks",
    t."time_zone" AS "time_zone",
    t."test" AS "test",
    t."answers" AS "answers",
    t."acknowledges" AS "acknowledges",
    t."acknowledge_minutes" AS "acknowledge_minutes",
    t."duplicates" AS "duplicates",
    t."active" AS "active",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_partners t
