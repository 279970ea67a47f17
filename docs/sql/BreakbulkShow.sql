SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference_number" AS "reference_number",
    t."quantity" AS "quantity",
    t."arrived_quantity" AS "arrived_quantity",
    t."loaded_quantity" AS "loaded_quantity",
    t."delivered_quantity" AS "delivered_quantity",
    ((t."arrived_quantity" - t."loaded_quantity" - t."delivered_quantity")) AS "quantity_at_terminal",
    t."description" AS "description",
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
    trim_scale(t."weight"::numeric) AS "weight",
    trim_scale(t."volume"::numeric) AS "volume",
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
    t."current_location_type" AS "current_location_type",
    (location_name(t."organization_id", t."current_location_type", t."current_location_id")) AS "current_location",
    CASE WHEN t."current_location_type" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."current_location_type" AS "type",
        t."current_location_id" AS "id",
        location_name(t."organization_id", t."current_location_type", t."current_location_id") AS "name"
      ) o
    ) END AS "location",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM breakbulks t
