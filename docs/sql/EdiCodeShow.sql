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
    t."list" AS "list",
    t."theirs" AS "theirs",
    (coalesce((
      SELECT t_shipping_line."code"
      FROM shipping_lines t_shipping_line
      WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
    ), (
      SELECT t_container_type."code"
      FROM container_types t_container_type
      WHERE t."organization_id" = t_container_type."organization_id" AND t."container_type_id" = t_container_type."id"
    ), (
      SELECT t_port."locode"
      FROM ports t_port
      WHERE t."organization_id" = t_port."organization_id" AND t."port_id" = t_port."id"
    ), (
      SELECT t_terminal."name"
      FROM terminals t_terminal
      WHERE t."organization_id" = t_terminal."organization_id" AND t."terminal_id" = t_terminal."id"
    ), (
      SELECT t_voyage."number"
      FROM voyages t_voyage
      WHERE t."organization_id" = t_voyage."organization_id" AND t."voyage_id" = t_voyage."id"
    ))) AS "ours",
    t."preferred" AS "preferred",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM edi_codes t
