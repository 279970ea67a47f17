SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    CASE WHEN t."booking_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."booking_id" AS "id",
        (
          SELECT t_booking."number"
          FROM bookings t_booking
          WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id"
        ) AS "number"
      ) o
    ) END AS "booking",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM dock_receipts t
