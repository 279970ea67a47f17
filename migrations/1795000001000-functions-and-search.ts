import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose records are somewhere, and the tables of the places they can be at. */
const LOCATED = ['containers', 'chassis', 'gensets'];
const PLACES = {
  Terminal: 'terminals',
  BerthArea: 'berth_areas',
  YardArea: 'yard_areas',
  YardSlot: 'yard_slots',
  Gate: 'gates',
  Voyage: 'voyages',
  Ship: 'vessels',
  Consignee: 'consignees',
  Port: 'ports',
  Container: 'containers',
};

/** Tables that are searched by part of the name. */
const SEARCHED = ['freight_forwarders', 'consignees', 'shipping_lines', 'vessels'];

/** What TypeORM does not declare: functions, the triggers that guard locations, and search indexes. */
export class FunctionsAndSearch1795000001000 implements MigrationInterface {
  name = 'FunctionsAndSearch1795000001000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm`);
    await queryRunner.query(`CREATE EXTENSION IF NOT EXISTS btree_gin`);
    for (const table of SEARCHED)
      await queryRunner.query(
        `CREATE INDEX ix_${table}_name_part ON ${table} USING gin (organization_id, name gin_trgm_ops)`,
      );
    await queryRunner.query(
      `CREATE INDEX ix_vessels_name_any_case ON vessels (organization_id, lower(name))`,
    );

    // percent-encodes everything but the unreserved characters of RFC 3986, for links inside records
    await queryRunner.query(`
      CREATE FUNCTION url_encode(plain text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
        SELECT coalesce(string_agg(CASE WHEN byte ~ '^(2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)$'
          THEN convert_from(decode(byte, 'hex'), 'UTF8') ELSE '%' || upper(byte) END, '' ORDER BY at), '')
        FROM regexp_matches(encode(convert_to(plain, 'UTF8'), 'hex'), '..', 'g') WITH ORDINALITY AS m(match, at),
          LATERAL (SELECT match[1] AS byte) b
      $$`);

    // the label of a place, such as "Yard Slot: A1-01"; null for no place
    await queryRunner.query(`
      CREATE FUNCTION location_label(organization bigint, type text, place bigint) RETURNS text
      LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT regexp_replace(type, '([a-z])([A-Z])', '\\1 \\2', 'g') || coalesce(': ' || CASE type
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
          ELSE place::text END, '')
      $$`);

    // the table of a type of place; null for a type that has none
    const tables = Object.entries(PLACES).map(([type, table]) => `WHEN '${type}' THEN '${table}'`);
    await queryRunner.query(`
      CREATE FUNCTION location_table(type text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
        SELECT CASE type ${tables.join(' ')} END
      $$`);

    // a location is a foreign key to one of several tables: these two triggers are its two halves
    await queryRunner.query(`
      CREATE FUNCTION check_location() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE found_place boolean; place_table text := location_table(NEW.current_location_type);
      BEGIN
        IF place_table IS NULL OR NEW.current_location_id IS NULL THEN RETURN NEW; END IF;
        EXECUTE format('SELECT true FROM %I WHERE organization_id = $1 AND id = $2 FOR KEY SHARE', place_table)
          INTO found_place USING NEW.organization_id, NEW.current_location_id;
        IF found_place IS NULL THEN
          RAISE EXCEPTION 'no such place' USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME,
            CONSTRAINT = 'fk_' || TG_TABLE_NAME || '_current_location_id';
        END IF;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE FUNCTION keep_location() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE located text; used boolean;
      BEGIN
        FOREACH located IN ARRAY TG_ARGV[1]::text[] LOOP
          EXECUTE format('SELECT true FROM %I WHERE organization_id = $1 AND current_location_type = $2
            AND current_location_id = $3 LIMIT 1', located)
            INTO used USING OLD.organization_id, TG_ARGV[0], OLD.id;
          IF used THEN
            RAISE EXCEPTION 'still a place of records' USING ERRCODE = 'foreign_key_violation', TABLE = located,
              CONSTRAINT = 'fk_' || located || '_current_location_id';
          END IF;
        END LOOP;
        RETURN OLD;
      END $$`);
    for (const table of LOCATED)
      await queryRunner.query(
        `CREATE TRIGGER check_location BEFORE INSERT OR UPDATE OF current_location_type, current_location_id
         ON ${table} FOR EACH ROW EXECUTE FUNCTION check_location()`,
      );
    for (const [type, table] of Object.entries(PLACES))
      await queryRunner.query(
        `CREATE TRIGGER keep_location BEFORE DELETE ON ${table} FOR EACH ROW
         EXECUTE FUNCTION keep_location('${type}', '{${LOCATED.join(',')}}')`,
      );
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of Object.values(PLACES))
      await queryRunner.query(`DROP TRIGGER keep_location ON ${table}`);
    for (const table of LOCATED) await queryRunner.query(`DROP TRIGGER check_location ON ${table}`);
    for (const name of ['keep_location', 'check_location', 'location_table', 'location_label', 'url_encode'])
      await queryRunner.query(`DROP FUNCTION ${name}`);
    await queryRunner.query(`DROP INDEX ix_vessels_name_any_case`);
    for (const table of SEARCHED) await queryRunner.query(`DROP INDEX ix_${table}_name_part`);
  }
}
