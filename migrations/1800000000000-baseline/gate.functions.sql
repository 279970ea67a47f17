-- The appointments for the containers of some stays whose every purpose rested on a nomination that its haulier has no
-- longer. Those that were missed count, since they could be moved.
CREATE FUNCTION appointments_without_right(organization bigint, stays bigint[]) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
    SELECT a.id FROM appointments a
    WHERE a.organization_id = organization AND a.used_at IS NULL AND a.cancelled_at IS NULL
      AND a.id = ANY (ARRAY(
        SELECT u.appointment_id FROM container_stays s
        JOIN purposes u ON u.organization_id = s.organization_id AND u.container_id = s.container_id
        WHERE s.organization_id = organization AND s.id = ANY (stays) AND s.status IN ('announced', 'here') AND u.rests_on_nomination))
      AND NOT EXISTS (
        SELECT FROM purposes u WHERE u.organization_id = a.organization_id AND u.appointment_id = a.id
          AND (NOT u.rests_on_nomination OR EXISTS (
            SELECT FROM container_stays s
            CROSS JOIN LATERAL stays_of_nominations(organization, ARRAY[s.id]) n
            JOIN parties p ON p.organization_id = organization AND p.id = n.party_id
            WHERE s.organization_id = organization AND s.container_id = u.container_id AND s.status IN ('announced', 'here')
              AND p.trucking_company_id = coalesce(a.company_id))))
  $$;

-- How many full containers were received for a booking or, if that is more, how many empty ones were released.
CREATE FUNCTION booking_used(organization bigint, booking bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT greatest(
          (SELECT count(*) FROM container_stays s
           WHERE s.organization_id = organization AND s.booking_id = booking AND s.in_at IS NOT NULL
             AND s.arrival_status = 'full'),
          (SELECT count(*) FROM interchanges i
           LEFT JOIN purposes p ON p.organization_id = i.organization_id AND p.id = i.purpose_id
           WHERE i.organization_id = organization AND i.booking_id = booking AND i.type = 'interchange_out'
             AND i.completed AND p.container_status IS DISTINCT FROM 'full'
             AND coalesce(p.cargo_type, 'container') = 'container'))
      $$;

-- The company of an announcement: its own, else that of its truck, else that of its driver. The locks are those of the
-- references, so that whoever sells the truck just now comes before or after.
CREATE FUNCTION keep_company_of_announcement() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.company_id := NEW.trucking_company_id;
    IF NEW.company_id IS NULL AND NEW.truck_id IS NOT NULL THEN
      SELECT t.trucking_company_id INTO NEW.company_id FROM trucks t
      WHERE t.organization_id = NEW.organization_id AND t.id = NEW.truck_id FOR KEY SHARE;
    END IF;
    IF NEW.company_id IS NULL AND NEW.truck_driver_id IS NOT NULL THEN
      SELECT d.trucking_company_id INTO NEW.company_id FROM truck_drivers d
      WHERE d.organization_id = NEW.organization_id AND d.id = NEW.truck_driver_id FOR KEY SHARE;
    END IF;
    RETURN NEW;
  END $$;

-- the company of a refused truck: its own, else that of its usual driver
CREATE FUNCTION keep_company_of_refusal() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    SELECT coalesce(t.trucking_company_id, d.trucking_company_id) INTO NEW.company_id FROM trucks t
    LEFT JOIN truck_drivers d ON d.organization_id = t.organization_id AND d.id = t.truck_driver_id
    WHERE t.organization_id = NEW.organization_id AND t.id = NEW.truck_id;
    RETURN NEW;
  END $$;

CREATE FUNCTION keep_room() RETURNS trigger LANGUAGE plpgsql AS $_$
      DECLARE
        whole bigint := (to_jsonb(NEW) ->> TG_ARGV[0])::bigint;
        beyond boolean;
      BEGIN
        EXECUTE format('SELECT true FROM %I WHERE organization_id = $1 AND %I = $2 OFFSET $3 LIMIT 1',
          TG_TABLE_NAME, TG_ARGV[0]) INTO beyond USING NEW.organization_id, whole, TG_ARGV[1]::bigint;
        IF beyond THEN
          RAISE EXCEPTION 'no room' USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME,
            CONSTRAINT = 'ck_' || TG_TABLE_NAME || '_room';
        END IF;
        RETURN NULL;
      END $_$;

CREATE FUNCTION keep_room_of_bill() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM FROM (SELECT FROM container_bills WHERE organization_id = NEW.organization_id AND bill_of_lading_id = NEW.bill_of_lading_id UNION ALL SELECT FROM breakbulks WHERE organization_id = NEW.organization_id AND bill_of_lading_id = NEW.bill_of_lading_id UNION ALL SELECT FROM packing_list_items WHERE organization_id = NEW.organization_id AND bill_of_lading_id = NEW.bill_of_lading_id) cargo OFFSET 400 LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'no room' USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME,
            CONSTRAINT = 'ck_' || TG_TABLE_NAME || '_room';
        END IF;
        RETURN NULL;
      END $$;

-- What comes used or revoked, from a file, was told where it happened.
CREATE FUNCTION take_nomination_as_told() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.is_told := NEW.status IN ('used', 'revoked');
    RETURN NEW;
  END $$;

CREATE TRIGGER bill_of_lading_holds_keep_room AFTER INSERT ON bill_of_lading_holds FOR EACH ROW WHEN ((new.bill_of_lading_id IS NOT NULL)) EXECUTE FUNCTION keep_room('bill_of_lading_id', '500');
CREATE TRIGGER bill_of_lading_holds_keep_room_moved AFTER UPDATE OF bill_of_lading_id ON bill_of_lading_holds FOR EACH ROW WHEN (((new.bill_of_lading_id IS DISTINCT FROM old.bill_of_lading_id) AND (new.bill_of_lading_id IS NOT NULL))) EXECUTE FUNCTION keep_room('bill_of_lading_id', '500');
CREATE TRIGGER breakbulks_keep_room AFTER INSERT ON breakbulks FOR EACH ROW WHEN ((new.bill_of_lading_id IS NOT NULL)) EXECUTE FUNCTION keep_room_of_bill();
CREATE TRIGGER breakbulks_keep_room_moved AFTER UPDATE OF bill_of_lading_id ON breakbulks FOR EACH ROW WHEN (((new.bill_of_lading_id IS DISTINCT FROM old.bill_of_lading_id) AND (new.bill_of_lading_id IS NOT NULL))) EXECUTE FUNCTION keep_room_of_bill();
CREATE TRIGGER container_bills_keep_room AFTER INSERT ON container_bills FOR EACH ROW WHEN ((new.bill_of_lading_id IS NOT NULL)) EXECUTE FUNCTION keep_room_of_bill();
CREATE TRIGGER container_bills_keep_room_moved AFTER UPDATE OF bill_of_lading_id ON container_bills FOR EACH ROW WHEN (((new.bill_of_lading_id IS DISTINCT FROM old.bill_of_lading_id) AND (new.bill_of_lading_id IS NOT NULL))) EXECUTE FUNCTION keep_room_of_bill();
CREATE TRIGGER container_holds_keep_room AFTER INSERT ON container_holds FOR EACH ROW WHEN ((new.stay_id IS NOT NULL)) EXECUTE FUNCTION keep_room('stay_id', '500');
CREATE TRIGGER container_holds_keep_room_moved AFTER UPDATE OF stay_id ON container_holds FOR EACH ROW WHEN (((new.stay_id IS DISTINCT FROM old.stay_id) AND (new.stay_id IS NOT NULL))) EXECUTE FUNCTION keep_room('stay_id', '500');
CREATE TRIGGER keep_company BEFORE INSERT ON appointments FOR EACH ROW WHEN (((new.company_id IS NULL) OR (NOT (COALESCE(new.used_at, new.cancelled_at, new.missed_at) IS NOT NULL)))) EXECUTE FUNCTION keep_company_of_announcement();
CREATE TRIGGER keep_company BEFORE INSERT ON gate_refusals FOR EACH ROW WHEN ((new.truck_id IS NOT NULL)) EXECUTE FUNCTION keep_company_of_refusal();
CREATE TRIGGER keep_company BEFORE INSERT ON pre_advices FOR EACH ROW WHEN (((new.company_id IS NULL) OR (NOT (new.used_at IS NOT NULL)))) EXECUTE FUNCTION keep_company_of_announcement();
CREATE TRIGGER keep_company_changed BEFORE UPDATE OF trucking_company_id, truck_id, truck_driver_id, used_at, cancelled_at, missed_at, company_id ON appointments FOR EACH ROW WHEN (((NOT (COALESCE(new.used_at, new.cancelled_at, new.missed_at) IS NOT NULL)) OR (((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id) OR (old.truck_id IS DISTINCT FROM new.truck_id) OR (old.truck_driver_id IS DISTINCT FROM new.truck_driver_id)) AND (NOT (old.company_id IS DISTINCT FROM new.company_id))))) EXECUTE FUNCTION keep_company_of_announcement();
CREATE TRIGGER keep_company_changed BEFORE UPDATE OF trucking_company_id, truck_id, truck_driver_id, used_at, company_id ON pre_advices FOR EACH ROW WHEN (((NOT (new.used_at IS NOT NULL)) OR (((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id) OR (old.truck_id IS DISTINCT FROM new.truck_id) OR (old.truck_driver_id IS DISTINCT FROM new.truck_driver_id)) AND (NOT (old.company_id IS DISTINCT FROM new.company_id))))) EXECUTE FUNCTION keep_company_of_announcement();
CREATE TRIGGER keep_parties_came AFTER INSERT ON interchanges REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_rows('32', 'true');
CREATE TRIGGER keep_parties_came AFTER INSERT ON nominations FOR EACH ROW WHEN ((new.status = ANY (ARRAY['active'::text, 'passed_on'::text]))) EXECUTE FUNCTION keep_parties_of_nomination();
CREATE TRIGGER keep_parties_came AFTER INSERT ON purposes REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_new_purposes();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF container_id, pre_advice_id, appointment_id, grants_interest ON purposes FOR EACH ROW WHEN (((old.grants_interest OR new.grants_interest) AND ((old.container_id IS DISTINCT FROM new.container_id) OR (old.pre_advice_id IS DISTINCT FROM new.pre_advice_id) OR (old.appointment_id IS DISTINCT FROM new.appointment_id) OR (old.grants_interest IS DISTINCT FROM new.grants_interest)))) EXECUTE FUNCTION keep_parties_of_purpose();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF status ON nominations FOR EACH ROW WHEN (((old.status = ANY (ARRAY['active'::text, 'passed_on'::text])) <> (new.status = ANY (ARRAY['active'::text, 'passed_on'::text])))) EXECUTE FUNCTION keep_parties_of_nomination();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF stay_id, container_id, truck_visit_id, completed, reversed_at ON interchanges FOR EACH ROW WHEN (((old.stay_id IS DISTINCT FROM new.stay_id) OR (old.truck_visit_id IS DISTINCT FROM new.truck_visit_id) OR (((old.reversed_at IS NOT NULL) AND (NOT old.completed)) <> ((new.reversed_at IS NOT NULL) AND (NOT new.completed))))) EXECUTE FUNCTION keep_parties_of_row('32', 'true');
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF trucking_company_id, cancelled_at ON truck_visits FOR EACH ROW WHEN (((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id) OR (old.cancelled_at IS DISTINCT FROM new.cancelled_at))) EXECUTE FUNCTION keep_parties_of_visit();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF used_at, trucking_company_id, truck_id, truck_driver_id ON pre_advices FOR EACH ROW WHEN (((old.used_at IS DISTINCT FROM new.used_at) OR (old.trucking_company_id IS DISTINCT FROM new.trucking_company_id) OR (old.truck_id IS DISTINCT FROM new.truck_id) OR (old.truck_driver_id IS DISTINCT FROM new.truck_driver_id))) EXECUTE FUNCTION keep_parties_of_pre_advice();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF used_at, trucking_company_id, truck_id, truck_driver_id, cancelled_at, missed_at ON appointments FOR EACH ROW WHEN (((old.used_at IS DISTINCT FROM new.used_at) OR (old.trucking_company_id IS DISTINCT FROM new.trucking_company_id) OR (old.truck_id IS DISTINCT FROM new.truck_id) OR (old.truck_driver_id IS DISTINCT FROM new.truck_driver_id) OR (old.cancelled_at IS DISTINCT FROM new.cancelled_at) OR (old.company_id IS DISTINCT FROM new.company_id))) EXECUTE FUNCTION keep_parties_of_appointment();
CREATE TRIGGER keep_parties_went AFTER DELETE ON interchanges REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_rows('32', 'true');
CREATE TRIGGER keep_parties_went AFTER DELETE ON purposes REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_gone_purposes();
CREATE TRIGGER lock_for_nomination BEFORE INSERT OR UPDATE OF status ON nominations FOR EACH ROW EXECUTE FUNCTION lock_for_nomination();
CREATE TRIGGER lock_for_parties BEFORE UPDATE OF trucking_company_id, cancelled_at ON truck_visits FOR EACH ROW WHEN (((old.trucking_company_id IS DISTINCT FROM new.trucking_company_id) OR (old.cancelled_at IS DISTINCT FROM new.cancelled_at))) EXECUTE FUNCTION lock_for_parties();
CREATE TRIGGER lock_for_parties BEFORE UPDATE OF used_at, trucking_company_id, truck_id, truck_driver_id ON pre_advices FOR EACH ROW WHEN (((old.used_at IS DISTINCT FROM new.used_at) OR (old.trucking_company_id IS DISTINCT FROM new.trucking_company_id) OR (old.truck_id IS DISTINCT FROM new.truck_id) OR (old.truck_driver_id IS DISTINCT FROM new.truck_driver_id))) EXECUTE FUNCTION lock_for_parties();
CREATE TRIGGER lock_for_parties BEFORE UPDATE OF used_at, trucking_company_id, truck_id, truck_driver_id, cancelled_at, missed_at ON appointments FOR EACH ROW WHEN (((old.used_at IS DISTINCT FROM new.used_at) OR (old.trucking_company_id IS DISTINCT FROM new.trucking_company_id) OR (old.truck_id IS DISTINCT FROM new.truck_id) OR (old.truck_driver_id IS DISTINCT FROM new.truck_driver_id) OR (old.cancelled_at IS DISTINCT FROM new.cancelled_at) OR (old.company_id IS DISTINCT FROM new.company_id))) EXECUTE FUNCTION lock_for_parties();
CREATE TRIGGER make_nomination_parties AFTER INSERT ON nominations FOR EACH ROW EXECUTE FUNCTION make_nomination_parties();
CREATE TRIGGER make_nomination_parties_anew AFTER UPDATE OF parent_id ON nominations FOR EACH ROW WHEN ((old.parent_id IS DISTINCT FROM new.parent_id)) EXECUTE FUNCTION make_nomination_parties_anew();
CREATE TRIGGER packing_list_items_keep_room AFTER INSERT ON packing_list_items FOR EACH ROW WHEN ((new.bill_of_lading_id IS NOT NULL)) EXECUTE FUNCTION keep_room_of_bill();
CREATE TRIGGER packing_list_items_keep_room_moved AFTER UPDATE OF bill_of_lading_id ON packing_list_items FOR EACH ROW WHEN (((new.bill_of_lading_id IS DISTINCT FROM old.bill_of_lading_id) AND (new.bill_of_lading_id IS NOT NULL))) EXECUTE FUNCTION keep_room_of_bill();
CREATE TRIGGER reefer_plug_movements_keep_room AFTER INSERT ON reefer_plug_movements FOR EACH ROW WHEN ((new.stay_id IS NOT NULL)) EXECUTE FUNCTION keep_room('stay_id', '1000');
CREATE TRIGGER reefer_plug_movements_keep_room_moved AFTER UPDATE OF stay_id ON reefer_plug_movements FOR EACH ROW WHEN (((new.stay_id IS DISTINCT FROM old.stay_id) AND (new.stay_id IS NOT NULL))) EXECUTE FUNCTION keep_room('stay_id', '1000');
CREATE TRIGGER speak_of_stay BEFORE INSERT OR UPDATE OF container_id ON interchanges FOR EACH ROW EXECUTE FUNCTION speak_of_stay();
CREATE TRIGGER take_as_told BEFORE INSERT ON nominations FOR EACH ROW EXECUTE FUNCTION take_nomination_as_told();
CREATE TRIGGER with_line_of_stay BEFORE INSERT OR UPDATE OF container_id, stay_id ON interchanges FOR EACH ROW EXECUTE FUNCTION with_line_of_stay();
