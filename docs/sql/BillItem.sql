SELECT ('{' || concat_ws(',', (
  SELECT convert_from(substring(b FROM 2 FOR octet_length(b) - 2), 'UTF8')
  FROM (
    SELECT convert_to((
      SELECT row_to_json(f)
      FROM (
        SELECT t."id" AS "id",
        t."number" AS "number",
        t."remarks" AS "remarks",
        trim_scale(t."weight"::numeric) AS "weight",
        t."volume_in_cubic_meters" AS "volume_in_cubic_meters",
        t."goods_description" AS "goods_description",
        t."type_of_contract" AS "type_of_contract",
        t."destination_code" AS "destination_code",
        t."usage" AS "usage",
        t."consignee_address" AS "consignee_address",
        t."exporter_address" AS "exporter_address",
        t."shipping_marks" AS "shipping_marks",
        coalesce((
          SELECT (
            SELECT row_to_json(f)
            FROM (
              SELECT t_manifest."client_identifier" AS "client_identifier"
            ) f
          )
          FROM manifests t_manifest
          WHERE t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
        ), '{"client_identifier":null}'::json) AS "manifest",
        coalesce((
          SELECT (
            SELECT row_to_json(f)
            FROM (
              SELECT t_port_of_loading."locode" AS "locode"
            ) f
          )
          FROM ports t_port_of_loading
          WHERE t."organization_id" = t_port_of_loading."organization_id" AND t."port_of_loading_id" = t_port_of_loading."id"
        ), '{"locode":null}'::json) AS "port_of_loading",
        coalesce((
          SELECT (
            SELECT row_to_json(f)
            FROM (
              SELECT t_port_of_discharge."locode" AS "locode"
            ) f
          )
          FROM ports t_port_of_discharge
          WHERE t."organization_id" = t_port_of_discharge."organization_id" AND t."port_of_discharge_id" = t_port_of_discharge."id"
        ), '{"locode":null}'::json) AS "port_of_discharge",
        coalesce((
          SELECT (
            SELECT row_to_json(f)
            FROM (
              SELECT t_port_of_delivery."locode" AS "locode"
            ) f
          )
          FROM ports t_port_of_delivery
          WHERE t."organization_id" = t_port_of_delivery."organization_id" AND t."port_of_delivery_id" = t_port_of_delivery."id"
        ), '{"locode":null}'::json) AS "port_of_delivery",
        coalesce((
          SELECT (
            SELECT row_to_json(f)
            FROM (
              SELECT t_consignee."name" AS "name"
            ) f
          )
          FROM consignees t_consignee
          WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
        ), '{"name":null}'::json) AS "consignee",
        coalesce((
          SELECT (
            SELECT row_to_json(f)
            FROM (
              SELECT t_exporter."name" AS "name"
            ) f
          )
          FROM exporters t_exporter
          WHERE t."organization_id" = t_exporter."organization_id" AND t."exporter_id" = t_exporter."id"
        ), '{"name":null}'::json) AS "exporter",
        coalesce((
          SELECT (
            SELECT row_to_json(f)
            FROM (
              SELECT t_package_type."code" AS "code",
              t_package_type."description" AS "description"
            ) f
          )
          FROM package_types t_package_type
          WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
        ), '{"code":null,"description":null}'::json) AS "package_type",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT t_manifest."voyage_id" AS "id",
            (
              SELECT t_manifest_voyage."number"
              FROM voyages t_manifest_voyage
              WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
            ) AS "number"
          ) o
        ) AS "voyage"
        FROM (
          SELECT
        ) one
        LEFT
        JOIN manifests t_manifest ON t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
      ) f
    )::text, 'UTF8') AS b OFFSET 0
  ) o
), '"containers":' || nullif(to_json((
  SELECT CASE WHEN count(*) <= 100 THEN coalesce(array_to_json(array_agg((
    SELECT row_to_json(o)
    FROM (
      SELECT k.id AS "id",
      k.number AS "number"
    ) o
  ) ORDER BY k.id)), '[]'::json) END
  FROM (
    SELECT DISTINCT c.id,
    c.number
    FROM container_bills l
    JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
    JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
    WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
    LIMIT 101
  ) k
))::text, 'null')) || '}')::json
FROM bill_of_ladings t
