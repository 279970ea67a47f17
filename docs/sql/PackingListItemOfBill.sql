SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference_number" AS "reference_number",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_bill_of_lading."number" AS "number"
        ) f
      )
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    ), '{"number":null}'::json) AS "bill_of_lading",
    coalesce((
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_container."number" AS "number"
        ) f
      )
      FROM containers t_container
      WHERE t."organization_id" = t_container."organization_id" AND t."container_id" = t_container."id"
    ), '{"number":null}'::json) AS "container",
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
    t."quantity" AS "quantity",
    trim_scale(t."weight"::numeric) AS "weight",
    trim_scale(t."volume"::numeric) AS "volume",
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
    t."description" AS "description",
    t."consignee_address" AS "consignee_address",
    t."shipping_marks" AS "shipping_marks",
    ((
      SELECT t_dock_receipt."number"
      FROM dock_receipts t_dock_receipt
      WHERE t."organization_id" = t_dock_receipt."organization_id" AND t."dock_receipt_id" = t_dock_receipt."id"
    )) AS "dock_receipt_number",
    t."has_been_stripped" AS "has_been_stripped",
    t."has_been_delivered" AS "has_been_delivered",
    t."stripped_quantity" AS "stripped_quantity",
    t."delivered_quantity" AS "delivered_quantity",
    to_char(t."stripped_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "stripped_at"
  ) f
)
FROM packing_list_items t
