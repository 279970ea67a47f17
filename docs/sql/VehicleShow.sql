SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."reference_number" AS "reference_number",
    t."quantity" AS "quantity",
    t."goods" AS "goods",
    t."goods_description" AS "goods_description",
    t."shipping_marks" AS "shipping_marks",
    t."usage" AS "usage",
    (
      SELECT string_agg(b.number, ', ' ORDER BY l.id)
      FROM vehicle_bills l
      JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
      WHERE l.organization_id = t."organization_id" AND l.vehicle_id = t."id"
    ) AS "active_bill_of_ladings",
    t."vin_number" AS "vin_number",
    (
      SELECT string_agg(c.name, ', ' ORDER BY l.id)
      FROM vehicle_consignees l
      JOIN consignees c ON c.organization_id = l.organization_id AND c.id = l.consignee_id
      WHERE l.organization_id = t."organization_id" AND l.vehicle_id = t."id"
    ) AS "consignee",
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
    t."current_location_id" AS "current_location_id",
    (t_organization."weight_unit") AS "weight_unit",
    trim_scale(t."weight"::numeric) AS "weight",
    (t_organization."dimension_unit") AS "dimension_unit",
    trim_scale(t."width"::numeric) AS "width",
    trim_scale(t."height"::numeric) AS "height",
    trim_scale(t."length"::numeric) AS "length",
    (to_char(t."volume", 'FM999999999990.099999')) AS "volume",
    t."pieces_per_package" AS "pieces_per_package",
    trim_scale(t."package_weight"::numeric) AS "package_weight",
    ((
      SELECT t_yard_slot."name"
      FROM yard_slots t_yard_slot
      WHERE t."organization_id" = t_yard_slot."organization_id" AND t."yard_slot_id" = t_yard_slot."id"
    )) AS "yard_slot",
    (t_package_type."code") AS "package_type_code",
    (t_package_type."description") AS "package_type",
    ((
      SELECT t_shipping_line."code"
      FROM shipping_lines t_shipping_line
      WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
    )) AS "shipping_line",
    t."make" AS "make",
    t."model" AS "model",
    t."color" AS "color",
    t."year" AS "year",
    compact_json(t."extra_attributes") AS "extra_attributes",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(o)
        FROM (
          SELECT d.label AS "label",
          t."flex_fields" -> d.canonical_name AS "value"
        ) o
      ) ORDER BY d.position, d.id)), '[]'::json)
      FROM flex_field_definitions d
      WHERE d.organization_id = t."organization_id" AND d.record_type = 'vehicle'
    ) AS "flex_fields"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN organizations t_organization ON t."organization_id" = t_organization."id"
    LEFT
    JOIN package_types t_package_type ON t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
  ) f
)
FROM vehicles t
