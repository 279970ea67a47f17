import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tables of the places that a record can be at. */
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

const find = (table: string) =>
  `PERFORM FROM ${table} WHERE organization_id = NEW.organization_id AND id = NEW.current_location_id FOR KEY SHARE;`;

const define = (check: string) => `
  CREATE OR REPLACE FUNCTION check_location() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE found_place boolean; place_table text := location_table(NEW.current_location_type);
  BEGIN
    IF place_table IS NULL OR NEW.current_location_id IS NULL THEN RETURN NEW; END IF;
    ${check}
    IF found_place IS NOT TRUE THEN
      RAISE EXCEPTION 'no such place' USING ERRCODE = 'foreign_key_violation', TABLE = TG_TABLE_NAME,
        CONSTRAINT = 'fk_' || TG_TABLE_NAME || '_current_location_id';
    END IF;
    RETURN NEW;
  END $$`;

/** What a file of a hundred thousand records asks often: which places there are, and who has a name. */
export class BulkImports1795000080000 implements MigrationInterface {
  name = 'BulkImports1795000080000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    // one statement for each type of place, which is planned once in a session, unlike one put together in it
    const cases = Object.entries(PLACES).map(([type, table]) => `WHEN '${type}' THEN ${find(table)}`);
    await queryRunner.query(
      define(`CASE NEW.current_location_type ${cases.join('\n      ')} ELSE NULL; END CASE;
    found_place := FOUND;`),
    );
    await queryRunner.query(`CREATE INDEX "ix_consignees_name" ON "consignees" ("organization_id", "name") `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "public"."ix_consignees_name"`);
    await queryRunner.query(
      define(`EXECUTE format('SELECT true FROM %I WHERE organization_id = $1 AND id = $2 FOR KEY SHARE', place_table)
      INTO found_place USING NEW.organization_id, NEW.current_location_id;`),
    );
  }
}
