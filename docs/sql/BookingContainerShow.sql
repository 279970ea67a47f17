SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT CASE WHEN t."container_id" IS NOT NULL THEN (
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
    CASE WHEN t."stay_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."stay_id" AS "id",
        (
          SELECT t_stay."status"
          FROM container_stays t_stay
          WHERE t."organization_id" = t_stay."organization_id" AND t."stay_id" = t_stay."id"
        ) AS "status"
      ) o
    ) END AS "stay",
    (
      SELECT (
        SELECT row_to_json(o)
        FROM (
          SELECT r.id AS "id"
        ) o
      )
      FROM (
        SELECT t."edi_message_id" AS id
      ) r
      WHERE r.id IS NOT NULL
    ) AS "edi_message"
  ) f
)
FROM booking_containers t
