SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."segment" AS "segment",
    t."type" AS "type",
    t."record_id" AS "id",
    t."key" AS "key",
    t."did" AS "did"
  ) f
)
FROM edi_message_records t
