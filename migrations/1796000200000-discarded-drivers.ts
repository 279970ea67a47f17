import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a truck driver is inactive: a trigger keeps it, whoever writes. */
export class DiscardedDrivers1796000200000 implements MigrationInterface {
  name = 'DiscardedDrivers1796000200000';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "truck_drivers" ADD "discarded_at" TIMESTAMP(3) WITH TIME ZONE`);
    await queryRunner.query(`UPDATE "truck_drivers" SET "discarded_at" = "updated_at" WHERE NOT "active"`);
    await queryRunner.query(String.raw`
      -- The time at which a driver was made inactive; a file may state it.
      CREATE OR REPLACE FUNCTION keep_discarded_at() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.discarded_at := CASE WHEN NEW.active THEN NULL ELSE coalesce(NEW.discarded_at, clock_timestamp()) END;
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER keep_discarded_at BEFORE INSERT OR UPDATE OF active, discarded_at ON truck_drivers
        FOR EACH ROW EXECUTE FUNCTION keep_discarded_at()`);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION keep_discarded_at CASCADE`);
    await queryRunner.query(`ALTER TABLE "truck_drivers" DROP COLUMN "discarded_at"`);
  }
}
