SELECT (
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
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_consignee."id" AS "id",
          t_consignee."name" AS "name",
          t_consignee."address" AS "address"
        ) f
      )
      FROM consignees t_consignee
      WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
    ) AS "consignee",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_exporter."id" AS "id",
          t_exporter."name" AS "name",
          t_exporter."address" AS "address"
        ) f
      )
      FROM exporters t_exporter
      WHERE t."organization_id" = t_exporter."organization_id" AND t."exporter_id" = t_exporter."id"
    ) AS "exporter",
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
    ((
      SELECT coalesce(sum(part.pieces) FILTER (WHERE true), 0)
      FROM (
        SELECT 1 AS pieces,
        CASE WHEN stripped.out THEN CASE WHEN stripped.delivered THEN 'Consignee' ELSE 'Terminal' END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_type END END AS type,
        CASE WHEN stripped.out THEN CASE WHEN NOT stripped.delivered THEN coalesce((
          SELECT t_manifest_voyage."destination_terminal_id"
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        ), (
          SELECT (
            SELECT t_manifest_voyage_destination_berth_area."terminal_id"
            FROM berth_areas t_manifest_voyage_destination_berth_area
            WHERE t_manifest_voyage."organization_id" = t_manifest_voyage_destination_berth_area."organization_id" AND t_manifest_voyage."destination_berth_area_id" = t_manifest_voyage_destination_berth_area."id"
          )
          FROM voyages t_manifest_voyage
          WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
        )) END ELSE CASE WHEN c.stay_id IS NOT DISTINCT
        FROM s.id THEN c.current_location_id END END AS place,
        CASE WHEN stripped.out THEN stripped.delivered ELSE s.delivered END AS delivered
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN LATERAL (
          SELECT bool_or(i.bill_of_lading_id = t."id") AND NOT bool_or(NOT (i.has_been_stripped OR i.has_been_delivered) AND coalesce(i.stripped_quantity, 0) < coalesce(i.quantity, 1)) AS out,
          bool_and((i.has_been_delivered OR coalesce(i.delivered_quantity, 0) >= coalesce(i.quantity, 1))) FILTER (WHERE i.bill_of_lading_id = t."id") AS delivered
          FROM packing_list_items i
          WHERE i.organization_id = s.organization_id AND i.stay_id = s.id
        ) stripped ON true
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT part.pieces,
        part.type,
        part.place,
        part.delivered
        FROM breakbulks k
        LEFT
        JOIN containers c ON c.organization_id = k.organization_id AND c.id = k.current_location_id AND k.current_location_type = 'Container'
        LEFT
        JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id CROSS
        JOIN LATERAL (VALUES (k.arrived_quantity - k.loaded_quantity - k.delivered_quantity, k.current_location_type, k.current_location_id, false), (k.delivered_quantity, 'Consignee', NULL, true), (k.loaded_quantity, 'Voyage', NULL, false), (greatest(coalesce(k.quantity, 1) - k.arrived_quantity, 0), CASE WHEN c.id IS NOT NULL THEN c.current_location_type WHEN k.arrived_quantity = 0 THEN k.current_location_type END, CASE WHEN c.id IS NOT NULL THEN c.current_location_id WHEN k.arrived_quantity = 0 THEN k.current_location_id END, coalesce(s.delivered, k.arrived_quantity = 0 AND k.current_location_type = 'Consignee')) ) part (pieces, type, place, delivered)
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) part
    )) AS "quantity",
    (EXISTS (
      SELECT
      FROM packing_list_items i
      WHERE i.organization_id = t."organization_id" AND i.bill_of_lading_id = t."id"
    )) AS "has_packing_list_items",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_packing_list_items."id" AS "id",
          t_packing_list_items."reference_number" AS "reference_number",
          coalesce((
            SELECT (
              SELECT row_to_json(f)
              FROM (
                SELECT t_packing_list_items_bill_of_lading."number" AS "number"
              ) f
            )
            FROM bill_of_ladings t_packing_list_items_bill_of_lading
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_bill_of_lading."organization_id" AND t_packing_list_items."bill_of_lading_id" = t_packing_list_items_bill_of_lading."id"
          ), '{"number":null}'::json) AS "bill_of_lading",
          coalesce((
            SELECT (
              SELECT row_to_json(f)
              FROM (
                SELECT t_packing_list_items_container."number" AS "number"
              ) f
            )
            FROM containers t_packing_list_items_container
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_container."organization_id" AND t_packing_list_items."container_id" = t_packing_list_items_container."id"
          ), '{"number":null}'::json) AS "container",
          coalesce((
            SELECT (
              SELECT row_to_json(f)
              FROM (
                SELECT t_packing_list_items_consignee."name" AS "name"
              ) f
            )
            FROM consignees t_packing_list_items_consignee
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_consignee."organization_id" AND t_packing_list_items."consignee_id" = t_packing_list_items_consignee."id"
          ), '{"name":null}'::json) AS "consignee",
          t_packing_list_items."quantity" AS "quantity",
          trim_scale(t_packing_list_items."weight"::numeric) AS "weight",
          trim_scale(t_packing_list_items."volume"::numeric) AS "volume",
          coalesce((
            SELECT (
              SELECT row_to_json(f)
              FROM (
                SELECT t_packing_list_items_package_type."code" AS "code",
                t_packing_list_items_package_type."description" AS "description"
              ) f
            )
            FROM package_types t_packing_list_items_package_type
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_package_type."organization_id" AND t_packing_list_items."package_type_id" = t_packing_list_items_package_type."id"
          ), '{"code":null,"description":null}'::json) AS "package_type",
          t_packing_list_items."description" AS "description",
          t_packing_list_items."consignee_address" AS "consignee_address",
          t_packing_list_items."shipping_marks" AS "shipping_marks",
          ((
            SELECT t_packing_list_items_dock_receipt."number"
            FROM dock_receipts t_packing_list_items_dock_receipt
            WHERE t_packing_list_items."organization_id" = t_packing_list_items_dock_receipt."organization_id" AND t_packing_list_items."dock_receipt_id" = t_packing_list_items_dock_receipt."id"
          )) AS "dock_receipt_number",
          t_packing_list_items."has_been_stripped" AS "has_been_stripped",
          t_packing_list_items."has_been_delivered" AS "has_been_delivered",
          t_packing_list_items."stripped_quantity" AS "stripped_quantity",
          t_packing_list_items."delivered_quantity" AS "delivered_quantity",
          to_char(t_packing_list_items."stripped_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "stripped_at"
        ) f
      ) ORDER BY t_packing_list_items."id")), '[]'::json)
      FROM packing_list_items t_packing_list_items
      WHERE t_packing_list_items."organization_id" = t."organization_id" AND t_packing_list_items."bill_of_lading_id" = t."id"
    ) AS "packing_list_items",
    (
      SELECT coalesce(array_to_json(array_agg(row_to_json(cargo) ORDER BY cargo.cargo_type DESC, cargo.id)), '[]'::json)
      FROM (
        SELECT c.id,
        'container' AS cargo_type,
        c.number,
        NULL::text AS reference_number,
        1 AS quantity,
        s.goods AS description,
        NULL::text AS package_type_code,
        NULL::text AS package_type,
        (
          SELECT row_to_json(o)
          FROM (
            SELECT y.iso_type_code AS "iso_type_code",
            y.description AS "description",
            y.code AS "code"
          ) o
        ) AS container_type,
        (
          SELECT row_to_json(o)
          FROM (
            SELECT (
              SELECT row_to_json(o)
              FROM (
                SELECT 'GET' AS "method",
                :base || '/api/v1/containers/' || url_encode(c.number) || '.json' AS "url"
              ) o
            ) AS "show",
            (
              SELECT row_to_json(o)
              FROM (
                SELECT 'GET' AS "method",
                :base || '/api/v1/containers/' || url_encode(c.number) || '/movements.json' AS "url"
              ) o
            ) AS "movements"
          ) o
        ) AS actions
        FROM container_bills l
        JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id AND s.status <> 'cancelled'
        JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
        LEFT
        JOIN container_types y ON y.organization_id = c.organization_id AND y.id = c.container_type_id
        WHERE l.organization_id = t."organization_id" AND l.bill_of_lading_id = t."id"
        UNION ALL SELECT k.id,
        'breakbulk',
        NULL,
        k.reference_number,
        k.quantity,
        k.description,
        y.code,
        y.description,
        '{"iso_type_code":null,"description":null,"code":null}'::json,
        (
          SELECT row_to_json(o)
          FROM (
            SELECT (
              SELECT row_to_json(o)
              FROM (
                SELECT 'GET' AS "method",
                :base || '/api/v1/breakbulks/' || k.id || '.json' AS "url"
              ) o
            ) AS "show",
            (
              SELECT row_to_json(o)
              FROM (
                SELECT 'GET' AS "method",
                :base || '/api/v1/breakbulks/' || k.id || '.json' AS "url"
              ) o
            ) AS "movements"
          ) o
        )
        FROM breakbulks k
        LEFT
        JOIN package_types y ON y.organization_id = k.organization_id AND y.id = k.package_type_id
        WHERE k.organization_id = t."organization_id" AND k.bill_of_lading_id = t."id"
      ) cargo
    ) AS "cargo",
    (
      SELECT row_to_json(o)
      FROM (
        SELECT (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/voyages/' || url_encode((
              SELECT t_manifest_voyage."number"
              FROM voyages t_manifest_voyage
              WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
            )) || '/bill_of_ladings' || '/' || url_encode(t."number") || '.json?manifest_client_identifier=' || url_encode(t_manifest."client_identifier") AS "url"
          ) o
        ) AS "show",
        (
          SELECT row_to_json(o)
          FROM (
            SELECT 'GET' AS "method",
            :base || '/api/v1/voyages/' || url_encode((
              SELECT t_manifest_voyage."number"
              FROM voyages t_manifest_voyage
              WHERE t_manifest."organization_id" = t_manifest_voyage."organization_id" AND t_manifest."voyage_id" = t_manifest_voyage."id"
            )) || '/bill_of_ladings' || '.json' AS "url"
          ) o
        ) AS "index"
      ) o
    ) AS "actions"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN manifests t_manifest ON t."organization_id" = t_manifest."organization_id" AND t."manifest_id" = t_manifest."id"
  ) f
)
FROM bill_of_ladings t
