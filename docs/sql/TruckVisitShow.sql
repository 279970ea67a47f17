SELECT (
  SELECT row_to_json(f)
  FROM (
    SELECT t."id" AS "id",
    to_char(t."gated_in_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_in_at",
    to_char(t."gated_out_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "gated_out_at",
    ((
      SELECT to_char(s / 3600, 'FM99999900') || to_char(s / 60 % 60, ':FM00') || to_char(s % 60, ':FM00')
      FROM (
        SELECT greatest(0, floor(extract(epoch FROM coalesce(t."gated_out_at", now()) - t."gated_in_at")))::bigint AS s
      ) d
    )) AS "duration",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck."id" AS "id",
          t_truck."license_plate" AS "license_plate",
          t_truck."number" AS "number",
          t_truck."trucking_company_id" AS "trucking_company_id",
          t_truck."active" AS "active",
          t_truck."allowed_until"::text AS "allowed_until"
        ) f
      )
      FROM trucks t_truck
      WHERE t."organization_id" = t_truck."organization_id" AND t."truck_id" = t_truck."id"
    ) AS "truck",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_truck_driver."id" AS "id",
          (nullif(trim(concat_ws(' ', t_truck_driver."firstname", t_truck_driver."lastname")), '')) AS "fullname",
          t_truck_driver."license_number" AS "license_number",
          t_truck_driver."twic" AS "twic",
          t_truck_driver."number" AS "number",
          t_truck_driver."active" AS "active",
          t_truck_driver."date_of_birth"::text AS "date_of_birth",
          t_truck_driver."telephone_number" AS "telephone_number",
          t_truck_driver."email" AS "email",
          t_truck_driver."remarks" AS "remarks",
          (coalesce(nullif(t_truck_driver_trucking_company."name", ''), t_truck_driver_trucking_company."code")) AS "trucking_company",
          t_truck_driver."allowed_until"::text AS "allowed_until",
          to_char(t_truck_driver."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "created_at",
          to_char(t_truck_driver."updated_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updated_at"
          FROM (
            SELECT
          ) one
          LEFT
          JOIN trucking_companies t_truck_driver_trucking_company ON t_truck_driver."organization_id" = t_truck_driver_trucking_company."organization_id" AND t_truck_driver."trucking_company_id" = t_truck_driver_trucking_company."id"
        ) f
      )
      FROM truck_drivers t_truck_driver
      WHERE t."organization_id" = t_truck_driver."organization_id" AND t."truck_driver_id" = t_truck_driver."id"
    ) AS "truck_driver",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_trucking_company."id" AS "id",
          t_trucking_company."name" AS "name",
          t_trucking_company."code" AS "code"
        ) f
      )
      FROM trucking_companies t_trucking_company
      WHERE t."organization_id" = t_trucking_company."organization_id" AND t."trucking_company_id" = t_trucking_company."id"
    ) AS "trucking_company",
    CASE WHEN t."gate_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."gate_id" AS "id",
        (
          SELECT t_gate."name"
          FROM gates t_gate
          WHERE t."organization_id" = t_gate."organization_id" AND t."gate_id" = t_gate."id"
        ) AS "name"
      ) o
    ) END AS "gate",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_gate_in_user."id" AS "id",
          t_gate_in_user."email" AS "email",
          t_gate_in_user."firstname" AS "firstname",
          t_gate_in_user."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_gate_in_user."firstname", t_gate_in_user."lastname"), ''), t_gate_in_user."email")) AS "name"
        ) f
      )
      FROM users t_gate_in_user
      WHERE t."organization_id" = t_gate_in_user."organization_id" AND t."gate_in_user_id" = t_gate_in_user."id"
    ) AS "gate_in_user",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_gate_out_user."id" AS "id",
          t_gate_out_user."email" AS "email",
          t_gate_out_user."firstname" AS "firstname",
          t_gate_out_user."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_gate_out_user."firstname", t_gate_out_user."lastname"), ''), t_gate_out_user."email")) AS "name"
        ) f
      )
      FROM users t_gate_out_user
      WHERE t."organization_id" = t_gate_out_user."organization_id" AND t."gate_out_user_id" = t_gate_out_user."id"
    ) AS "gate_out_user",
    (
      SELECT coalesce(array_to_json(array_agg((
        SELECT row_to_json(f)
        FROM (
          SELECT t_interchanges."id" AS "id",
          t_interchanges."type" AS "type",
          t_interchanges."completed" AS "completed",
          (
            SELECT CASE WHEN k.is_reefer THEN (
              SELECT row_to_json(o)
              FROM (
                SELECT c.id AS "id",
                c.number AS "number",
                CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
                coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
                CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status",
                CASE WHEN s.id IS NULL THEN c.operating_reefer ELSE s.operating_reefer END AS "operating_reefer",
                trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_temperature ELSE s.reefer_temperature END) AS "reefer_temperature",
                trim_scale(CASE WHEN s.id IS NULL THEN c.reefer_set_point_temperature ELSE s.reefer_set_point_temperature END) AS "reefer_set_point_temperature",
                trim_scale(CASE WHEN s.id IS NULL THEN c.supply_temperature ELSE s.supply_temperature END) AS "supply_temperature"
              ) o
            ) ELSE (
              SELECT row_to_json(o)
              FROM (
                SELECT c.id AS "id",
                c.number AS "number",
                CASE WHEN s.id IS NULL THEN c.goods ELSE s.goods END AS "goods",
                coalesce(nullif(k.description, ''), k.code) AS "container_type_label",
                CASE WHEN s.id IS NULL THEN c.container_status ELSE s.container_status END AS "container_status"
              ) o
            ) END
            FROM containers c
            LEFT
            JOIN container_types k ON k.organization_id = c.organization_id AND k.id = c.container_type_id
            LEFT
            JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = t_interchanges."stay_id" AND t_interchanges."completed"
            WHERE c.organization_id = t_interchanges."organization_id" AND c.id = t_interchanges."container_id"
          ) AS "container",
          CASE WHEN t_interchanges."chassis_id" IS NOT NULL THEN (
            SELECT row_to_json(o)
            FROM (
              SELECT t_interchanges."chassis_id" AS "id",
              (
                SELECT t_interchanges_chassis."number"
                FROM chassis t_interchanges_chassis
                WHERE t_interchanges."organization_id" = t_interchanges_chassis."organization_id" AND t_interchanges."chassis_id" = t_interchanges_chassis."id"
              ) AS "number"
            ) o
          ) END AS "chassis",
          CASE WHEN t_interchanges."genset_id" IS NOT NULL THEN (
            SELECT row_to_json(o)
            FROM (
              SELECT t_interchanges."genset_id" AS "id",
              (
                SELECT t_interchanges_genset."number"
                FROM gensets t_interchanges_genset
                WHERE t_interchanges."organization_id" = t_interchanges_genset."organization_id" AND t_interchanges."genset_id" = t_interchanges_genset."id"
              ) AS "number"
            ) o
          ) END AS "genset",
          ((
            SELECT t_interchanges_container."meets_iso_standards"
            FROM containers t_interchanges_container
            WHERE t_interchanges."organization_id" = t_interchanges_container."organization_id" AND t_interchanges."container_id" = t_interchanges_container."id"
          )) AS "meets_iso_standards",
          t_interchanges."other_terminal" AS "other_terminal"
        ) f
      ) ORDER BY t_interchanges."id")), '[]'::json)
      FROM interchanges t_interchanges
      WHERE t_interchanges."organization_id" = t."organization_id" AND t_interchanges."truck_visit_id" = t."id"
    ) AS "interchanges",
    t."reason_for_incomplete" AS "reason_for_incomplete",
    t."off_slot" AS "off_slot",
    ((t."other_terminal" OR EXISTS (
      SELECT
      FROM interchanges i
      WHERE i.organization_id = t."organization_id" AND i.truck_visit_id = t."id" AND i.other_terminal
    ))) AS "other_terminal",
    to_char(t."cancelled_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "cancelled_at",
    (
      SELECT (
        SELECT row_to_json(f)
        FROM (
          SELECT t_cancelled_by."id" AS "id",
          t_cancelled_by."email" AS "email",
          t_cancelled_by."firstname" AS "firstname",
          t_cancelled_by."lastname" AS "lastname",
          (coalesce(nullif(concat_ws(' ', t_cancelled_by."firstname", t_cancelled_by."lastname"), ''), t_cancelled_by."email")) AS "name"
        ) f
      )
      FROM users t_cancelled_by
      WHERE t."organization_id" = t_cancelled_by."organization_id" AND t."cancelled_by_id" = t_cancelled_by."id"
    ) AS "cancelled_by",
    t."cancel_reason" AS "cancel_reason",
    CASE WHEN t."out_gate_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."out_gate_id" AS "id",
        (
          SELECT t_out_gate."name"
          FROM gates t_out_gate
          WHERE t."organization_id" = t_out_gate."organization_id" AND t."out_gate_id" = t_out_gate."id"
        ) AS "name"
      ) o
    ) END AS "out_gate",
    t."comment" AS "comment",
    (t_pre_advice."advice_number") AS "pre_advice_number",
    (t_appointment."number") AS "appointment_number",
    CASE WHEN t."pre_advice_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."pre_advice_id" AS "id",
        t_pre_advice."advice_number" AS "advice_number"
      ) o
    ) END AS "pre_advice",
    CASE WHEN t."appointment_id" IS NOT NULL THEN (
      SELECT row_to_json(o)
      FROM (
        SELECT t."appointment_id" AS "id",
        t_appointment."number" AS "number"
      ) o
    ) END AS "appointment"
    FROM (
      SELECT
    ) one
    LEFT
    JOIN pre_advices t_pre_advice ON t."organization_id" = t_pre_advice."organization_id" AND t."pre_advice_id" = t_pre_advice."id"
    LEFT
    JOIN appointments t_appointment ON t."organization_id" = t_appointment."organization_id" AND t."appointment_id" = t_appointment."id"
  ) f
)
FROM truck_visits t
