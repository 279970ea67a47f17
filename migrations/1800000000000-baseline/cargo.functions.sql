-- A hold is for the stay that is not over; while there is none, it waits for the next one.
CREATE FUNCTION hold_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.stay_id IS NULL THEN
    NEW.stay_id := (SELECT id FROM container_stays WHERE organization_id = NEW.organization_id
      AND container_id = NEW.container_id AND status IN ('announced', 'here'));
  END IF;
  RETURN NEW;
END $$;

-- A container that is here and becomes empty was emptied now, whoever says so, and one that is full after all was not
-- emptied. What it came with is kept when it is emptied or filled, because its arrival is charged by that.
CREATE FUNCTION keep_arrival() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    is_here boolean := OLD.status = 'here' AND NEW.status = 'here';
    is_told boolean := NEW.emptied_at IS DISTINCT FROM OLD.emptied_at;
    was_filled boolean := OLD.arrival_status = 'empty' AND OLD.container_status = 'full';
    is_filled boolean := is_here AND NEW.arrival_status = 'empty' AND OLD.container_status = 'empty'
      AND NEW.container_status = 'full' AND OLD.emptied_at IS NULL;
  BEGIN
    IF is_here AND NOT is_told AND OLD.container_status = 'full' AND NEW.container_status = 'empty' THEN
      NEW.emptied_at := greatest(date_trunc('milliseconds', clock_timestamp()), NEW.in_at);
    ELSIF is_here AND NOT is_told AND OLD.container_status = 'empty' AND NEW.container_status = 'full' THEN
      NEW.emptied_at := NULL;
    ELSIF NEW.in_at IS NULL AND NOT is_told THEN
      NEW.emptied_at := NULL;
    ELSIF OLD.status = 'here' AND NEW.status = 'departed' AND NOT is_told THEN
      NEW.emptied_at := least(NEW.emptied_at, NEW.out_at);
    END IF;
    IF NEW.emptied_at IS NOT NULL AND OLD.emptied_at IS NULL AND NOT coalesce(was_filled, false) OR is_filled THEN
      
      IF NEW.arrival_goods IS NOT DISTINCT FROM OLD.arrival_goods THEN
        NEW.arrival_goods := coalesce(OLD.goods, OLD.arrival_goods);
      END IF;
      IF NEW.arrival_weight IS NOT DISTINCT FROM OLD.arrival_weight THEN
        NEW.arrival_weight := coalesce(OLD.weight, OLD.arrival_weight);
      END IF;
      IF NEW.arrival_commodity_type_id IS NOT DISTINCT FROM OLD.arrival_commodity_type_id THEN
        NEW.arrival_commodity_type_id := coalesce(OLD.commodity_type_id, OLD.arrival_commodity_type_id);
      END IF;
    ELSIF NEW.in_at IS NULL AND OLD.in_at IS NOT NULL THEN
      NEW.arrival_goods := NULL; NEW.arrival_weight := NULL; NEW.arrival_commodity_type_id := NULL;
    END IF;
    RETURN NEW;
  END $$;

CREATE FUNCTION keep_shown_stay() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE stay_parties p SET shown = NOT p.shown
    WHERE p.organization_id = NEW.organization_id AND p.stay_id IN (OLD.stay_id, NEW.stay_id)
      AND p.shown <> (p.stay_id IS NOT DISTINCT FROM NEW.stay_id);
    RETURN NULL;
  END $$;

-- What a container is here for stands on the container, and with the stay that it shows.
CREATE FUNCTION keep_stay_facts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE container_stays SET (container_status, usage, shipping_line_id, goods, weight, seals, commodity_type_id, consignee_id, booking_id,
    arrival_voyage_id, departure_voyage_id, operating_reefer, reefer_temperature, reefer_set_point_temperature,
    supply_temperature, updated_at)
    = (NEW.container_status, NEW.usage, NEW.shipping_line_id, NEW.goods, NEW.weight, NEW.seals,
    NEW.commodity_type_id, NEW.consignee_id, NEW.booking_id, NEW.arrival_voyage_id, NEW.departure_voyage_id,
    NEW.operating_reefer, NEW.reefer_temperature, NEW.reefer_set_point_temperature, NEW.supply_temperature, now())
  WHERE organization_id = NEW.organization_id AND id = NEW.stay_id;
  RETURN NULL;
END $$;

-- `lock_containers`, by SQL of the slots that it locks, and of what is among lists.
CREATE FUNCTION lock_containers(organization bigint, named bigint[], slots bigint[] DEFAULT '{}'::bigint[]) RETURNS TABLE(id bigint, container_id bigint) LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
  DECLARE
    left_slots bigint[];
    standing bigint[] := '{}';
  BEGIN
    left_slots := ARRAY(
      SELECT c.current_location_id FROM containers c
      WHERE c.organization_id = organization AND c.id = ANY(named) AND c.tier IS NOT NULL);
    IF cardinality(slots) > 0 THEN
      PERFORM FROM yard_slots s
      WHERE s.organization_id = organization AND s.id = ANY(slots) ORDER BY s.id FOR KEY SHARE;
    END IF;
    IF cardinality(slots) + cardinality(left_slots) > 0 THEN
      PERFORM FROM yard_slots s
      WHERE s.organization_id = organization AND s.tiers IS NOT NULL AND s.id = ANY(slots || left_slots)
      ORDER BY s.id FOR NO KEY UPDATE;
      standing := ARRAY(
        SELECT c.id FROM containers c
        WHERE c.organization_id = organization AND c.tier IS NOT NULL
          AND c.current_location_id = ANY(slots || left_slots));
    END IF;
    RETURN QUERY
      SELECT c.id, CASE WHEN c.current_location_type = 'Container' THEN c.current_location_id END FROM containers c
      WHERE c.organization_id = organization AND c.id = ANY(named || standing)
      ORDER BY c.id FOR NO KEY UPDATE;
    PERFORM FROM containers c
    WHERE c.organization_id = organization AND c.id = ANY(named) AND c.tier IS NOT NULL
      AND NOT (c.current_location_id = ANY(slots || left_slots));
    IF FOUND THEN
      RAISE EXCEPTION 'a container went to another slot' USING ERRCODE = 'serialization_failure';
    END IF;
  END $$;

-- What lies in a container was here when it is taken out of one that is or was here in its stay.
CREATE FUNCTION note_presence() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.current_location_type IN ('Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate')
          OR TG_OP = 'UPDATE' AND OLD.current_location_type = 'Container' AND EXISTS (
            SELECT FROM containers c
            JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
            WHERE c.organization_id = OLD.organization_id AND c.id = OLD.current_location_id AND s.in_at IS NOT NULL)
        THEN NEW.has_been_here := true; END IF;
        RETURN NEW;
      END $$;

CREATE FUNCTION number_hold() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.id := nextval('container_holds_id_seq');
        RETURN NEW;
      END $$;

-- A row that speaks of a container speaks of the stay that the container shows, unless it says of which.
CREATE FUNCTION speak_of_stay() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      IF NEW.container_id IS NOT DISTINCT FROM OLD.container_id OR EXISTS (
        SELECT FROM container_stays WHERE organization_id = NEW.organization_id AND id = NEW.stay_id
          AND container_id = NEW.container_id) THEN RETURN NEW; END IF;
      NEW.stay_id := NULL;
    END IF;
    IF NEW.stay_id IS NULL AND NEW.container_id IS NOT NULL THEN
      NEW.stay_id := (SELECT stay_id FROM containers
        WHERE organization_id = NEW.organization_id AND id = NEW.container_id);
    END IF;
    RETURN NEW;
  END $$;

CREATE CONSTRAINT TRIGGER note_right_lost AFTER DELETE OR UPDATE OF stay_id, bill_of_lading_id ON container_bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_right_lost_of_container_bills();
CREATE CONSTRAINT TRIGGER note_right_lost AFTER UPDATE OF booking_id ON container_stays DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.booking_id IS NOT NULL) AND (old.booking_id IS DISTINCT FROM new.booking_id))) EXECUTE FUNCTION note_right_lost_of_container_stays();
CREATE CONSTRAINT TRIGGER revoke_without_right AFTER DELETE OR UPDATE OF stay_id, bill_of_lading_id ON container_bills DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revoke_without_right_of_container_bills();
CREATE CONSTRAINT TRIGGER revoke_without_right AFTER UPDATE OF consignee_id, manifest_id ON bill_of_ladings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((old.consignee_id IS NOT NULL) AND (old.consignee_id IS DISTINCT FROM new.consignee_id)) OR ((old.manifest_id IS NOT NULL) AND (old.manifest_id IS DISTINCT FROM new.manifest_id)))) EXECUTE FUNCTION revoke_without_right_of_bill_of_ladings();
CREATE CONSTRAINT TRIGGER revoke_without_right AFTER UPDATE OF consignee_id, shipping_line_id, booking_id, status ON container_stays DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.status = ANY (ARRAY['announced'::text, 'here'::text])) AND (((old.consignee_id IS NOT NULL) AND (old.consignee_id IS DISTINCT FROM new.consignee_id)) OR ((old.shipping_line_id IS NOT NULL) AND (old.shipping_line_id IS DISTINCT FROM new.shipping_line_id)) OR ((old.booking_id IS NOT NULL) AND (old.booking_id IS DISTINCT FROM new.booking_id)) OR (old.status <> ALL (ARRAY['announced'::text, 'here'::text]))))) EXECUTE FUNCTION revoke_without_right_of_container_stays();
CREATE CONSTRAINT TRIGGER revoke_without_right AFTER UPDATE OF shipping_line_id ON bookings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.shipping_line_id IS NOT NULL) AND (old.shipping_line_id IS DISTINCT FROM new.shipping_line_id))) EXECUTE FUNCTION revoke_without_right_of_bookings();
CREATE CONSTRAINT TRIGGER revoke_without_right AFTER UPDATE OF shipping_line_id ON manifests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.shipping_line_id IS NOT NULL) AND (old.shipping_line_id IS DISTINCT FROM new.shipping_line_id))) EXECUTE FUNCTION revoke_without_right_of_manifests();
CREATE TRIGGER bill_of_lading_holds_number BEFORE INSERT ON bill_of_lading_holds FOR EACH ROW EXECUTE FUNCTION number_hold();
CREATE TRIGGER check_location BEFORE INSERT OR UPDATE OF current_location_type, current_location_id ON breakbulks FOR EACH ROW EXECUTE FUNCTION check_location();
CREATE TRIGGER check_location BEFORE INSERT OR UPDATE OF current_location_type, current_location_id ON chassis FOR EACH ROW EXECUTE FUNCTION check_location();
CREATE TRIGGER check_location BEFORE INSERT OR UPDATE OF current_location_type, current_location_id ON containers FOR EACH ROW EXECUTE FUNCTION check_location();
CREATE TRIGGER check_location BEFORE INSERT OR UPDATE OF current_location_type, current_location_id ON gensets FOR EACH ROW EXECUTE FUNCTION check_location();
CREATE TRIGGER check_location BEFORE INSERT OR UPDATE OF current_location_type, current_location_id ON vehicles FOR EACH ROW EXECUTE FUNCTION check_location();
CREATE TRIGGER end_nominations AFTER UPDATE OF status ON container_stays FOR EACH ROW WHEN (((old.status = ANY (ARRAY['announced'::text, 'here'::text])) <> (new.status = ANY (ARRAY['announced'::text, 'here'::text])))) EXECUTE FUNCTION end_nominations();
CREATE TRIGGER hold_stay BEFORE INSERT ON container_holds FOR EACH ROW EXECUTE FUNCTION hold_stay();
CREATE TRIGGER keep_arrival BEFORE UPDATE OF container_status, emptied_at, status, in_at ON container_stays FOR EACH ROW WHEN (((old.container_status IS DISTINCT FROM new.container_status) OR (old.emptied_at IS DISTINCT FROM new.emptied_at) OR ((old.emptied_at IS NOT NULL) OR ((old.in_at IS NOT NULL) AND (new.in_at IS NULL))))) EXECUTE FUNCTION keep_arrival();
CREATE TRIGGER keep_location BEFORE DELETE ON containers FOR EACH ROW EXECUTE FUNCTION keep_location('Container');
CREATE TRIGGER keep_parties_booked AFTER UPDATE OF booking_id ON container_stays FOR EACH ROW WHEN ((old.booking_id IS DISTINCT FROM new.booking_id)) EXECUTE FUNCTION keep_parties_of_booked_stay();
CREATE TRIGGER keep_parties_came AFTER INSERT ON bill_of_ladings REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_new_bills();
CREATE TRIGGER keep_parties_came AFTER INSERT ON container_bills REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_rows('392', 'false');
CREATE TRIGGER keep_parties_came AFTER INSERT ON container_stays REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_new_stays();
CREATE TRIGGER keep_parties_came AFTER INSERT ON packing_list_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_rows('16', 'false');
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF consignee_id, manifest_id ON bill_of_ladings FOR EACH ROW WHEN (((old.consignee_id IS DISTINCT FROM new.consignee_id) OR (old.manifest_id IS DISTINCT FROM new.manifest_id))) EXECUTE FUNCTION keep_parties_of_bill();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF shipping_line_id ON manifests FOR EACH ROW WHEN ((old.shipping_line_id IS DISTINCT FROM new.shipping_line_id)) EXECUTE FUNCTION keep_parties_of_manifest();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF shipping_line_id, consignee_id, container_id, status ON container_stays FOR EACH ROW WHEN (((old.shipping_line_id IS DISTINCT FROM new.shipping_line_id) OR (old.consignee_id IS DISTINCT FROM new.consignee_id) OR (old.container_id <> new.container_id) OR ((old.status = ANY (ARRAY['announced'::text, 'here'::text])) <> (new.status = ANY (ARRAY['announced'::text, 'here'::text]))))) EXECUTE FUNCTION keep_parties_of_stay();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF stay_id ON containers FOR EACH ROW WHEN ((old.stay_id IS DISTINCT FROM new.stay_id)) EXECUTE FUNCTION keep_shown_stay();
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF stay_id, bill_of_lading_id ON container_bills FOR EACH ROW WHEN (((old.stay_id IS DISTINCT FROM new.stay_id) OR (old.bill_of_lading_id IS DISTINCT FROM new.bill_of_lading_id))) EXECUTE FUNCTION keep_parties_of_row('392', 'false');
CREATE TRIGGER keep_parties_changed AFTER UPDATE OF stay_id, container_id, consignee_id ON packing_list_items FOR EACH ROW WHEN (((old.stay_id IS DISTINCT FROM new.stay_id) OR ((old.consignee_id IS DISTINCT FROM new.consignee_id) AND ((old.consignee_id IS NOT NULL) OR (new.consignee_id IS NOT NULL))))) EXECUTE FUNCTION keep_parties_of_row('16', 'false');
CREATE TRIGGER keep_parties_went AFTER DELETE ON container_bills REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_rows('392', 'false');
CREATE TRIGGER keep_parties_went AFTER DELETE ON packing_list_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_parties_of_rows('16', 'false');
CREATE TRIGGER keep_stay_facts AFTER UPDATE OF container_status, usage, shipping_line_id, goods, weight, seals, commodity_type_id, consignee_id, booking_id, arrival_voyage_id, departure_voyage_id, operating_reefer, reefer_temperature, reefer_set_point_temperature, supply_temperature ON containers FOR EACH ROW WHEN (new.stay_id IS NOT NULL AND new.stay_id = old.stay_id AND (new.container_status, new.usage, new.shipping_line_id, new.goods, new.weight, new.seals, new.commodity_type_id, new.consignee_id, new.booking_id, new.arrival_voyage_id, new.departure_voyage_id, new.operating_reefer, new.reefer_temperature, new.reefer_set_point_temperature, new.supply_temperature) IS DISTINCT FROM (old.container_status, old.usage, old.shipping_line_id, old.goods, old.weight, old.seals, old.commodity_type_id, old.consignee_id, old.booking_id, old.arrival_voyage_id, old.departure_voyage_id, old.operating_reefer, old.reefer_temperature, old.reefer_set_point_temperature, old.supply_temperature)) EXECUTE FUNCTION keep_stay_facts();
CREATE TRIGGER lock_for_parties BEFORE UPDATE OF consignee_id, manifest_id ON bill_of_ladings FOR EACH ROW WHEN (((old.consignee_id IS DISTINCT FROM new.consignee_id) OR (old.manifest_id IS DISTINCT FROM new.manifest_id))) EXECUTE FUNCTION lock_for_parties();
CREATE TRIGGER lock_for_parties BEFORE UPDATE OF shipping_line_id ON manifests FOR EACH ROW WHEN ((old.shipping_line_id IS DISTINCT FROM new.shipping_line_id)) EXECUTE FUNCTION lock_for_parties();
CREATE TRIGGER note_parties_gone AFTER DELETE ON stay_parties REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_parties_gone();
CREATE TRIGGER note_presence BEFORE INSERT OR UPDATE OF current_location_type, current_location_id ON breakbulks FOR EACH ROW EXECUTE FUNCTION note_presence();
CREATE TRIGGER note_presence BEFORE INSERT OR UPDATE OF current_location_type, current_location_id ON vehicles FOR EACH ROW EXECUTE FUNCTION note_presence();
CREATE TRIGGER pass_line_of_stay AFTER UPDATE OF shipping_line_id ON container_stays FOR EACH ROW WHEN ((new.shipping_line_id IS DISTINCT FROM old.shipping_line_id)) EXECUTE FUNCTION pass_line_of_stay();
CREATE TRIGGER speak_of_stay BEFORE INSERT OR UPDATE OF container_id ON booking_containers FOR EACH ROW EXECUTE FUNCTION speak_of_stay();
CREATE TRIGGER speak_of_stay BEFORE INSERT OR UPDATE OF container_id ON container_movements FOR EACH ROW EXECUTE FUNCTION speak_of_stay();
CREATE TRIGGER speak_of_stay BEFORE INSERT OR UPDATE OF container_id ON discharge_list_items FOR EACH ROW EXECUTE FUNCTION speak_of_stay();
CREATE TRIGGER speak_of_stay BEFORE INSERT OR UPDATE OF container_id ON load_list_items FOR EACH ROW EXECUTE FUNCTION speak_of_stay();
CREATE TRIGGER speak_of_stay BEFORE INSERT OR UPDATE OF container_id ON packing_list_items FOR EACH ROW EXECUTE FUNCTION speak_of_stay();
CREATE TRIGGER speak_of_stay BEFORE INSERT OR UPDATE OF container_id ON reefer_plug_movements FOR EACH ROW EXECUTE FUNCTION speak_of_stay();
CREATE TRIGGER tell_parties_added AFTER INSERT ON stay_parties REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_parties_added();
