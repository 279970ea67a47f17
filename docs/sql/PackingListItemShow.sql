SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference_number" AS "reference_number",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_bill_of_lading."id" AS "id",
          ((
            SELECT t_bill_of_lading_manifest."client_identifier"
            FROM manifests t_bill_of_lading_manifest
            WHERE t_bill_of_lading."organization_id" = t_bill_of_lading_manifest."organization_id" AND t_bill_of_lading."manifest_id" = t_bill_of_lading_manifest."id"
          )) AS "manifest",
          t_bill_of_lading."number" AS "number"
        ) f
      )
      FROM bill_of_ladings t_bill_of_lading
      WHERE t."organization_id" = t_bill_of_lading."organization_id" AND t."bill_of_lading_id" = t_bill_of_lading."id"
    ) AS "bill_of_lading",
    CASE WHEN t."container_id" IS NOT NULL THEN (
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
    CASE WHEN t."consignee_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."consignee_id" AS "id",
        (
          SELECT t_consignee."name"
          FROM consignees t_consignee
          WHERE t."organization_id" = t_consignee."organization_id" AND t."consignee_id" = t_consignee."id"
        ) AS "name"
      ) o
    ) END AS "consignee",
    t."quantity" AS "quantity",
    trim_scale(t."weight"::numeric) AS "weight",
    trim_scale(t."volume"::numeric) AS "volume",
    CASE WHEN t."package_type_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."package_type_id" AS "id",
        (
          SELECT t_package_type."code"
          FROM package_types t_package_type
          WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
        ) AS "code"
      ) o
    ) END AS "package_type",
    t."description" AS "description",
    t."consignee_address" AS "consignee_address",
    t."shipping_marks" AS "shipping_marks",
    CASE WHEN t."dock_receipt_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."dock_receipt_id" AS "id",
        (
          SELECT t_dock_receipt."number"
          FROM dock_receipts t_dock_receipt
          WHERE t."organization_id" = t_dock_receipt."organization_id" AND t."dock_receipt_id" = t_dock_receipt."id"
        ) AS "number"
      ) o
    ) END AS "dock_receipt",
    t."stripped_quantity" AS "stripped_quantity",
    t."delivered_quantity" AS "delivered_quantity",
    t."has_been_stripped" AS "has_been_stripped",
    t."has_been_delivered" AS "has_been_delivered",
    to_char(t."stripped_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "stripped_at",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM packing_list_items t
