-- A location is a foreign key to one of several tables. This is the half of it that a record's own table has: the place has
-- to be there. Each type has a statement of its own, which a session plans once.
CREATE FUNCTION check_location() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization bigint := NEW.organization_id;
  place bigint := NEW.current_location_id;
BEGIN
  IF place IS NULL THEN RETURN NEW; END IF;
  CASE NEW.current_location_type
    WHEN 'Terminal' THEN PERFORM FROM terminals WHERE organization_id = organization AND id = place FOR KEY SHARE;
    WHEN 'BerthArea' THEN PERFORM FROM berth_areas WHERE organization_id = organization AND id = place FOR KEY SHARE;
    WHEN 'YardArea' THEN PERFORM FROM yard_areas WHERE organization_id = organization AND id = place FOR KEY SHARE;
    WHEN 'YardSlot' THEN PERFORM FROM yard_slots WHERE organization_id = organization AND id = place FOR KEY SHARE;
    WHEN 'Gate' THEN PERFORM FROM gates WHERE organization_id = organization AND id = place FOR KEY SHARE;
    WHEN 'Voyage' THEN PERFORM FROM voyages WHERE organization_id = organization AND id = place FOR KEY SHARE;
    WHEN 'Ship' THEN PERFORM FROM vessels WHERE organization_id = organization AND id = place FOR KEY SHARE;
    WHEN 'Consignee' THEN PERFORM FROM consignees WHERE organization_id = organization AND id = place FOR KEY SHARE;
    WHEN 'Port' THEN PERFORM FROM ports WHERE organization_id = organization AND id = place FOR KEY SHARE;
    WHEN 'Container' THEN PERFORM FROM containers WHERE organization_id = organization AND id = place FOR KEY SHARE;
    ELSE RETURN NEW; -- a type without records here
  END CASE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no such place' USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME,
      CONSTRAINT = 'fk_' || TG_TABLE_NAME || '_current_location_id';
  END IF;
  RETURN NEW;
END $$;

-- The other half, which the tables of places have: no record may be at a place that is deleted. The argument is the type of
-- the place.
CREATE FUNCTION keep_location() RETURNS trigger LANGUAGE plpgsql AS $_$
DECLARE
  located text;
  used boolean;
BEGIN
  FOREACH located IN ARRAY ARRAY['breakbulks', 'chassis', 'containers', 'gensets', 'vehicles'] LOOP
    EXECUTE format('SELECT true FROM %I WHERE organization_id = $1 AND current_location_type = $2
      AND current_location_id = $3 LIMIT 1', located)
      INTO used USING OLD.organization_id, TG_ARGV[0], OLD.id;
    IF used THEN
      RAISE EXCEPTION 'still a place of records' USING ERRCODE = 'foreign_key_violation', TABLE = located,
        CONSTRAINT = 'fk_' || located || '_current_location_id';
    END IF;
  END LOOP;
  RETURN OLD;
END $_$;

-- The label of a place, such as "Yard Slot: A1-01"; null for no place.
CREATE FUNCTION location_label(organization bigint, type text, place bigint) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(type, '([a-z])([A-Z])', '\1 \2', 'g')
    || coalesce(': ' || location_name(organization, type, place), '')
$$;

-- The name of a place without its type, as requests name it, such as "A1-01".
CREATE FUNCTION location_name(organization bigint, type text, place bigint) RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
  BEGIN
    CASE type
      WHEN 'Terminal' THEN RETURN (SELECT t.name FROM terminals t WHERE t.organization_id = organization AND t.id = place);
      WHEN 'BerthArea' THEN RETURN (SELECT t.name FROM berth_areas t WHERE t.organization_id = organization AND t.id = place);
      WHEN 'YardArea' THEN RETURN (SELECT t.name FROM yard_areas t WHERE t.organization_id = organization AND t.id = place);
      WHEN 'YardSlot' THEN RETURN (SELECT t.name FROM yard_slots t WHERE t.organization_id = organization AND t.id = place);
      WHEN 'Gate' THEN RETURN (SELECT t.name FROM gates t WHERE t.organization_id = organization AND t.id = place);
      WHEN 'Voyage' THEN RETURN (SELECT t.number FROM voyages t WHERE t.organization_id = organization AND t.id = place);
      WHEN 'Ship' THEN RETURN (SELECT t.name FROM vessels t WHERE t.organization_id = organization AND t.id = place);
      WHEN 'Consignee' THEN RETURN (SELECT t.name FROM consignees t WHERE t.organization_id = organization AND t.id = place);
      WHEN 'Port' THEN RETURN (SELECT t.locode FROM ports t WHERE t.organization_id = organization AND t.id = place);
      WHEN 'Container' THEN RETURN (SELECT t.number FROM containers t WHERE t.organization_id = organization AND t.id = place);
      ELSE RETURN place::text;
    END CASE;
  END $$;

-- The terminal that a place lies in; null for a place outside, or whose terminal is not known.
CREATE FUNCTION location_terminal(organization bigint, type text, place bigint) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT CASE type
      WHEN 'Terminal' THEN place
      WHEN 'BerthArea' THEN (SELECT terminal_id FROM berth_areas WHERE organization_id = organization AND id = place)
      WHEN 'YardArea' THEN (SELECT terminal_id FROM yard_areas WHERE organization_id = organization AND id = place)
      WHEN 'YardSlot' THEN (
        SELECT a.terminal_id FROM yard_slots s
        JOIN yard_areas a ON a.organization_id = s.organization_id AND a.id = s.yard_area_id
        WHERE s.organization_id = organization AND s.id = place)
      WHEN 'Gate' THEN (SELECT terminal_id FROM gates WHERE organization_id = organization AND id = place)
      END
  $$;

CREATE TRIGGER keep_location BEFORE DELETE ON berth_areas FOR EACH ROW EXECUTE FUNCTION keep_location('BerthArea');
CREATE TRIGGER keep_location BEFORE DELETE ON gates FOR EACH ROW EXECUTE FUNCTION keep_location('Gate');
CREATE TRIGGER keep_location BEFORE DELETE ON ports FOR EACH ROW EXECUTE FUNCTION keep_location('Port');
CREATE TRIGGER keep_location BEFORE DELETE ON terminals FOR EACH ROW EXECUTE FUNCTION keep_location('Terminal');
CREATE TRIGGER keep_location BEFORE DELETE ON yard_areas FOR EACH ROW EXECUTE FUNCTION keep_location('YardArea');
CREATE TRIGGER keep_location BEFORE DELETE ON yard_slots FOR EACH ROW EXECUTE FUNCTION keep_location('YardSlot');
