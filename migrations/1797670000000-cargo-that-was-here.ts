import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['breakbulks', 'vehicles'];
const AT_TERMINAL = `IN ('Terminal', 'BerthArea', 'YardArea', 'YardSlot', 'Gate')`;

/** Breakbulk and vehicles keep that they were at the terminal: they have no movements that tell it. */
export class CargoThatWasHere1797670000000 implements MigrationInterface {
  name = 'CargoThatWasHere1797670000000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- What lies in a container was here when it is taken out of one that is or was here in its stay.
      CREATE FUNCTION note_presence() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NEW.current_location_type ${AT_TERMINAL}
          OR TG_OP = 'UPDATE' AND OLD.current_location_type = 'Container' AND EXISTS (
            SELECT FROM containers c
            JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
            WHERE c.organization_id = OLD.organization_id AND c.id = OLD.current_location_id AND s.in_at IS NOT NULL)
        THEN NEW.has_been_here := true; END IF;
        RETURN NEW;
      END $$`);
    for (const table of TABLES) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "has_been_here" boolean NOT NULL DEFAULT false`);
      await queryRunner.query(`
        CREATE TRIGGER note_presence BEFORE INSERT OR UPDATE OF current_location_type, current_location_id
          ON "${table}" FOR EACH ROW EXECUTE FUNCTION note_presence()`);
      // what is at the terminal at one time is little; of what left before nobody knows
      await queryRunner.query(
        `UPDATE "${table}" SET "has_been_here" = true WHERE current_location_type ${AT_TERMINAL}`,
      );
    }
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION note_presence CASCADE`);
    for (const table of TABLES) await queryRunner.query(`ALTER TABLE "${table}" DROP COLUMN "has_been_here"`);
  }
}
