SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT ((
      SELECT t_supervisor."name"
      FROM stevedoring_supervisors t_supervisor
      WHERE t."organization_id" = t_supervisor."organization_id" AND t."supervisor_id" = t_supervisor."id"
    )) AS "name"
  ) f
)
FROM voyage_supervisors t
