SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    t."vin_number" AS "vin_number",
    t."reference_number" AS "reference_number",
    t."quantity" AS "quantity",
    t."goods" AS "goods",
    t."goods_description" AS "goods_description",
    t."shipping_marks" AS "shipping_marks",
    t."usage" AS "usage",
    t."make" AS "make",
    t."model" AS "model",
    t."color" AS "color",
    t."year" AS "year",
    trim_scale(t."weight"::numeric) AS "weight",
    trim_scale(t."width"::numeric) AS "width",
    trim_scale(t."height"::numeric) AS "height",
    trim_scale(t."length"::numeric) AS "length",
    trim_scale(t."volume"::numeric) AS "volume",
    t."pieces_per_package" AS "pieces_per_package",
    trim_scale(t."package_weight"::numeric) AS "package_weight",
    CASE WHEN t."package_type_id" IS NOT NULL THEN json_build_object('id', t."package_type_id", 'code', (
      SELECT t_package_type."code"
      FROM package_types t_package_type
      WHERE t."organization_id" = t_package_type."organization_id" AND t."package_type_id" = t_package_type."id"
    )) END AS "package_type",
    CASE WHEN t."commodity_type_id" IS NOT NULL THEN json_build_object('id', t."commodity_type_id", 'name', (
      SELECT t_commodity_type."name"
      FROM commodity_types t_commodity_type
      WHERE t."organization_id" = t_commodity_type."organization_id" AND t."commodity_type_id" = t_commodity_type."id"
    )) END AS "commodity_type",
    CASE WHEN t."shipping_line_id" IS NOT NULL THEN json_build_object('id', t."shipping_line_id", 'code', (
      SELECT t_shipping_line."code"
      FROM shipping_lines t_shipping_line
      WHERE t."organization_id" = t_shipping_line."organization_id" AND t."shipping_line_id" = t_shipping_line."id"
    )) END AS "shipping_line",
    CASE WHEN t."arrival_voyage_id" IS NOT NULL THEN json_build_object('id', t."arrival_voyage_id", 'number', (
      SELECT t_arrival_voyage."number"
      FROM voyages t_arrival_voyage
      WHERE t."organization_id" = t_arrival_voyage."organization_id" AND t."arrival_voyage_id" = t_arrival_voyage."id"
    )) END AS "arrival_voyage",
    CASE WHEN t."departure_voyage_id" IS NOT NULL THEN json_build_object('id', t."departure_voyage_id", 'number', (
      SELECT t_departure_voyage."number"
      FROM voyages t_departure_voyage
      WHERE t."organization_id" = t_departure_voyage."organization_id" AND t."departure_voyage_id" = t_departure_voyage."id"
    )) END AS "departure_voyage",
    CASE WHEN t."booking_id" IS NOT NULL THEN json_build_object('id', t."booking_id", 'number', (
      SELECT t_booking."number"
      FROM bookings t_booking
      WHERE t."organization_id" = t_booking."organization_id" AND t."booking_id" = t_booking."id"
    )) END AS "booking",
    CASE WHEN t."dock_receipt_id" IS NOT NULL THEN json_build_object('id', t."dock_receipt_id", 'number', (
      SELECT t_dock_receipt."number"
      FROM dock_receipts t_dock_receipt
      WHERE t."organization_id" = t_dock_receipt."organization_id" AND t."dock_receipt_id" = t_dock_receipt."id"
    )) END AS "dock_receipt",
    CASE WHEN t."stripped_from_container_id" IS NOT NULL THEN json_build_object('id', t."stripped_from_container_id", 'number', (
      SELECT t_stripped_from_container."number"
      FROM containers t_stripped_from_container
      WHERE t."organization_id" = t_stripped_from_container."organization_id" AND t."stripped_from_container_id" = t_stripped_from_container."id"
    )) END AS "stripped_from_container",
    CASE WHEN t."yard_slot_id" IS NOT NULL THEN json_build_object('id', t."yard_slot_id", 'name', (
      SELECT t_yard_slot."name"
      FROM yard_slots t_yard_slot
      WHERE t."organization_id" = t_yard_slot."organization_id" AND t."yard_slot_id" = t_yard_slot."id"
    )) END AS "yard_slot",
    t."tags" AS "tags",
    to_char(t."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
    to_char(t."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
  ) f
)
FROM vehicles t
