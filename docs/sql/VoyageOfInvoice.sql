SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."number" AS "number",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_vessel."imo_number" AS "imo_number",
          t_vessel."name" AS "name",
          t_vessel."vessel_type" AS "vessel_type"
        ) f
      )
      FROM vessels t_vessel
      WHERE t."organization_id" = t_vessel."organization_id" AND t."vessel_id" = t_vessel."id"
    ), '{"imo_number":null,"name":null,"vessel_type":null}'::json) AS "vessel"
  ) f
)
FROM voyages t
