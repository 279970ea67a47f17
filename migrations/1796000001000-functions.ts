import type { MigrationInterface, QueryRunner } from 'typeorm';

const EXTENSIONS = `
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
`;

/** Indexes that TypeORM cannot declare; the entities name them with `synchronize: false`. */
const INDEXES = `
-- names and texts of which a part is searched
CREATE INDEX ix_freight_forwarders_name_part ON freight_forwarders USING gin (organization_id, name gin_trgm_ops);
CREATE INDEX ix_consignees_name_part ON consignees USING gin (organization_id, name gin_trgm_ops);
CREATE INDEX ix_shipping_lines_name_part ON shipping_lines USING gin (organization_id, name gin_trgm_ops);
CREATE INDEX ix_vessels_name_part ON vessels USING gin (organization_id, name gin_trgm_ops);
CREATE INDEX ix_invoice_lines_description_part ON invoice_lines
  USING gin (organization_id, description gin_trgm_ops);
CREATE INDEX ix_vehicles_tags ON vehicles USING gin (organization_id, tags);

-- names and numbers that are found in any case
CREATE INDEX ix_bookings_number_any_case ON bookings (organization_id, lower(number));
CREATE INDEX ix_chassis_number_any_case ON chassis (organization_id, lower(number));
CREATE INDEX ix_consignees_name_any_case ON consignees (organization_id, lower(name));
CREATE INDEX ix_dock_receipts_number_any_case ON dock_receipts (organization_id, lower(number));
CREATE INDEX ix_gensets_number_any_case ON gensets (organization_id, lower(number));
CREATE INDEX ix_vessels_name_any_case ON vessels (organization_id, lower(name));
CREATE INDEX ix_voyages_number_any_case ON voyages (organization_id, lower(number));

-- days and times that are computed
CREATE INDEX ix_truck_visits_gated_in_day ON truck_visits
  (organization_id, ((gated_in_at AT TIME ZONE 'UTC')::date), id);
CREATE INDEX ix_voyages_arrival ON voyages
  (organization_id, coalesce(actual_time_of_berth, et_of_berth, estimated_time_of_anchorage));
CREATE INDEX ix_voyages_departure ON voyages
  (organization_id, coalesce(actual_time_of_departure, estimated_time_of_departure));
`;

export const FUNCTIONS = String.raw`
-- Percent-encodes everything but the unreserved characters of RFC 3986, for links inside records. Names that
-- need no encoding come back at once: the list of a voyage's bills has thousands of links.
CREATE OR REPLACE FUNCTION url_encode(plain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN plain ~ '^[A-Za-z0-9._~-]*$' THEN plain ELSE (
    SELECT coalesce(string_agg(CASE WHEN byte ~ '^(2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)$'
      THEN convert_from(decode(byte, 'hex'), 'UTF8') ELSE '%' || upper(byte) END, '' ORDER BY at), '')
    FROM regexp_matches(encode(convert_to(plain, 'UTF8'), 'hex'), '..', 'g') WITH ORDINALITY AS m(match, at),
      LATERAL (SELECT match[1] AS byte) b) END
$$;

-- The name of a place without its type, as requests name it, such as "A1-01".
CREATE OR REPLACE FUNCTION location_name(organization bigint, type text, place bigint) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE type
    WHEN 'Terminal' THEN (SELECT name FROM terminals WHERE organization_id = organization AND id = place)
    WHEN 'BerthArea' THEN (SELECT name FROM berth_areas WHERE organization_id = organization AND id = place)
    WHEN 'YardArea' THEN (SELECT name FROM yard_areas WHERE organization_id = organization AND id = place)
    WHEN 'YardSlot' THEN (SELECT name FROM yard_slots WHERE organization_id = organization AND id = place)
    WHEN 'Gate' THEN (SELECT name FROM gates WHERE organization_id = organization AND id = place)
    WHEN 'Voyage' THEN (SELECT number FROM voyages WHERE organization_id = organization AND id = place)
    WHEN 'Ship' THEN (SELECT name FROM vessels WHERE organization_id = organization AND id = place)
    WHEN 'Consignee' THEN (SELECT name FROM consignees WHERE organization_id = organization AND id = place)
    WHEN 'Port' THEN (SELECT locode FROM ports WHERE organization_id = organization AND id = place)
    WHEN 'Container' THEN (SELECT number FROM containers WHERE organization_id = organization AND id = place)
    ELSE place::text END
$$;

-- The label of a place, such as "Yard Slot: A1-01"; null for no place.
CREATE OR REPLACE FUNCTION location_label(organization bigint, type text, place bigint) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT regexp_replace(type, '([a-z])([A-Z])', '\1 \2', 'g')
    || coalesce(': ' || location_name(organization, type, place), '')
$$;

-- The terminal that a place lies in; null for a place outside, or whose terminal is not known.
CREATE OR REPLACE FUNCTION location_terminal(organization bigint, type text, place bigint) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT CASE type
    WHEN 'Terminal' THEN place
    WHEN 'BerthArea' THEN (SELECT terminal_id FROM berth_areas WHERE organization_id = organization AND id = place)
    WHEN 'YardArea' THEN (SELECT terminal_id FROM yard_areas WHERE organization_id = organization AND id = place)
    WHEN 'YardSlot' THEN (
      SELECT a.terminal_id FROM yard_slots s
      JOIN yard_areas a ON a.organization_id = s.organization_id AND a.id = s.yard_area_id
      WHERE s.organization_id = organization AND s.id = place)
    END
$$;

-- How many moves of cranes are noted of a voyage.
CREATE OR REPLACE FUNCTION crane_moves(organization bigint, voyage bigint) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT count(*) FROM tally_moves WHERE organization_id = organization AND voyage_id = voyage
$$;

-- A location is a foreign key to one of several tables. This is the half of it that a record's own table has:
-- the place has to be there. Each type has a statement of its own, which a session plans once.
CREATE OR REPLACE FUNCTION check_location() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- The other half, which the tables of places have: no record may be at a place that is deleted. The argument is
-- the type of the place.
CREATE OR REPLACE FUNCTION keep_location() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;
`;

const checkLocation = (table: string) => `
CREATE TRIGGER check_location BEFORE INSERT OR UPDATE OF current_location_type, current_location_id ON ${table}
  FOR EACH ROW EXECUTE FUNCTION check_location();`;

export const TRIGGERS = `
${['breakbulks', 'chassis', 'containers', 'gensets', 'vehicles'].map(checkLocation).join('')}

CREATE TRIGGER keep_location BEFORE DELETE ON terminals FOR EACH ROW EXECUTE FUNCTION keep_location('Terminal');
CREATE TRIGGER keep_location BEFORE DELETE ON berth_areas FOR EACH ROW EXECUTE FUNCTION keep_location('BerthArea');
CREATE TRIGGER keep_location BEFORE DELETE ON yard_areas FOR EACH ROW EXECUTE FUNCTION keep_location('YardArea');
CREATE TRIGGER keep_location BEFORE DELETE ON yard_slots FOR EACH ROW EXECUTE FUNCTION keep_location('YardSlot');
CREATE TRIGGER keep_location BEFORE DELETE ON gates FOR EACH ROW EXECUTE FUNCTION keep_location('Gate');
CREATE TRIGGER keep_location BEFORE DELETE ON voyages FOR EACH ROW EXECUTE FUNCTION keep_location('Voyage');
CREATE TRIGGER keep_location BEFORE DELETE ON vessels FOR EACH ROW EXECUTE FUNCTION keep_location('Ship');
CREATE TRIGGER keep_location BEFORE DELETE ON consignees FOR EACH ROW EXECUTE FUNCTION keep_location('Consignee');
CREATE TRIGGER keep_location BEFORE DELETE ON ports FOR EACH ROW EXECUTE FUNCTION keep_location('Port');
CREATE TRIGGER keep_location BEFORE DELETE ON containers FOR EACH ROW EXECUTE FUNCTION keep_location('Container');
`;

/** What TypeORM does not declare: extensions, indexes on expressions, functions, and the triggers of locations. */
export class Functions1796000001000 implements MigrationInterface {
  name = 'Functions1796000001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    for (const statements of [EXTENSIONS, INDEXES, FUNCTIONS, TRIGGERS]) await queryRunner.query(statements);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP FUNCTION check_location, keep_location CASCADE;
      DROP FUNCTION crane_moves, location_terminal, location_label, location_name, url_encode;
      DROP INDEX ${[...INDEXES.matchAll(/CREATE INDEX (\w+)/g)].map(([, name]) => name).join(', ')}`);
  }
}
