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

/** Guards the locations of breakbulk, and tells which terminal a place belongs to. */
export class BreakbulkLocations1795000051000 implements MigrationInterface {
  name = 'BreakbulkLocations1795000051000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TRIGGER check_location BEFORE INSERT OR UPDATE OF current_location_type, current_location_id
       ON breakbulks FOR EACH ROW EXECUTE FUNCTION check_location()`,
    );
    for (const [type, table] of Object.entries(PLACES))
      await queryRunner.query(
        `CREATE TRIGGER keep_location_of_breakbulks BEFORE DELETE ON ${table} FOR EACH ROW
         EXECUTE FUNCTION keep_location('${type}', '{breakbulks}')`,
      );

    // the terminal that a place lies in; null for a place outside, or whose terminal is not known
    await queryRunner.query(`
      CREATE FUNCTION location_terminal(organization bigint, type text, place bigint) RETURNS bigint
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
      $$`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION location_terminal`);
    for (const table of Object.values(PLACES))
      await queryRunner.query(`DROP TRIGGER keep_location_of_breakbulks ON ${table}`);
    await queryRunner.query(`DROP TRIGGER check_location ON breakbulks`);
  }
}
